import { describe, expect, test } from 'vitest';
import { conditionTone, knownLotStatus, LOT_STATUSES, lotStatusTone, myBidTone } from './statuses.ts';

describe('color of a condition grade', () => {
  // @covers LIST-12
  test.each([
    ['green', ['6', '5', 'S']],
    ['amber', ['3.5', '4', '4.5']],
    ['red', ['***', 'RA', 'R', '3', '2', 'RB', 'R2', 'R?', '1', 'WR']],
    ['neutral', ['', '-', '7', 's', '4.50', 'A']],
  ])('%s', (tone, grades) => {
    expect(grades.map(conditionTone)).toEqual(grades.map(() => tone));
  });

  // @covers LIST-12, OTHER-04
  test('a whole grade may have a zero after the dot', () => {
    expect(['5.0', '4.0', '3.0'].map(conditionTone)).toEqual(['green', 'amber', 'red']);
  });
});

describe('color of a lot status', () => {
  // @covers LIST-47
  test.each([
    [4531, 'green'],
    [4532, 'amber'],
    [4533, 'red'],
    [4534, 'red'],
    [4535, 'amber'],
    [4536, 'grey'],
    [4537, 'amber'],
    [4538, 'amber'],
    [4539, 'amber'],
    [0, 'amber'],
    [4540, 'amber'],
  ])('%i is %s', (status, tone) => {
    expect(lotStatusTone(status)).toBe(tone);
  });

  // @covers LIST-47
  test('an unknown status counts as Unknown', () => {
    expect([0, 4530, 4540].map(knownLotStatus)).toEqual([4538, 4538, 4538]);
    expect(LOT_STATUSES.map(knownLotStatus)).toEqual(LOT_STATUSES);
  });
});

// @covers LIST-13
test('the own bid is green while the lot runs, red once it is sold, blue otherwise', () => {
  expect([4531, 4533, 4534].map(myBidTone)).toEqual(['green', 'red', 'red']);
  expect([4532, 4535, 4536, 4537, 4538, 4539, 1].map(myBidTone)).toEqual(Array(7).fill('blue'));
});
