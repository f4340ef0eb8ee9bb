import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Pieces that end when they are told to. */
function pieces(turns: Turns, count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = (async () => {
    for (let nth = 0; nth < count; nth++)
      await turns.use(1, async () => {
        begun.push(nth);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
  })();
  const end = async () => {
    ends.shift()?.();
    await nextTurn();
  };
  return { begun, end, all };
}

test('a piece begins at once where nothing else was begun', async () => {
  const { begun, end, all } = pieces(new Turns(), 2);
  expect(begun).toEqual([0]);
  await end();
  expect(begun).toEqual([0, 1]);
  await end();
  await all;
});

test('as many begin as were given, and whoever takes them back waits for the one in hand', async () => {
  const turns = new Turns();
  await turns.take();
  const { begun, end, all } = pieces(turns, 3);
  await nextTurn();
  expect(begun).toEqual([]);
  turns.give(2);
  await nextTurn();
  await end();
  expect(begun).toEqual([0, 1]);
  let isTaken = false;
  const taken = turns.take().then(() => {
    isTaken = true;
  });
  await nextTurn();
  expect(isTaken).toBe(false);
  await end();
  await taken;
  expect(begun).toEqual([0, 1]);
  turns.give(Number.POSITIVE_INFINITY);
  await nextTurn();
  await end();
  await all;
  expect(begun).toEqual([0, 1, 2]);
});

test('a piece that fails is over for who waits, and fails for who asked for it', async () => {
  const turns = new Turns();
  const failed = turns.use(1, () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  await turns.take();
});
