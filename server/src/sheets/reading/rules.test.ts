import { describe, expect, test } from 'vitest';
import { glossaryWords } from '../../platform/i18n/glossary.ts';
import { closestWord, isNearWord, wordList } from './closest-word.ts';
import {
  chassisNumber,
  damageCode,
  displacement,
  eraDate,
  interiorGrade,
  lotNumber,
  mileage,
  overallGrade,
  shaken,
} from './patterns.ts';
import { interpretText } from './settle-text.ts';
import { distance, shapeOf } from './shapes.ts';
import { vocabularyOf } from './vocabulary.ts';

describe('figures', () => {
  test.each([
    [lotNumber, '4O2l', '4021'],
    [lotNumber, '④⓪②①', '4021'],
    [lotNumber, '40-21', null],
    [mileage, '61.000 km', '61,000 km'],
    [mileage, '114,.557km', '114,557 km'],
    [mileage, '61,00 km', null],
    [mileage, '不明', '不明'],
    [displacement, '1,8OO cc', '1,800 cc'],
    [displacement, '18000 cc', null],
    [eraDate, '平成30年 5月', '平成30年 5月'],
    [eraDate, '令 和元年', '令和元年'],
    [eraDate, '平成30年13月', null],
    [eraDate, '大正3年 5月', null],
    [shaken, 'な し', 'なし'],
    [chassisNumber, 'ZVW50-I234567', 'ZVW50-1234567'],
    [chassisNumber, 'ZVW50', null],
    [overallGrade, '45', '4.5'],
    [overallGrade, '3,5', '3.5'],
    [overallGrade, '7', null],
    [overallGrade, 'ra', 'RA'],
    [interiorGrade, 'F', null],
  ] as const)('%# a figure is parsed, or null', (pattern, text, said) => expect(pattern(text)).toBe(said));

  // @covers LOT-09
  test.each([
    ['A1', 'A1'],
    ['u2', 'U2'],
    ['り2', 'U2'],
    ['Al', 'A1'],
    ['XX', 'XX'],
    ['X', 'X'],
    ['S大', 'S大'],
    ['A9', null],
    ['XXX', null],
    ['Q1', null],
    ['12', null],
  ])('the mark %s is %s', (text, code) => expect(damageCode(text)).toBe(code));
});

describe('words of a closed list', () => {
  const list = wordList(['スマートキー', 'シートヒーター', '左Fドア凹み', '左Rドア凹み', 'ナビ', 'TV']);

  test('finds the same word, a word with look-alikes, and a word with one wrong character', () => {
    expect(closestWord('ス マートキー', list)).toEqual({ word: 'スマートキー', likeness: 1 });
    expect(closestWord('スマー卜キ一', list)?.word).toBe('スマートキー');
    expect(closestWord('シートヒークー', list)?.word).toBe('シートヒーター');
  });

  test('a reading equally near to two words is neither, and a short word must be exact', () => {
    expect(closestWord('左Eドア凹み', list)).toBeNull();
    expect(closestWord('サビ', list)).toBeNull();
  });

  test('does not take a misread word of the list for a new one', () => {
    expect(isNearWord('左ドドア凹み', list)).toBe(true);
    expect(isNearWord('スマートキー ナビ', list)).toBe(true);
    expect(isNearWord('荷台補強', list)).toBe(false);
  });

  test('look-alike characters have one shape, and distances are counted', () => {
    expect(shapeOf('ロー')).toBe(shapeOf('口一'));
    expect([distance('abc', 'abc'), distance('abc', 'axc'), distance('', 'ab'), distance('abc', 'x', 1)]).toEqual([
      0, 1, 2, 2,
    ]);
  });
});

describe('a text in its field', () => {
  const vocabulary = vocabularyOf(glossaryWords(), ['USS Tokyo'], [{ field: 'equipment', ja: '荷台補強' }]);
  const settle = (field: Parameters<typeof interpretText>[0], text: string, confidence = 0.9) =>
    interpretText(field, { text, confidence }, vocabulary)?.ja ?? null;

  test('a car is a maker and a model, with or without the space between', () => {
    expect(settle('carName', 'トヨタ プリウス')).toBe('トヨタ プリウス');
    expect(settle('carName', 'トヨタブリウス')).toBe('トヨタ プリウス');
    expect(settle('carName', 'トヨタ')).toBeNull();
  });

  test('a remark on a panel combines panel, damage and size', () => {
    expect(settle('inspectorNotes', '右Rフェンダー交換済')).toBe('右Rフェンダー交換済');
    expect(settle('inspectorNotes', 'ボンネットサビ大')).toBe('ボンネットサビ大');
  });

  test('an unknown word is used only when it was read clearly, and a learned one is known', () => {
    expect(settle('equipment', '工具箱付', 0.95)).toBe('工具箱付');
    expect(settle('equipment', '工具箱付', 0.6)).toBeNull();
    expect(settle('equipment', '荷台補強', 0.6)).toBe('荷台補強');
    expect(settle('drive', '串')).toBeNull();
    expect(settle('house', 'USS Tokyo')).toBe('USS Tokyo');
  });
});
