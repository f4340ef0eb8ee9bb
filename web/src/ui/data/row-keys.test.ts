import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeyedRows, keysOfRows } from './row-keys.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

/** The rows whose elements stay. */
const kept = (last: KeyedRows, now: KeyedRows) =>
  now.ids.filter((_, index) => last.keys.includes(now.keys[index] ?? ''));

/** Elements that remain in both lists have the order of the last one. */
function expectNoMoves(last: KeyedRows, now: KeyedRows) {
  const places = now.keys.map((key) => last.keys.indexOf(key)).filter((place) => place >= 0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(now.keys).size).toBe(now.keys.length);
}

const first = keysOfRows(numbers(1, 9));

test.each([
  ['rows that stay keep their elements', ['1', '2', '4', '5', '9'], ['1', '2', '4', '5', '9']],
  ['a row that goes up has a new element', ['1', '8', '2', '3', '4', '5'], ['1', '2', '3', '4', '5']],
  ['a row that goes down has a new element', ['2', '3', '4', '5', '6', '1'], ['2', '3', '4', '5', '6']],
  ['new rows between them', ['20', '1', '21', '2', '3', '22'], ['1', '2', '3']],
  ['no row of the last list', ['20', '21'], []],
])('%s', (_, ids, expected) => {
  const now = keysOfRows(ids, first);
  expect(kept(first, now)).toEqual(expected);
  expectNoMoves(first, now);
});

test('no element moves, whatever lists follow each other', () => {
  const lists = fc.array(fc.shuffledSubarray(numbers(1, 20)), { maxLength: 10 });
  fc.assert(
    fc.property(lists, (following) => {
      let last = first;
      for (const ids of following) {
        const now = keysOfRows(ids, last);
        expectNoMoves(last, now);
        last = now;
      }
    }),
  );
});
