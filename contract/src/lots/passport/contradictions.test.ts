import { expect, test } from 'vitest';
import { contradictionsOf } from './contradictions.ts';

const at = (auctionDay: string, mileageKm: number | null, condition: string) => ({ auctionDay, mileageKm, condition });

// @covers FIND-07
test('marks fewer kilometers than on an earlier day, and a clean grade after a repair grade', () => {
  expect(
    contradictionsOf([at('2026-11-01', 80_000, '4'), at('2026-10-01', 95_000, 'R'), at('2026-09-01', 60_000, '4.5')]),
  ).toEqual([['mileage', 'grade'], [], []]);
});

test('marks nothing on the same day, for unknown values, or for a repair after a clean grade', () => {
  expect(contradictionsOf([at('2026-11-01', 80_000, '4'), at('2026-11-01', 95_000, 'R')])).toEqual([[], []]);
  expect(contradictionsOf([at('2026-11-02', null, ''), at('2026-11-01', 95_000, 'R')])).toEqual([[], []]);
  expect(contradictionsOf([at('2026-11-02', 96_000, 'RA'), at('2026-11-01', null, '4')])).toEqual([[], []]);
});
