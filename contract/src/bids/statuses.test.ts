import { describe, expect, test } from 'vitest';
import { type Actor, canSetStatus, isArchived, isInArchive } from './statuses.ts';

const ALL = [1, 2, 3, 4, 5, 6, 7];
const CANCEL = new Date('2026-11-23T13:30:00Z');
const CLOSE = new Date('2026-11-24T00:00:00Z');
const AUCTION = new Date('2026-11-24T01:30:00Z');
const lot = { source: 'auction' as const, auctionAt: AUCTION, bidsCloseAt: CLOSE, cancelUntil: CANCEL };
const before = (instant: Date) => new Date(instant.getTime() - 1);
const EARLY = new Date('2026-11-20T00:00:00Z');
const LATE = new Date('2026-11-30T00:00:00Z');

/** Rows: from 1 to 7; columns: to 1 to 7; x = allowed. */
const TABLES: Record<Actor, { early: string[]; late: string[] }> = {
  client: {
    early: ['...x...', '...x...', '.......', '.......', '.......', '.......', '.......'],
    late: ['.......', '.......', '.......', '.......', '.......', '.......', '.......'],
  },
  manager: {
    early: ['.xxxxx.', 'x.xxxx.', 'xx.xxx.', 'xx.....', '.......', 'xxxxx..', '.......'],
    late: ['..xxxx.', '..xxxx.', '...xxx.', '.......', '.......', '..xxx..', '.......'],
  },
  system: {
    early: ['.xx.xx.', '..x.xx.', '....xx.', '.....x.', '.....x.', '....x.x', '.......'],
    late: ['.xx.xx.', '..x.xx.', '....xx.', '.....x.', '.....x.', '....x.x', '.......'],
  },
};

const cases = (['client', 'manager', 'system'] as const).flatMap((actor) =>
  (['early', 'late'] as const).flatMap((time) =>
    ALL.flatMap((from) =>
      ALL.map((to) => ({ actor, time, from, to, expected: TABLES[actor][time][from - 1]?.[to - 1] === 'x' })),
    ),
  ),
);

// @covers ASVS-2.1.2, ASVS-2.3.1, MGMT-12, MGMT-13
test.each(cases)('$actor, $time: $from to $to is $expected', ({ actor, time, from, to, expected }) => {
  const now = time === 'early' ? EARLY : LATE;
  expect(canSetStatus({ actor, from, to, now, lot, archived: false })).toBe(expected);
});

describe('compares instants to the millisecond', () => {
  test.each<[string, Actor, number, number, Date, boolean]>([
    ['a client cancels just before his deadline', 'client', 2, 4, before(CANCEL), true],
    ['a client is too late at his deadline', 'client', 2, 4, CANCEL, false],
    ['a manager revives just before bidding closes', 'manager', 4, 1, before(CLOSE), true],
    ['a manager cannot revive once bidding is closed', 'manager', 4, 1, CLOSE, false],
    ['a manager accepts just before the auction', 'manager', 1, 2, before(AUCTION), true],
    ['a manager cannot accept once the auction runs', 'manager', 1, 2, AUCTION, false],
    ['a manager undoes a win to New just before the auction', 'manager', 6, 1, before(AUCTION), true],
    ['a manager cannot make a win New once the auction runs', 'manager', 6, 1, AUCTION, false],
    ['a manager writes down a win once the auction runs', 'manager', 2, 6, AUCTION, true],
  ])('%s', (_, actor, from, to, now, expected) => {
    expect(canSetStatus({ actor, from, to, now, lot, archived: false })).toBe(expected);
  });
});

test('people cannot change a bid in the archive', () => {
  for (const actor of ['client', 'manager'] as const)
    for (const from of ALL)
      for (const to of ALL) expect(canSetStatus({ actor, from, to, now: EARLY, lot, archived: true })).toBe(false);
});

// @covers OPS-04
test('4 and 5 are archived when their day is over, 7 at once; a win stays editable until it is settled', () => {
  expect(ALL.map((status) => isArchived(status, false))).toEqual([false, false, false, false, false, false, true]);
  expect(ALL.map((status) => isArchived(status, true))).toEqual([false, false, false, true, true, false, true]);
  expect(ALL.map((status) => isInArchive(status, true))).toEqual([false, false, false, true, true, true, true]);
  expect(isInArchive(6, false)).toBe(false);
});

test('a waiting fixed-price order can be canceled at any time', () => {
  const take = (from: number, now: Date) =>
    canSetStatus({ actor: 'client', from, to: 4, now, lot: { ...lot, source: 'stock' }, archived: false });
  expect([take(1, EARLY), take(1, before(AUCTION)), take(2, EARLY)]).toEqual([true, true, false]);
});
