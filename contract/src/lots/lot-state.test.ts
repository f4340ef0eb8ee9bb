import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptsBidsNow, LOT_STATES, type LotFacts, type LotState, lotStateAt, lotStateLabel } from './lot-state.ts';
import { LOT_STATUS, LOT_STATUSES } from './statuses.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const iso = (ms: number) => new Date(ms).toISOString();
const japanDay = (ms: number) => iso(ms + 9 * 60 * MINUTE_MS).slice(0, 10);

/** The clock alone moves a lot forward along one of these, never back. */
const ALONG: readonly LotState[][] = [
  ['open', 'closed', 'running', 'resultDue', 'noResult'],
  ['available', 'expired'],
];
const placeIn = (state: LotState): [number, number] => {
  const at = ALONG.findIndex((states) => states.includes(state));
  return [at, ALONG[at]?.indexOf(state) ?? 0];
};

const instant = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') });
const facts: fc.Arbitrary<LotFacts> = fc
  .record({
    source: fc.constantFrom('auction', 'stock'),
    status: fc.oneof(fc.constantFrom(...LOT_STATUSES), fc.integer({ min: 0, max: 9_999 })),
    startMs: instant,
    closesBeforeMin: fc.integer({ min: 0, max: 600 }),
    isDayOnly: fc.boolean(),
    hasDeadline: fc.boolean(),
    isOrdered: fc.boolean(),
    isNegotiated: fc.boolean(),
  })
  .map(({ startMs, closesBeforeMin, isDayOnly, ...lot }) => ({
    ...lot,
    auctionDate: isDayOnly ? japanDay(startMs) : iso(startMs),
    biddingDeadline: iso(startMs - closesBeforeMin * MINUTE_MS),
  }));
const offset = fc.integer({ min: -10 * DAY_MS, max: 10 * DAY_MS });

describe('the state of a lot', () => {
  test('is exactly one at any instant, and time only moves it forward', () => {
    fc.assert(
      fc.property(facts, fc.array(offset, { minLength: 2, maxLength: 20 }), (lot, offsets) => {
        const states = offsets
          .toSorted((a, b) => a - b)
          .map((by) => lotStateAt(lot, Date.parse(lot.biddingDeadline) + by));
        for (const state of states) expect(LOT_STATES).toContain(state);
        for (const [at, state] of states.entries()) {
          const before = states[at - 1];
          if (before === undefined || before === state) continue;
          const [[row, from], [rowNow, to]] = [placeIn(before), placeIn(state)];
          expect([rowNow, to > from]).toEqual([row, true]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('takes bids only before the deadline', () => {
    fc.assert(
      fc.property(facts, offset, (lot, by) => {
        const nowMs = Date.parse(lot.biddingDeadline) + by;
        const auction = { ...lot, source: 'auction', hasDeadline: true } as const;
        const isBefore = by < 0 && (lot.status === LOT_STATUS.ongoing || lot.status === LOT_STATUS.upcoming);
        expect(acceptsBidsNow(lotStateAt(auction, nowMs))).toBe(isBefore);
      }),
      { numRuns: 2_000 },
    );
  });

  const START = Date.parse('2026-11-24T10:30:00+09:00');
  const lot = {
    source: 'auction',
    status: 4532,
    auctionDate: '2026-11-24T10:30:00+09:00',
    biddingDeadline: '2026-11-24T09:00:00+09:00',
  } as const;
  test.each<[string, LotState]>([
    ['2026-11-24T08:59:59+09:00', 'open'],
    ['2026-11-24T09:00:00+09:00', 'closed'],
    ['2026-11-24T10:29:59+09:00', 'closed'],
    ['2026-11-24T10:30:00+09:00', 'running'],
    ['2026-11-24T10:40:00+09:00', 'resultDue'],
    ['2026-11-26T10:29:59+09:00', 'resultDue'],
    ['2026-11-26T10:30:00+09:00', 'noResult'],
  ])('at %s is %s', (at, state) => {
    expect(lotStateAt(lot, Date.parse(at))).toBe(state);
    expect(lotStateAt({ ...lot, status: LOT_STATUS.ongoing }, Date.parse(at))).toBe(state);
  });

  test.each<[Partial<LotFacts>, LotState]>([
    [{ status: 4533 }, 'sold'],
    [{ status: 4534 }, 'soldByNegotiation'],
    [{ status: 4535 }, 'notSold'],
    [{ status: 4535, isNegotiated: true }, 'negotiating'],
    [{ status: 4533, isNegotiated: true }, 'sold'],
    [{ status: 4536 }, 'cancelled'],
    [{ status: 4537 }, 'removed'],
    [{ status: 4538 }, 'unknown'],
    [{ status: 1 }, 'unknown'],
    [{ status: 4539 }, 'unsold'],
    [{ source: 'stock' }, 'expired'],
    [{ source: 'stock', auctionDate: '2027-01-01' }, 'available'],
    [{ source: 'stock', auctionDate: '2027-01-01', isOrdered: true }, 'ordered'],
    [{ source: 'stock', status: 4533, isOrdered: true }, 'ordered'],
    [{ source: 'stock', status: 4536, isOrdered: true }, 'cancelled'],
    [{ hasDeadline: false }, 'running'],
    [{ auctionDate: '2026-11-24' }, 'closed'],
  ])('of %j is %s once its sale began', (more, state) => {
    expect(lotStateAt({ ...lot, ...more }, START)).toBe(state);
  });

  test('has a label in both languages', () => {
    for (const russian of [false, true]) {
      const labels = LOT_STATES.map((state) => lotStateLabel(state, russian));
      expect(new Set(labels).size).toBe(LOT_STATES.length);
      for (const label of labels) expect(label).toMatch(russian ? /^[А-Яа-яё ]+$/ : /^[A-Za-z ]+$/);
    }
  });
});
