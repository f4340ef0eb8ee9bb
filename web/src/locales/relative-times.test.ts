import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { timeLeftPhrase, timeLeftSpoken, timeLeftText } from '../ui/data/time-left-text.ts';
import { setTexts, t } from '../ui/theme/text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LEFT_MS = [41 * MINUTE_MS + 7_000, 2 * HOUR_MS, 22 * HOUR_MS + 52 * MINUTE_MS, DAY_MS, 2 * DAY_MS, 6 * DAY_MS];
const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8'));
/** Endings that a label before a remaining time must not have: the phrase after it has its own preposition. */
const ENDING = {
  en: /\b(closes|closing|ends|expires|opens|starts|left|over|due) (in|within|after)$/,
  ru: /(через|в течение)$/,
};

const SENTENCES = {
  en: [
    ['Bidding closes in 41:07', 'in 41 min', '41:07'],
    ['Bidding closes in 2 h', 'in 2 h', '2 h'],
    ['Bidding closes in 22 h 52 min', 'in 22 h 52 min', '22 h 52 m'],
    ['Bidding closes in 1 day', 'in 1 day', '1 d'],
    ['Bidding closes in 2 days', 'in 2 days', '2 d'],
    ['Bidding closes in 6 days', 'in 6 days', '6 d'],
  ],
  ru: [
    ['Приём ставок закроется через 41:07', 'через 41 мин', '41:07'],
    ['Приём ставок закроется через 2 ч', 'через 2 ч', '2 ч'],
    ['Приём ставок закроется через 22 ч 52 мин', 'через 22 ч 52 мин', '22 ч 52 мин'],
    ['Приём ставок закроется через 1 день', 'через 1 день', '1 дн.'],
    ['Приём ставок закроется через 2 дня', 'через 2 дня', '2 дн.'],
    ['Приём ставок закроется через 6 дней', 'через 6 дней', '6 дн.'],
  ],
};

describe.each(['en', 'ru'] as const)('in %s', (language) => {
  test('a label and a remaining time form one sentence', () => {
    setTexts(read(language), language);
    for (const label of ['bids.panel.closesIn', 'bids.confirm.closesIn'])
      expect(
        LEFT_MS.map((leftMs) => [
          `${t(label)} ${timeLeftPhrase(leftMs)}`,
          timeLeftSpoken(leftMs),
          timeLeftText(leftMs),
        ]).map((sentences) => sentences.map((text) => text.replaceAll('\u00a0', ' '))),
      ).toEqual(SENTENCES[language]);
  });

  test('no text ends with a preposition that its value already contains', () => {
    const ending = Object.entries(read(language)).filter(([, text]) => ENDING[language].test(text));
    expect(ending).toEqual([]);
  });
});
