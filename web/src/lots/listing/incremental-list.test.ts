import { expect, test } from 'vitest';
import { appendChunk, type Lots, type RenderProgress, startRendering, visibleRows } from './incremental-list.ts';

const lots = (...ids: number[]) => ids.map((id) => ({ id: String(id) })) as unknown as Lots;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const idsOf = (progress: RenderProgress) => visibleRows(progress)?.map(({ id }) => Number(id));

/** Rows on the screen after each chunk. */
function steps(progress: RenderProgress): (number[] | undefined)[] {
  const next = appendChunk(progress);
  return [idsOf(progress), ...(next ? steps(next) : [])];
}

test('a first list renders whole', () => {
  expect(steps(startRendering(undefined, lots(...numbers(1, 70))))).toEqual([numbers(1, 70)]);
  expect(steps(startRendering(undefined, undefined))).toEqual([undefined]);
});

test('a new list replaces it in chunks and is never shorter than its final length', () => {
  const before = startRendering(undefined, lots(...numbers(1, 30)));
  expect(steps(startRendering(before, lots(...numbers(101, 130))))).toEqual([
    [...numbers(101, 103), ...numbers(4, 30)],
    [...numbers(101, 106), ...numbers(7, 30)],
    [...numbers(101, 109), ...numbers(10, 30)],
    [...numbers(101, 112), ...numbers(13, 30)],
    [...numbers(101, 115), ...numbers(16, 30)],
    [...numbers(101, 118), ...numbers(19, 30)],
    [...numbers(101, 121), ...numbers(22, 30)],
    [...numbers(101, 124), ...numbers(25, 30)],
    [...numbers(101, 127), ...numbers(28, 30)],
    numbers(101, 130),
  ]);
});

test('a lot of both lists appears once', () => {
  const before = startRendering(undefined, lots(...numbers(1, 30)));
  for (const ids of steps(startRendering(before, lots(...numbers(1, 30).reverse()))))
    expect(new Set(ids).size).toBe(ids?.length);
});

test('a shorter list keeps the rows in their places', () => {
  const before = startRendering(undefined, lots(...numbers(1, 30)));
  expect(steps(startRendering(before, lots(...numbers(101, 110))))).toEqual([
    [...numbers(101, 103), ...numbers(4, 10)],
    [...numbers(101, 106), ...numbers(7, 10)],
    [...numbers(101, 109), 10],
    numbers(101, 110),
  ]);
});

test('a lot that leaves the list is gone at once', () => {
  const before = startRendering(undefined, lots(...numbers(1, 30)));
  for (const ids of steps(startRendering(before, lots(...numbers(1, 4), ...numbers(6, 31))))) {
    expect(ids).not.toContain(5);
    expect(ids?.slice(0, 8)).toEqual([...numbers(1, 4), ...numbers(6, 9)]);
    expect(ids?.length).toBeGreaterThanOrEqual(29);
  }
});

test('lots appended to a list render at once, and an unchanged list is complete', () => {
  const before = startRendering(undefined, lots(...numbers(1, 20)));
  expect(steps(startRendering(before, lots(...numbers(1, 40))))).toEqual([
    numbers(1, 23),
    numbers(1, 26),
    numbers(1, 29),
    numbers(1, 32),
    numbers(1, 35),
    numbers(1, 38),
    numbers(1, 40),
  ]);
  expect(steps(startRendering(before, lots(...numbers(1, 20))))).toEqual([numbers(1, 20)]);
});

test('an empty or missing list removes all rows of the previous one', () => {
  const before = startRendering(undefined, lots(...numbers(1, 20)));
  expect(steps(startRendering(before, lots()))).toEqual([[]]);
  expect(steps(startRendering(before, undefined))).toEqual([undefined]);
});

test('a list that arrives before the last one is complete starts with the visible rows', () => {
  const first = startRendering(undefined, lots(...numbers(1, 20)));
  const second = startRendering(first, lots(...numbers(21, 40)));
  const further = appendChunk(second) ?? second;
  const [shown] = steps(startRendering(further, lots(...numbers(41, 60))));
  expect(shown).toEqual([...numbers(41, 43), ...numbers(24, 26), ...numbers(7, 20)]);
});
