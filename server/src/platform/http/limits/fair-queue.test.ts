import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const LIMITS = { most: 3, mostOfOne: 2, mostWaitingOfOne: 40, mostWaiting: 50 };

/** Takes a number of turns for one subject and records the order in which they start. */
function takeMany(turns: ReturnType<typeof createFairQueue>, subject: string, times: number, begun: string[]) {
  return Array.from({ length: times }, () =>
    turns.take(subject).then((end) => {
      begun.push(subject);
      return end;
    }),
  );
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('one user runs no more work at once than their share, and the rest waits', async () => {
  const turns = createFairQueue(LIMITS);
  const begun: string[] = [];
  takeMany(turns, 'anna', 10, begun);
  await settled();
  expect(begun).toEqual(['anna', 'anna']);
  expect(turns.counted()).toEqual({ running: 2, waiting: 8 });
});

// @covers ASVS-15.2.2, SEC-07
test('a user with one piece of work comes before another one’s forty waiting pieces', async () => {
  const turns = createFairQueue({ ...LIMITS, most: 2 });
  const begun: string[] = [];
  const [first] = takeMany(turns, 'anna', 40, begun);
  takeMany(turns, 'boris', 1, begun);
  takeMany(turns, 'clara', 1, begun);
  (await first)?.();
  await settled();
  expect(begun).toEqual(['anna', 'anna', 'boris']);
});

test('turns alternate between the waiting users', async () => {
  const turns = createFairQueue({ ...LIMITS, most: 1 });
  const begun: string[] = [];
  const all = [...takeMany(turns, 'anna', 4, begun), ...takeMany(turns, 'boris', 3, begun)];
  for (const turn of all) void turn.then((end) => setImmediate(end));
  await Promise.all(all);
  expect(begun).toEqual(['anna', 'boris', 'anna', 'boris', 'anna', 'boris', 'anna']);
  await settled();
  expect(turns.counted()).toEqual({ running: 0, waiting: 0 });
});

test('too much waiting work of one user is refused with 429, of all users with 503, both with the seconds to wait', async () => {
  const turns = createFairQueue({ most: 1, mostOfOne: 1, mostWaitingOfOne: 2, mostWaiting: 3 });
  const begun: string[] = [];
  takeMany(turns, 'anna', 3, begun);
  await expect(turns.take('anna')).rejects.toMatchObject({
    status: 429,
    code: 'TooManyRequests',
    retryAfterSeconds: 2,
  });
  takeMany(turns, 'boris', 1, begun);
  await expect(turns.take('clara')).rejects.toMatchObject({ status: 503, code: 'Busy', retryAfterSeconds: 2 });
});

test('skips work whose caller has left, and a turn that ends twice frees one place', async () => {
  const turns = createFairQueue({ ...LIMITS, most: 1, mostOfOne: 1 });
  const end = await turns.take('anna');
  let hasLeft = false;
  const gone = turns.take('boris', { isGone: () => hasLeft });
  const next = turns.take('clara');
  hasLeft = true;
  end();
  end();
  await expect(gone).rejects.toMatchObject({ code: 'Busy' });
  (await next)();
  expect(turns.counted()).toEqual({ running: 0, waiting: 0 });
});

describe('with a pace', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Five seconds' worth of work arrives at once. */
  const BURST = 25;
  const PACE_MS = 200;

  // @covers SEC-07
  test('a burst runs at once, the rest at the pace, and other users do not wait', async () => {
    const turns = createFairQueue({ most: 100, mostOfOne: 100, mostWaitingOfOne: 100, mostWaiting: 100 });
    const begun: string[] = [];
    const takeOne = (subject: string) =>
      turns.take(subject, { paceMs: PACE_MS }).then((end) => {
        begun.push(subject);
        end();
      });
    const begunBy = (subject: string) => begun.filter((one) => one === subject).length;
    for (let nth = 0; nth < 60; nth++) void takeOne('anna');
    await vi.advanceTimersByTimeAsync(1);
    expect(begunBy('anna')).toBe(BURST + 1);
    await takeOne('boris');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begunBy('anna')).toBe(BURST + 1 + 10);
    expect(begunBy('boris')).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(begunBy('anna')).toBe(60);
    expect(turns.counted()).toEqual({ running: 0, waiting: 0 });
  });

  test('ten pieces of work run at once, however slow the pace is', async () => {
    const turns = createFairQueue({ most: 100, mostOfOne: 100, mostWaitingOfOne: 100, mostWaiting: 100 });
    let begun = 0;
    for (let nth = 0; nth < 20; nth++)
      void turns.take('anna', { paceMs: 6_000 }).then((end) => {
        begun += 1;
        end();
      });
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toBe(11);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(begun).toBe(13);
  });

  test('a subject that has paused has its full burst again', async () => {
    const turns = createFairQueue({ most: 100, mostOfOne: 100, mostWaitingOfOne: 100, mostWaiting: 100 });
    let begun = 0;
    const takeMany = () => {
      for (let nth = 0; nth < BURST; nth++)
        void turns.take('anna', { paceMs: PACE_MS }).then((end) => {
          begun += 1;
          end();
        });
    };
    takeMany();
    await vi.advanceTimersByTimeAsync(6_000);
    takeMany();
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toBe(2 * BURST);
  });
});
