import { expect, test } from 'vitest';
import { WORD_KINDS } from './glossary-overrides.ts';
import { gradeIn } from './grade-words.ts';
import { findingIn, partIn, remarkIn, remarksIn } from './inspection-words.ts';
import { STANDARD_WORDS, standardWord } from './standard-words.ts';
import { colorIn, driveIn, equipmentIn, gearboxIn, makerAliases } from './vehicle-words.ts';

// @covers L10N-07
test('translates a color into both languages, in any spelling', () => {
  expect(colorIn('PEARL WHITE', 'en')).toBe('Pearl white');
  expect(colorIn('PEARL WHITE', 'ru')).toBe('Белый перламутр');
  expect(colorIn('ワインレッド', 'ru')).toBe('Бордовый');
  expect(colorIn('ﾌﾞﾗｯｸ', 'en')).toBe('Black');
  expect(colorIn('grey', 'ru')).toBe(colorIn('GRAY', 'ru'));
});

test('translates two tones separately, and leaves an unknown color unchanged', () => {
  expect(colorIn('BLACK/WHITE', 'ru')).toBe('Чёрный / Белый');
  expect(colorIn('RED+SUNSET FLAME', 'ru')).toBe('Красный / SUNSET FLAME');
  expect(colorIn('', 'en')).toBe('');
});

// @covers L10N-07
test('names a gearbox with its gears', () => {
  expect(['AT', 'CVT', 'MT'].map((value) => gearboxIn(value, 'ru'))).toEqual(['АКПП', 'вариатор', 'МКПП']);
  expect(['6MT', '8AT', 'F5', 'C4'].map((value) => gearboxIn(value, 'en'))).toEqual(['6MT', '8AT', '5MT', '4MT']);
  expect(gearboxIn('6MT', 'ru')).toBe('6МКПП');
  expect(['5', 'XYZ', ''].map((value) => gearboxIn(value, 'ru'))).toEqual(['5', 'XYZ', '']);
});

test('translates the drive of cars and motorcycles', () => {
  expect(driveIn('4WD', 'ru')).toBe('4WD, полный привод');
  expect(driveIn('Chain', 'ru')).toBe('Цепь');
  expect(driveIn('6x6', 'en')).toBe('6x6');
});

// @covers L10N-07, LIST-08
test('lists each equipment term once; "not equipped" is an empty list', () => {
  expect(equipmentIn('AC PS NAVI AC SPECIAL', 'ru')).toEqual([
    { code: 'AC', text: 'Кондиционер' },
    { code: 'PS', text: 'Усилитель руля' },
    { code: 'NAVI', text: 'Навигация' },
    { code: 'SPECIAL', text: 'SPECIAL' },
  ]);
  expect(equipmentIn('エアコン、ナビ', 'en').map(({ text }) => text)).toEqual(['Air conditioning', 'Navigation']);
  for (const value of ['', ' ', '-', 'Not equipped', 'NOT EQUIPPED']) expect(equipmentIn(value, 'en')).toEqual([]);
});

// @covers L10N-07
test('translates the terms of an inspection into both languages', () => {
  expect(partIn('oil leak', 'ru')).toBe('Течь масла');
  expect(findingIn('slight seep', 'ru')).toBe('лёгкое запотевание');
  expect(remarkIn('Scratch on tank', 'ru')).toBe('Царапина на баке');
  expect(remarkIn('タンクキズ', 'en')).toBe('Scratch on tank');
  expect(remarkIn('Bees in the exhaust', 'ru')).toBe('Bees in the exhaust');
});

test('finds a maker by its Cyrillic and its Japanese name', () => {
  expect(makerAliases.get('тойота')).toBe('TOYOTA');
  expect(makerAliases.get('ホンダ')).toBe('HONDA');
  expect(makerAliases.get('харли-дэвидсон')).toBe('HARLEY-DAVIDSON');
});

// @covers OPS-06
test("the managers' overrides win: for an unknown term, and for all spellings of a known one", () => {
  const own = {
    color: { 'SUNSET FLAME': 'Закат', GRAY: 'Мышиный' },
    equipment: { SPECIAL: 'Особое' },
    gearbox: { '6MT': 'шесть передач' },
    grade: { 7: 'Новый' },
    remark: { BEES: 'Пчёлы' },
    part: { FORK: 'Перья' },
  };
  expect(colorIn('RED+Sunset  flame', 'ru', own)).toBe('Красный / Закат');
  expect(['GRAY', 'grey', 'グレー', '灰'].map((value) => colorIn(value, 'ru', own))).toEqual(Array(4).fill('Мышиный'));
  expect(equipmentIn('AC special', 'ru', own).map(({ text }) => text)).toEqual(['Кондиционер', 'Особое']);
  expect(['6MT', '5MT'].map((value) => gearboxIn(value, 'ru', own))).toEqual(['шесть передач', '5МКПП']);
  expect(['7.0', '5.0', '8'].map((value) => gradeIn(value, 'ru', own))).toEqual(['Новый', 'Отличное', undefined]);
  expect(remarksIn('One owner, bees', 'ru', own)).toBe('Один владелец, Пчёлы');
  expect(partIn('fork', 'ru', own)).toBe('Перья');
});

test('each kind has a table, which contains each spelling once', () => {
  for (const kind of WORD_KINDS) expect(STANDARD_WORDS[kind].size).toBeGreaterThan(5);
  expect(standardWord('color', 'ﾎﾜｲﾄ')).toMatchObject({ value: 'WHITE', key: 'WHITE' });
  expect(standardWord('gearbox', 'F5')).toMatchObject({ en: '5MT', ru: '5МКПП' });
  expect(standardWord('grade', '4.0')).toMatchObject({ value: '4' });
  expect(standardWord('color', 'SPACE DUST')).toBeUndefined();
});
