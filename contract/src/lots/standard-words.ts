import { EQUIPMENT } from './equipment-words.ts';
import type { WordKind } from './glossary-overrides.ts';
import { GRADES, plainGrade } from './grade-words.ts';
import { FINDINGS, PARTS, REMARKS } from './inspection-words.ts';
import { COLORS, DRIVES, GEARBOXES, GEARS, gearboxIn, PARTS_OF_COLOR, PARTS_OF_EQUIPMENT } from './vehicle-words.ts';
import { type Word, type WordTable, wordKey } from './word-table.ts';

/** Built-in terms, by kind. */
export const STANDARD_WORDS: Record<WordKind, WordTable> = {
  color: COLORS,
  equipment: EQUIPMENT,
  gearbox: GEARBOXES,
  drive: DRIVES,
  grade: GRADES,
  remark: REMARKS,
  part: PARTS,
  finding: FINDINGS,
};

/** Separators of kinds that are looked up part by part: a term containing one would never be found. */
export const WORD_DIVIDERS: Partial<Record<WordKind, RegExp>> = {
  color: PARTS_OF_COLOR,
  equipment: PARTS_OF_EQUIPMENT,
};

/** The lookup key of a term. */
export const ownKey = (kind: WordKind, word: string): string => wordKey(kind === 'grade' ? plainGrade(word) : word);

/** The built-in translation; undefined when there is none. */
export function standardWord(kind: WordKind, word: string): Word | undefined {
  const key = ownKey(kind, word);
  const known = STANDARD_WORDS[kind].get(key);
  if (known || kind !== 'gearbox' || !GEARS.test(key)) return known;
  const gears = { value: word, key, en: gearboxIn(key, 'en'), ru: gearboxIn(key, 'ru') };
  return gears.ru === key ? undefined : gears;
}
