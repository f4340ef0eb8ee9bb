import { expect, test } from 'vitest';
import { judge, REPLICA_LIMITS, type Standing, UNKNOWN } from './replica-standing.ts';

const STEP_MS = 500;
const UP_TO_DATE = 100;
const TOO_FAR = 6_000;

/** What became of a replica that was found so far behind, twice a second: each moment it was taken or left, in seconds. */
function lived(behindMs: (second: number) => number | null, seconds: number) {
  const changes: string[] = [];
  let standing: Standing = UNKNOWN;
  for (let atMs = 0; atMs <= seconds * 1_000; atMs += STEP_MS) {
    const next = judge(standing, behindMs(atMs / 1_000), atMs, REPLICA_LIMITS);
    if (next.isUsed !== standing.isUsed) changes.push(`${next.isUsed ? 'taken' : 'left'} ${atMs / 1_000}`);
    standing = next;
  }
  return changes;
}

test('a replica that is up to date is taken at once, and one that does not answer never', () => {
  expect(lived(() => UP_TO_DATE, 60)).toEqual(['taken 0']);
  expect(lived(() => null, 60)).toEqual([]);
});

test('one that is too far behind or gone is left, and taken again when it has kept up for ten seconds', () => {
  expect(lived((second) => (second >= 20 && second < 30 ? TOO_FAR : UP_TO_DATE), 60)).toEqual([
    'taken 0',
    'left 20',
    'taken 40',
  ]);
  expect(lived((second) => (second === 20 ? null : UP_TO_DATE), 60)).toEqual(['taken 0', 'left 20', 'taken 30.5']);
});

test('four seconds behind is near enough to stay, and too far to be taken', () => {
  expect(lived((second) => (second < 10 ? UP_TO_DATE : 4_000), 60)).toEqual(['taken 0']);
  expect(lived(() => 4_000, 60)).toEqual([]);
});

test('who cannot keep up is taken less and less often: an hour of failing twice a minute has three times', () => {
  const changes = lived((second) => (second % 30 === 29 ? null : UP_TO_DATE), 3_600);
  expect(changes).toEqual(['taken 0', 'left 29', 'taken 39.5', 'left 59', 'taken 79.5', 'left 89']);
});

test('what was long ago is forgiven: after five good minutes ten seconds are enough again', () => {
  const bad = [20, 40, 1_000];
  expect(lived((second) => (bad.includes(second) ? null : UP_TO_DATE), 1_100)).toEqual([
    ...['taken 0', 'left 20', 'taken 30.5', 'left 40', 'taken 60.5', 'left 1000', 'taken 1010.5'],
  ]);
});
