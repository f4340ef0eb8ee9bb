import type { GlossaryOverrides } from './glossary-overrides.ts';
import { findWord, type WordLanguage, wordTable } from './word-table.ts';

/** Meaning of the auction houses' condition grades. */
export const GRADES = wordTable([
  ['S', 'Like new', 'Как новый'],
  ['6', 'Nearly new', 'Почти новый'],
  ['5', 'Excellent', 'Отличное'],
  ['4.5', 'Very good', 'Очень хорошее'],
  ['4', 'Good', 'Хорошее'],
  ['3.5', 'Fair, small repairs needed', 'Среднее, нужен мелкий ремонт'],
  ['3', 'Average, repairs needed', 'Ниже среднего, нужен ремонт'],
  ['2', 'Poor', 'Плохое'],
  ['1', 'Altered, or water damage', 'Переделан или был в воде'],
  ['RA', 'Light repair', 'Лёгкий ремонт'],
  ['RB', 'Repaired body', 'Ремонт кузова'],
  ['R', 'Repaired', 'После ремонта'],
  ['R2', 'Heavily repaired', 'Серьёзный ремонт'],
  ['R?', 'Repair suspected', 'Возможен ремонт'],
  ['WR', 'Wrecked', 'Аварийный'],
  ['***', 'Damaged or not running', 'Битый или не на ходу'],
]);

/** A grade in its lookup form: 5.0 is 5. */
export const plainGrade = (grade: string): string => grade.replace(/\.0$/, '');

/** The meaning of a grade for readers unfamiliar with the auction houses' scale; undefined where there is none. */
export const gradeIn = (grade: string, language: WordLanguage, own: GlossaryOverrides = {}): string | undefined =>
  findWord(GRADES, plainGrade(grade), language, own.grade);
