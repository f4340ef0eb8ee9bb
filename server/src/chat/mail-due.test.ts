import { expect, test } from 'vitest';
import { mailDueAt } from './mail-due.ts';

const NOW = new Date('2026-11-20T03:00:00Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const due = (mailDueAtMinutes: number | null, hasUnread: boolean) =>
  mailDueAt({
    now: NOW,
    mailDueAt: mailDueAtMinutes === null ? null : at(mailDueAtMinutes),
    hasUnread,
    waitMinutes: 5,
  });

// @covers NOTIF-04
test.each([
  ['the first message of a chat waits to be read', null, false, 5],
  ['a queued mail includes the next message', 4, true, null],
  ['a mail about to be sent may not include it', 0.1, true, 60.1],
  ['after reading everything, a new message is treated like the first', -1, false, 5],
  ['without reading, further messages are mailed after an hour', -1, true, 59],
  ['without reading, messages of the next day are mailed without an extra delay', -1_440, true, 5],
])('%s', (_, lastDueMinutes, hasUnread, expected) => {
  expect(due(lastDueMinutes, hasUnread)).toEqual(expected === null ? null : at(expected));
});
