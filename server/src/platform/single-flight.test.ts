import { expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** A function that resolves on command and counts its calls. */
function slowly() {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  return {
    find: () => new Promise<number>((resolve, reject) => ends.push({ resolve, reject })),
    ends,
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

it('runs once for all callers that arrived during an execution, and never returns them its older result', async () => {
  const { find, ends, settled } = slowly();
  const run = createSingleFlight(find);
  const first = run();
  await settled();
  const others = [run(), run(), run()];
  await settled();
  expect(ends).toHaveLength(1);
  ends[0]?.resolve(1);
  expect(await first).toBe(1);
  await settled();
  expect(ends).toHaveLength(2);
  const late = run();
  ends[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await settled();
  ends[2]?.resolve(3);
  expect(await late).toBe(3);
  await settled();
  const afterwards = run();
  await settled();
  ends[3]?.resolve(4);
  expect(await afterwards).toBe(4);
});

it('rejects for all waiting callers, and the next call runs again', async () => {
  const { find, ends, settled } = slowly();
  const run = createSingleFlight(find);
  const first = run();
  await settled();
  const second = run();
  ends[0]?.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await settled();
  ends[1]?.resolve(2);
  expect(await second).toBe(2);
  await settled();
  const third = run();
  await settled();
  ends[2]?.resolve(3);
  expect(await third).toBe(3);
});

it('runs once for calls of the same tick', async () => {
  const { find, ends, settled } = slowly();
  const run = createSingleFlight(find);
  const both = [run(), run()];
  await settled();
  ends[0]?.resolve(1);
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(ends).toHaveLength(1);
});
