import { SHEET_FORMS } from '@seri/contract/sheets/forms.ts';
import { expect, test } from 'vitest';
import { glossaryWords } from '../platform/i18n/glossary.ts';
import { overlaysOf } from './overlays.ts';
import { translator } from './translate.ts';

const translate = translator(glossaryWords());

test('every term of the glossary has both languages, and its Japanese text only once in its kind', () => {
  const words = glossaryWords();
  for (const { kind, ja, en, ru } of words)
    expect(
      [kind, ja, en, ru].every((text) => text.trim() !== ''),
      ja,
    ).toBe(true);
  expect(new Set(words.map(({ kind, ja }) => `${kind} ${ja}`)).size).toBe(words.length);
  for (const { ja, ru } of words.filter(({ kind }) => kind === 'remark' || kind === 'panel' || kind === 'fault'))
    expect(ru, ja).toMatch(/[а-яё]/i);
});

test.each([
  ['firstRegistration', '平成30年 5月', 'May 2018', 'май 2018'],
  ['firstRegistration', '令和元年', '2019', '2019'],
  ['shaken', 'なし', 'none', 'нет'],
  ['mileage', '61,000 km', '61,000 km', '61\u202f000 км'],
  ['mileage', '不明', 'unknown', 'неизвестно'],
  ['displacement', '660 cc', '660 cc', '660 см³'],
  ['damageDiagram', 'A1', 'A1: scratch, hardly visible', 'A1: царапина, едва заметно'],
  ['damageDiagram', 'XX', 'XX: replaced', 'XX: заменено'],
  ['overallGrade', 'R', 'R: accident repaired', 'R: восстановлен после аварии'],
  ['carName', 'トヨタ プリウス', 'Toyota PRIUS', 'Toyota PRIUS'],
  [
    'inspectorNotes',
    '左Fドア凹み大',
    'Left front door: dent (large)',
    'Левая передняя дверь: вмятина (большая степень)',
  ],
  ['grade', 'S TOURING', 'S TOURING', 'S TOURING'],
  ['equipment', '荷台補強', null, null],
] as const)('translates %s %s into both languages', (field, ja, en, ru) => {
  expect([translate(field, ja, 'en'), translate(field, ja, 'ru')]).toEqual([en, ru]);
});

test('a taught term wins over the list, only in its own field', () => {
  const taught = translator(glossaryWords(), [{ field: 'equipment', ja: 'ナビ', en: 'Sat nav', ru: null }]);
  expect(taught('equipment', 'ナビ', 'en')).toBe('Sat nav');
  expect(taught('equipment', 'ナビ', 'ru')).toBe('Навигация');
  expect(taught('salesPoints', 'ナビ', 'en')).toBe('Navigation');
});

test('every label of every form is translated into both languages', () => {
  for (const { labels } of SHEET_FORMS)
    for (const label of Object.values(labels))
      expect([translate('label', label, 'en'), translate('label', label, 'ru')], label).not.toContain(null);
});

test('the overlay covers what was read, marks the unread, and leaves figures and marks visible', () => {
  const box = [0, 0, 10, 10] as [number, number, number, number];
  const places = (['equipment', 'color', 'lotNumber'] as const).map((field) => ({
    field,
    label: box,
    value: box,
    ja: '装備',
  }));
  const items = [
    { field: 'equipment', ja: 'ナビ' },
    { field: 'equipment', ja: '荷台補強' },
    { field: 'equipment', ja: null },
    { field: 'color', ja: null },
    { field: 'lotNumber', ja: '17' },
  ];
  const slips = overlaysOf(places, items, translate, 'ru');
  expect(slips.filter(({ kind }) => kind !== 'label')).toEqual([
    { kind: 'paragraph', box, lines: ['Навигация', '荷台補強', '[не прочитано]'] },
  ]);
  expect(slips.filter(({ kind }) => kind === 'label')).toHaveLength(3);
});
