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
  ['one that still waits tells of the next message, too', 4, true, null],
  ['one that is about to go out may go without it', 0.1, true, 60.1],
  ['who has read all before hears of a new message as of the first', -1, false, 5],
  ['who reads nothing hears of more after an hour', -1, true, 59],
  ['and of the next day’s messages at once', -1_440, true, 5],
])('%s', (_, lastDueMinutes, hasUnread, expected) => {
  expect(due(lastDueMinutes, hasUnread)).toEqual(expected === null ? null : at(expected));
});
