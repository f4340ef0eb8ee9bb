import { afterAll, expect, test } from 'vitest';
import type { Bidders } from '../testing/bidding/bidders.ts';
import { type Storm, storm, type Weather } from '../testing/chaos/storm.ts';
import { expectNothingLost } from '../testing/chaos/storm-checks.ts';
import { calmDatabase, crashingDatabase } from '../testing/chaos/storm-database.ts';

/** Kinds of faults, their number and the seed: npm run torture -- kills, restarts, cuts, moods, twins (docs/performance.md). */
const PART = process.env.STORM_PART ?? 'sample';
const TIMES = Number(process.env.STORM_TIMES ?? 0);
const SEED = Number(process.env.STORM_SEED ?? 1);
const TIMEOUT_MS = 300_000 + TIMES * 60_000;

const calm: Weather = {
  seed: SEED,
  bidders: 4,
  steps: 5,
  servers: 1,
  workers: 1,
  kills: 0,
  calmMs: 1_500,
  restarts: 0,
  cuts: 0,
  moods: false,
};
const STORMS: Record<string, Weather> = {
  sample: { ...calm, steps: 10, servers: 2, workers: 2, kills: 2, cuts: 10, moods: true },
  kills: { ...calm, kills: TIMES },
  restarts: { ...calm, restarts: TIMES },
  cuts: { ...calm, cuts: TIMES },
  moods: { ...calm, steps: TIMES, moods: true },
  // All faults together, with two servers and two workers, and enough bidders for a hundred bids between two kills.
  all: {
    ...calm,
    bidders: 24,
    steps: TIMES * 7,
    servers: 2,
    workers: 2,
    kills: TIMES,
    calmMs: 5_000,
    restarts: Math.ceil(TIMES / 25),
    cuts: TIMES,
    moods: true,
  },
};
const counts: object[] = [];
afterAll(() => {
  for (const counted of counts) process.stdout.write(`COUNTED ${JSON.stringify(counted)}\n`);
});
const count = ({ bidders, agent, counted }: Storm) =>
  counts.push({
    acknowledgedBids: bidders.acknowledged.filter(({ path }) => path === '/v1/bid/create').length,
    acknowledgedCalls: bidders.acknowledged.length,
    callsRepeated: bidders.repeats,
    lotsSold: bidders.lots.filter(({ state }) => state === 'sold').length,
    agentCalls: agent.calls.length,
    agentEffects: agent.effects.length,
    ...counted,
  });

const weather = STORMS[PART];
if (weather)
  test(`every answered call is carried out once, whatever ends, hangs or lies (${PART}, seed ${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const base = await (weather.restarts > 0 ? crashingDatabase() : calmDatabase());
    try {
      await storm(weather, base, async (result) => {
        await expectNothingLost(result);
        count(result);
      });
    } finally {
      await base.close();
    }
  });

/** The history of each bidder, without numbers that depend on timing. */
const livesOf = ({ lots, refused }: Bidders) =>
  [0, 1, 2, 3].map((index) => ({
    lots: lots.filter(({ bidder }) => bidder === index).map(({ amountYen, state }) => `${state} ${amountYen}`),
    refused: refused.filter(({ bidder }) => bidder === index).map(({ path, code }) => `${path} ${code}`),
  }));

if (PART === 'twins')
  test(`two servers and two workers on one database give the same result as one of each (seed ${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const lives: ReturnType<typeof livesOf>[] = [];
    for (const number of [1, 2]) {
      const base = await calmDatabase();
      try {
        await storm({ ...calm, steps: TIMES, servers: number, workers: number }, base, async (result) => {
          await expectNothingLost(result);
          lives.push(livesOf(result.bidders));
          count(result);
        });
      } finally {
        await base.close();
      }
    }
    expect(lives[1]).toEqual(lives[0]);
  });
