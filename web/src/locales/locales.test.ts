import { ERROR_CODES } from '@seri/contract/errors.ts';
import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };

const PLURAL = /_(one|few|many|other)$/;
const english: Record<string, string> = en;
const russian: Record<string, string> = ru;
const plain = (texts: Record<string, string>) => Object.keys(texts).filter((key) => !PLURAL.test(key));
const bases = (texts: Record<string, string>) =>
  [
    ...new Set(
      Object.keys(texts)
        .filter((key) => PLURAL.test(key))
        .map((key) => key.replace(PLURAL, '')),
    ),
  ].sort();
const braces = (text: string | undefined) => [...new Set(text?.match(/\{\{\w+\}\}/g) ?? [])].sort();

// @covers L10N-03
test('every text exists in both languages', () => {
  expect(plain(russian)).toEqual(plain(english));
  expect(bases(russian)).toEqual(bases(english));
});

// @covers L10N-03
test('every count has all plural forms of its language', () => {
  for (const base of bases(english)) {
    for (const form of ['one', 'other']) expect(english).toHaveProperty([`${base}_${form}`]);
    for (const form of ['one', 'few', 'many']) expect(russian).toHaveProperty([`${base}_${form}`]);
  }
});

// @covers L10N-03
test.each(plain(english))('%s has the same placeholders in both languages and is not empty', (key) => {
  expect(braces(russian[key])).toEqual(braces(english[key]));
  expect(english[key]?.trim()).toBeTruthy();
  expect(russian[key]?.trim()).toBeTruthy();
});

test.each(ERROR_CODES)('the refusal %s has a text', (code) => {
  expect(english).toHaveProperty([`Error.${code}`]);
});

test('the keys are sorted, so that nobody adds a key twice', () => {
  for (const texts of [english, russian]) expect(Object.keys(texts)).toEqual([...Object.keys(texts)].sort());
});
