import { expect, test } from 'vitest';
import { canStillBuy } from './day-routes.ts';

const cutoff = new Date('2026-11-24T09:30:00+09:00');
const waitingBid = {
  status: 2,
  lot: { status: 4532, agentCutoffAt: cutoff },
  groupCars: null,
  groupWins: 0,
  now: new Date('2026-11-24T09:00:00+09:00'),
};

test.each<[string, Partial<Parameters<typeof canStillBuy>[0]>, boolean]>([
  ['accepted', {}, true],
  ['accepted, its lot on the block', { lot: { status: 4531, agentCutoffAt: cutoff } }, true],
  ['new, in time to be told', { status: 1 }, true],
  ['new at the cut-off', { status: 1, now: cutoff }, false],
  ['stopped', { status: 3 }, false],
  ['won already', { status: 6 }, false],
  ['its lot sold', { lot: { status: 4533, agentCutoffAt: cutoff } }, false],
  ['its group has one of two', { groupCars: 2, groupWins: 1 }, true],
  ['its group has all', { groupCars: 2, groupWins: 2 }, false],
  ['its group takes any number', { groupCars: -1, groupWins: 9 }, true],
])('%s: %o is %s', (_, more, expected) => {
  expect(canStillBuy({ ...waitingBid, ...more })).toBe(expected);
});
