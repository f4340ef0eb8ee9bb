import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const LIMITS = { maxRunning: 3, maxRunningPerSubject: 2, maxWaitingPerSubject: 40, maxWaiting: 50 };

/** Takes a number of turns for one subject and records the order in which they start. */
function takeMany(queue: ReturnType<typeof createFairQueue>, subject: string, times: number, started: string[]) {
  return Array.from({ length: times }, () =>
    queue.take(subject).then((end) => {
      started.push(subject);
      return end;
    }),
  );
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('one user runs no more work at once than their share, and the rest waits', async () => {
  const queue = createFairQueue(LIMITS);
  const started: string[] = [];
  takeMany(queue, 'anna', 10, started);
  await settled();
  expect(started).toEqual(['anna', 'anna']);
  expect(queue.counted()).toEqual({ running: 2, waiting: 8 });
});

// @covers ASVS-15.2.2, SEC-07
test('a user with one piece of work comes before another one’s forty waiting pieces', async () => {
  const queue = createFairQueue({ ...LIMITS, maxRunning: 2 });
  const started: string[] = [];
  const [first] = takeMany(queue, 'anna', 40, started);
  takeMany(queue, 'boris', 1, started);
  takeMany(queue, 'clara', 1, started);
  (await first)?.();
  await settled();
  expect(started).toEqual(['anna', 'anna', 'boris']);
});

test('turns alternate between the waiting users', async () => {
  const queue = createFairQueue({ ...LIMITS, maxRunning: 1 });
  const started: string[] = [];
  const all = [...takeMany(queue, 'anna', 4, started), ...takeMany(queue, 'boris', 3, started)];
  for (const turn of all) void turn.then((end) => setImmediate(end));
  await Promise.all(all);
  expect(started).toEqual(['anna', 'boris', 'anna', 'boris', 'anna', 'boris', 'anna']);
  await settled();
  expect(queue.counted()).toEqual({ running: 0, waiting: 0 });
});

test('too much waiting work of one user is refused with 429, of all users with 503, both with the seconds to wait', async () => {
  const queue = createFairQueue({ maxRunning: 1, maxRunningPerSubject: 1, maxWaitingPerSubject: 2, maxWaiting: 3 });
  const started: string[] = [];
  takeMany(queue, 'anna', 3, started);
  await expect(queue.take('anna')).rejects.toMatchObject({
    status: 429,
    code: 'TooManyRequests',
    retryAfterSeconds: 2,
  });
  takeMany(queue, 'boris', 1, started);
  await expect(queue.take('clara')).rejects.toMatchObject({ status: 503, code: 'Busy', retryAfterSeconds: 2 });
});

test('skips work whose caller has left, and a turn that ends twice frees one place', async () => {
  const queue = createFairQueue({ ...LIMITS, maxRunning: 1, maxRunningPerSubject: 1 });
  const end = await queue.take('anna');
  let hasLeft = false;
  const abandoned = queue.take('boris', { isGone: () => hasLeft });
  const next = queue.take('clara');
  hasLeft = true;
  end();
  end();
  await expect(abandoned).rejects.toMatchObject({ code: 'Busy' });
  (await next)();
  expect(queue.counted()).toEqual({ running: 0, waiting: 0 });
});

describe('with a pace', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Five seconds' worth of work arrives at once. */
  const BURST = 25;
  const PACE_MS = 200;

  // @covers SEC-07
  test('a burst runs at once, the rest at the pace, and other users do not wait', async () => {
    const queue = createFairQueue({
      maxRunning: 100,
      maxRunningPerSubject: 100,
      maxWaitingPerSubject: 100,
      maxWaiting: 100,
    });
    const started: string[] = [];
    const takeOne = (subject: string) =>
      queue.take(subject, { paceMs: PACE_MS }).then((end) => {
        started.push(subject);
        end();
      });
    const begunBy = (subject: string) => started.filter((one) => one === subject).length;
    for (let nth = 0; nth < 60; nth++) void takeOne('anna');
    await vi.advanceTimersByTimeAsync(1);
    expect(begunBy('anna')).toBe(BURST + 1);
    await takeOne('boris');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begunBy('anna')).toBe(BURST + 1 + 10);
    expect(begunBy('boris')).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(begunBy('anna')).toBe(60);
    expect(queue.counted()).toEqual({ running: 0, waiting: 0 });
  });

  test('ten pieces of work run at once, however slow the pace is', async () => {
    const queue = createFairQueue({
      maxRunning: 100,
      maxRunningPerSubject: 100,
      maxWaitingPerSubject: 100,
      maxWaiting: 100,
    });
    let started = 0;
    for (let nth = 0; nth < 20; nth++)
      void queue.take('anna', { paceMs: 6_000 }).then((end) => {
        started += 1;
        end();
      });
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toBe(11);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(started).toBe(13);
  });

  test('a subject that has paused has its full burst again', async () => {
    const queue = createFairQueue({
      maxRunning: 100,
      maxRunningPerSubject: 100,
      maxWaitingPerSubject: 100,
      maxWaiting: 100,
    });
    let started = 0;
    const takeMany = () => {
      for (let nth = 0; nth < BURST; nth++)
        void queue.take('anna', { paceMs: PACE_MS }).then((end) => {
          started += 1;
          end();
        });
    };
    takeMany();
    await vi.advanceTimersByTimeAsync(6_000);
    takeMany();
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toBe(2 * BURST);
  });
});
