import { afterEach, expect, test, vi } from 'vitest';
import en from '../../locales/en.json';
import ru from '../../locales/ru.json';
import { ownFullTime } from '../../ui/data/japan-text.ts';
import { pagesAround } from '../../ui/data/page-numbers.ts';
import { timeLeftText } from '../../ui/data/time-left-text.ts';
import { nextStep } from '../../ui/forms/money-input.tsx';
import { groupThousands, numberOf } from '../../ui/theme/number-text.ts';
import { setTexts, t } from '../../ui/theme/text.ts';
import { japanDate, japanDateTime, japanDay, japanFullTime, japanIsoDay, km, orAny, phone, yen } from './format.ts';

const inEnglish = () => {
  setTexts(en, 'en');
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
};
const inRussian = () => {
  setTexts(ru, 'ru');
  vi.stubGlobal('document', { documentElement: { lang: 'ru' } });
};
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

// @covers L10N-05
test.each([
  [0, '0 ¥'],
  [650_000, '650 000 ¥'],
  [1_250_000, '1 250 000 ¥'],
  [-5_000, '−5 000 ¥'],
])('%d yen reads %s with thin spaces', (amount, text) => {
  expect(yen(amount)).toBe(text.replaceAll(' ', '\u202f'));
});

// @covers BID-02
test('a pasted amount with signs and spaces is parsed as its number', () => {
  expect(numberOf('¥1,250 000')).toBe(1_250_000);
  expect(numberOf('')).toBe(0);
  expect(numberOf(groupThousands(999_999_999))).toBe(999_999_999);
});

// @covers L10N-05
test.each([
  ['79991234567', '+7 (999) 123-45-67'],
  ['1 (212) 555-01-00', '+1 (212) 555-01-00'],
  ['819012345678', '+819012345678'],
  ['', ''],
])('the number %s is shown as %s', (digits, shown) => {
  expect(phone(digits)).toBe(shown);
});

// @covers L10N-06
test('a reader anywhere sees the day and hour of Japan', () => {
  inEnglish();
  expect(japanDateTime('2026-11-24T20:30:00Z')).toBe('25 Nov 05:30');
  expect(japanDate('2026-11-24T10:30:00+09:00')).toBe('Tue 24 Nov');
  expect(japanIsoDay('2026-11-24T15:00:00Z')).toBe('2026-11-25');
  expect(japanDay('2026-09-01')).toBe('1 Sep');
  inRussian();
  expect(japanDate('2026-11-24T10:30:00+09:00')).toBe('вт 24 нояб.');
});

// @covers L10N-06
test("the reader's own time is beside the time in Japan", () => {
  inEnglish();
  vi.stubEnv('TZ', 'America/New_York');
  expect(japanFullTime('2026-11-24T10:30:00+09:00')).toBe('Tue 24 Nov 10:30');
  expect(ownFullTime('2026-11-24T10:30:00+09:00')).toBe('Mon 23 Nov 20:30');
  expect(t('ui.japanTime', { time: japanDateTime('2026-11-24T10:30:00+09:00') })).toBe('24 Nov 10:30, Japan time');
  expect(t('ui.ownTime', { time: '20:30' })).toBe('Your time: 20:30');
});

// @covers L10N-05
test('a distance is in km, and no line ends between a number and its unit', () => {
  inEnglish();
  expect(km(61_000)).toBe('61\u202f000\u202fkm');
  expect(yen(61_000)).toBe('61\u202f000\u202f¥');
  inRussian();
  expect(km(61_000)).toBe('61\u202f000\u202fкм');
});

test('remaining time is in days, then hours, then minutes and seconds', () => {
  inEnglish();
  const minute = 60_000;
  expect(timeLeftText(3 * 24 * 60 * minute)).toBe('3\u00a0d');
  expect(timeLeftText(130 * minute)).toBe('2\u00a0h 10\u00a0m');
  expect(timeLeftText(180 * minute)).toBe('3\u00a0h');
  expect(timeLeftText(41 * minute + 7_000)).toBe('41:07');
  inRussian();
  expect(timeLeftText(130 * minute)).toBe('2\u00a0ч 10\u00a0мин');
});

// @covers OTHER-05, PAY-06
test('a limit of -1 reads Any', () => {
  inEnglish();
  expect(orAny(-1)).toBe('Any');
  expect(orAny(12)).toBe('12');
});

test('a count takes the plural form of the language', () => {
  setTexts(
    { lots_one: '{{count}} лот', lots_few: '{{count}} лота', lots_many: '{{count}} лотов', lots_other: '?' },
    'ru',
  );
  expect([1, 3, 5, 21].map((count) => t('lots', { count }))).toEqual(['1 лот', '3 лота', '5 лотов', '21 лот']);
});

// @covers LIST-30
test('the pager shows one sibling, one boundary and dots', () => {
  expect(pagesAround(1, 1)).toEqual([1]);
  expect(pagesAround(1, 62)).toEqual([1, 2, 'after', 62]);
  expect(pagesAround(4, 62)).toEqual([1, 2, 3, 4, 5, 'after', 62]);
  expect(pagesAround(30, 62)).toEqual([1, 'before', 29, 30, 31, 'after', 62]);
});

test('a stepper goes to the next multiple and never below zero', () => {
  expect(nextStep(652_000, 5_000, 1)).toBe(655_000);
  expect(nextStep(652_000, 5_000, -1)).toBe(650_000);
  expect(nextStep(0, 5_000, -1)).toBe(0);
});
