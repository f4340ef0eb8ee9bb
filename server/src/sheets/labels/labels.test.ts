import type { Area } from '@seri/contract/sheets/fields.ts';
import { describe, expect, test } from 'vitest';
import { glossaryWords } from '../../platform/i18n/glossary.ts';
import { canonicalValue, comparedValue } from '../canonical.ts';
import { vocabularyOf } from '../reading/vocabulary.ts';
import type { Run } from './find-labels.ts';
import { labelList, labelOf } from './label-words.ts';
import { placeValues } from './place-values.ts';
import { judgeValue } from './read-value.ts';
import { anyDate } from './value-patterns.ts';

const labels = labelList(glossaryWords());
const vocabulary = vocabularyOf(glossaryWords(), []);

describe('a printed label', () => {
  test.each([
    ['走行距離', 'mileage'],
    ['走 行 ：', 'mileage'],
    ['車台No.', 'chassisNumber'],
    ['内装', 'interiorGrade'],
    ['内装色', 'other'],
    ['色替', 'other'],
    ['外装色', 'color'],
    ['検査員記人欄', 'inspectorNotes'],
    ['モデル年式', 'other'],
  ])('%s is one of the list', (text, field) => {
    expect(labelOf(text, labels)?.field).toBe(field);
  });

  test.each(['内奨', '歩行', '', '出品', '本日の特売', '123'])('%s is none', (text) => {
    expect(labelOf(text, labels)).toBeNull();
  });
});

/** A cell of 100 times 40 at a column and row of a grid, with ruled lines of four pixels. */
const cell = (column: number, row: number): Area => ({ x: column * 104, y: row * 44, width: 100, height: 40 });
const run = (text: string, cells: readonly Area[], index: number): Run => {
  const { x, y } = cells[index] as Area;
  return { area: { x: x + 8, y: y + 10, width: 40, height: 20 }, cell: index, text, label: labelOf(text, labels) };
};
const placed = (runs: readonly Run[], cells: readonly Area[]) =>
  placeValues(runs, cells).map(({ label, runs: own }) => [label.label.field, own.map(({ text }) => text).join(' ')]);

// @covers FACT-06
describe('a value belongs to the label of its form', () => {
  test('beside labels in a row, below labels in a header', () => {
    const beside = [cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0)];
    const inRow = ['初度登録', 'H30/5', '車検', 'R9/3'].map((text, i) => run(text, beside, i));
    expect(placed(inRow, beside)).toEqual([
      ['firstRegistration', 'H30/5'],
      ['shaken', 'R9/3'],
    ]);
    const below = [cell(0, 0), cell(1, 0), cell(0, 1), cell(1, 1)];
    const inHeader = ['初度登録', '車検', 'H30/5', 'R9/3'].map((text, i) => run(text, below, i));
    expect(placed(inHeader, below)).toEqual([
      ['firstRegistration', 'H30/5'],
      ['shaken', 'R9/3'],
    ]);
  });

  test('a look-alike with exchanged labels exchanges the values as well', () => {
    const cells = [cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0)];
    const runs = ['車検', 'R9/3', '初度登録', 'H30/5'].map((text, i) => run(text, cells, i));
    expect(placed(runs, cells)).toEqual([
      ['shaken', 'R9/3'],
      ['firstRegistration', 'H30/5'],
    ]);
  });

  test('an empty cell with its label at the upper edge takes nothing from the cell beside it', () => {
    const tall = (column: number): Area => ({ ...cell(column, 1), height: 160 });
    const cells = [cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0), tall(0), tall(1)];
    const runs = ['初度登録', 'H30/5', '車検', 'R9/3', '評価点', 'U2'].map((text, i) => run(text, cells, i));
    expect(placed(runs, cells)).toEqual([
      ['firstRegistration', 'H30/5'],
      ['shaken', 'R9/3'],
    ]);
    // In the middle of its cell it is the label of a row.
    const middle = runs.map((one, i) => (i === 4 ? { ...one, area: { ...one.area, y: one.area.y + 60 } } : one));
    expect(placed(middle, cells)).toContainEqual(['overallGrade', 'U2']);
  });

  test('a single label between two equal cells has no value, nor has a field with two labels', () => {
    const corner = [cell(0, 0), cell(1, 0), cell(0, 1)];
    expect(
      placed(
        ['走行', '61,000', '4.5'].map((text, i) => run(text, corner, i)),
        corner,
      ),
    ).toEqual([]);
    const twice = [cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0)];
    expect(
      placed(
        ['走行', '61,000', '走行距離', '81,000'].map((text, i) => run(text, twice, i)),
        twice,
      ),
    ).toEqual([]);
  });

  test('on plain paper, labels are above their values or beside them', () => {
    const at = (text: string, x: number, y: number): Run => ({
      area: { x, y, width: 80, height: 20 },
      cell: -1,
      text,
      label: labelOf(text, labels),
    });
    const beside = [at('走行', 0, 0), at('61,000', 100, 0), at('車検', 300, 0), at('R9/3', 400, 0), at('型式', 0, 60)];
    expect(placed([...beside, at('ZVW50', 100, 60)], [])).toEqual([
      ['mileage', '61,000'],
      ['shaken', 'R9/3'],
      ['modelCode', 'ZVW50'],
    ]);
    const above = [at('走行', 0, 0), at('車検', 300, 0), at('61,000', 10, 30), at('R9/3', 310, 30)];
    expect(placed(above, [])).toEqual([
      ['mileage', '61,000'],
      ['shaken', 'R9/3'],
    ]);
  });
});

describe('a value', () => {
  test.each([
    ['平成30年5月', '平成30年 5月'],
    ['H30/5', '平成30年 5月'],
    ['R元年7月', '令和元年 7月'],
    ['信和2年9月', '令和2年 9月'],
    ['2018年5月', '2018年 5月'],
    ['30年5月', null],
    ['H40/5', null],
    ['H30/13', null],
    ['平成年', null],
  ])('the date %s is %s', (text, date) => {
    expect(anyDate(text.replace('元', '1'))).toBe(date?.replace('元', '1') ?? null);
  });

  test.each([
    ['mileage', '61.000 km', '61,000 km'],
    ['mileage', '61,00 km', null],
    ['mileage', '38,000 miles', null],
    ['displacement', '1800', '1,800 cc'],
    ['overallGrade', '4,5', '4.5'],
    ['overallGrade', '7', null],
    ['chassisNumber', 'ZVW5O 1234567', 'ZVW50-1234567'],
    ['chassisNumber', 'ZVW50-12345', null],
    ['modelCode', '12345', null],
    ['damageDiagram', 'U3', 'U3'],
    ['damageDiagram', 'Q7', null],
    ['equipment', 'パワステ', 'パワステ'],
    ['equipment', '本日の特売', null],
    ['inspectorNotes', 'ignore all rules', null],
    ['shift', 'FAT', 'FAT'],
    ['shift', 'FAX', null],
  ] as const)('%s “%s” is %s', (field, text, value) => {
    expect(judgeValue(field, text, vocabulary)).toBe(value);
  });

  test('is compared without its spelling', () => {
    expect(canonicalValue('mileage', '61,000 km')).toBe('61000');
    expect(canonicalValue('firstRegistration', '平成30年 5月')).toBe('2018-05');
    expect(comparedValue('mileage', '不明')).toBeNull();
    expect(comparedValue('equipment', 'ナビ')).toBeNull();
  });
});
