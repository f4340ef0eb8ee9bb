import { expect, test } from 'vitest';
import { findingIn, partIn, remarkIn } from './inspection-words.ts';
import { colorIn, driveIn, equipmentIn, gearboxIn, makerAliases } from './vehicle-words.ts';

test('a color reads in both languages, however the house writes it', () => {
  expect(colorIn('PEARL WHITE', 'en')).toBe('Pearl white');
  expect(colorIn('PEARL WHITE', 'ru')).toBe('Белый перламутр');
  expect(colorIn('ワインレッド', 'ru')).toBe('Бордовый');
  expect(colorIn('ﾌﾞﾗｯｸ', 'en')).toBe('Black');
  expect(colorIn('grey', 'ru')).toBe(colorIn('GRAY', 'ru'));
});

test('two tones are told one by one, and a color nobody knows stays as it was written', () => {
  expect(colorIn('BLACK/WHITE', 'ru')).toBe('Чёрный / Белый');
  expect(colorIn('RED+SUNSET FLAME', 'ru')).toBe('Красный / SUNSET FLAME');
  expect(colorIn('', 'en')).toBe('');
});

test('a gearbox is named with its gears', () => {
  expect(['AT', 'CVT', 'MT'].map((value) => gearboxIn(value, 'ru'))).toEqual(['АКПП', 'вариатор', 'МКПП']);
  expect(['6MT', '8AT', 'F5', 'C4'].map((value) => gearboxIn(value, 'en'))).toEqual(['6MT', '8AT', '5MT', '4MT']);
  expect(gearboxIn('6MT', 'ru')).toBe('6МКПП');
  expect(['5', 'XYZ', ''].map((value) => gearboxIn(value, 'ru'))).toEqual(['5', 'XYZ', '']);
});

test('a drive is told for cars and for motorcycles', () => {
  expect(driveIn('4WD', 'ru')).toBe('4WD, полный привод');
  expect(driveIn('Chain', 'ru')).toBe('Цепь');
  expect(driveIn('6x6', 'en')).toBe('6x6');
});

test('equipment is a list of words, each once, and "not equipped" is an empty one', () => {
  expect(equipmentIn('AC PS NAVI AC SPECIAL', 'ru')).toEqual([
    { code: 'AC', text: 'Кондиционер' },
    { code: 'PS', text: 'Усилитель руля' },
    { code: 'NAVI', text: 'Навигация' },
    { code: 'SPECIAL', text: 'SPECIAL' },
  ]);
  expect(equipmentIn('エアコン、ナビ', 'en').map(({ text }) => text)).toEqual(['Air conditioning', 'Navigation']);
  for (const value of ['', ' ', '-', 'Not equipped', 'NOT EQUIPPED']) expect(equipmentIn(value, 'en')).toEqual([]);
});

test("an inspection's words read in both languages", () => {
  expect(partIn('oil leak', 'ru')).toBe('Течь масла');
  expect(findingIn('slight seep', 'ru')).toBe('лёгкое запотевание');
  expect(remarkIn('Scratch on tank', 'ru')).toBe('Царапина на баке');
  expect(remarkIn('タンクキズ', 'en')).toBe('Scratch on tank');
  expect(remarkIn('Bees in the exhaust', 'ru')).toBe('Bees in the exhaust');
});

test('a maker is found by its Cyrillic and its Japanese name', () => {
  expect(makerAliases.get('тойота')).toBe('TOYOTA');
  expect(makerAliases.get('ホンダ')).toBe('HONDA');
  expect(makerAliases.get('харли-дэвидсон')).toBe('HARLEY-DAVIDSON');
});
