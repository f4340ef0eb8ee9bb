import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { expect, test } from 'vitest';
import { archiveShare } from './archive-share.ts';
import { countDemoDay } from './catalogue.ts';

const TODAY = '2026-11-25';
const shareOf = archiveShare(TODAY);
const past = Array.from({ length: 549 }, (_, i) => shiftDay(TODAY, -i - 1));

test('the archive holds every lot of two weeks, and past sales of each of 18 months', () => {
  for (const day of past.slice(0, 14)) expect(shareOf(day)).toBe(1);
  const byMonth = new Map<string, number>();
  for (const day of past)
    byMonth.set(day.slice(0, 7), (byMonth.get(day.slice(0, 7)) ?? 0) + countDemoDay(day, shareOf));
  // The first month is incomplete.
  const whole = [...byMonth.values()].slice(0, -1);
  expect(whole.length).toBeGreaterThanOrEqual(18);
  for (const [month, lots] of [...byMonth].slice(0, -1)) expect(lots, month).toBeGreaterThan(1_200);
  const all = past.reduce((sum, day) => sum + countDemoDay(day, shareOf), 0);
  expect(all).toBeGreaterThan(90_000);
  expect(all).toBeLessThan(112_000);
});

test('auction houses sell most in March, least in August, and nothing at New Year and Obon', () => {
  const inMonth = (month: string) =>
    past.filter((day) => day.startsWith(month)).reduce((sum, day) => sum + countDemoDay(day, shareOf), 0);
  expect(inMonth('2026-03')).toBeGreaterThan(inMonth('2026-02'));
  expect(inMonth('2026-03')).toBeGreaterThan(inMonth('2026-08') * 1.4);
  for (const day of ['2026-01-03', '2025-08-13', '2026-05-04']) expect(countDemoDay(day, shareOf)).toBe(0);
});

test('contains no lots for a weekday without auctions', () => {
  expect(countDemoDay('2026-02-15', shareOf)).toBe(0);
  expect(countDemoDay('2026-02-19', shareOf)).toBeGreaterThan(50);
});
