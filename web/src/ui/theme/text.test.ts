import { expect, test } from 'vitest';
import { setTexts, t } from './text.ts';

const russian = {
  lots_one: '{{count}} лот',
  lots_few: '{{count}} лота',
  lots_many: '{{count}} лотов',
  lots_other: '{{count}} лота',
  year: 'Год {{year}}',
};

test.each([
  [0, '0 лотов'],
  [1, '1 лот'],
  [2, '2 лота'],
  [5, '5 лотов'],
  [11, '11 лотов'],
  [21, '21 лот'],
  [22, '22 лота'],
  [25, '25 лотов'],
  [101, '101 лот'],
  [1.5, '1.5 лота'],
  [2018, '2\u202f018 лотов'],
  [1_250_001, '1\u202f250\u202f001 лот'],
])('a count of %d has the plural form of its language and spaces between its thousands', (count, expected) => {
  setTexts(russian, 'ru');
  expect(t('lots', { count })).toBe(expected);
});

test('values that are no counts stay unchanged', () => {
  setTexts(russian, 'ru');
  expect(t('year', { year: 2018 })).toBe('Год 2018');
});
