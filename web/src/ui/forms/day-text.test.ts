import { expect, test } from 'vitest';
import { dayWithDashes, isDay } from './day-text.ts';

test('typed digits get dashes, and at most eight count', () => {
  expect(dayWithDashes('2026')).toBe('2026');
  expect(dayWithDashes('20261')).toBe('2026-1');
  expect(dayWithDashes('2026-11-2')).toBe('2026-11-2');
  expect(dayWithDashes('20.26/11 24 99')).toBe('2026-11-24');
});

test('only existing days are valid', () => {
  expect(isDay('2026-11-24')).toBe(true);
  expect(isDay('2024-02-29')).toBe(true);
  expect(isDay('2026-02-29')).toBe(false);
  expect(isDay('2026-13-01')).toBe(false);
  expect(isDay('2026-11-2')).toBe(false);
});
