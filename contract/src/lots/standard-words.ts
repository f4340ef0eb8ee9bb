import { EQUIPMENT } from './equipment-words.ts';
import type { WordKind } from './glossary-overrides.ts';
import { GRADES, plainGrade } from './grade-words.ts';
import { FINDINGS, PARTS, REMARKS } from './inspection-words.ts';
import { COLORS, DRIVES, GEARBOXES, GEARS, gearboxIn, PARTS_OF_COLOR, PARTS_OF_EQUIPMENT } from './vehicle-words.ts';
import { type Word, type WordTable, wordKey } from './word-table.ts';

/** The words the portal brings along, by kind. */
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

/** Where a kind is looked up part by part, what divides the parts: a word that holds it would never be found. */
export const WORD_DIVIDERS: Partial<Record<WordKind, RegExp>> = {
  color: PARTS_OF_COLOR,
  equipment: PARTS_OF_EQUIPMENT,
};

/** What a word is looked up by. */
export const ownKey = (kind: WordKind, word: string): string => wordKey(kind === 'grade' ? plainGrade(word) : word);

/** The portal's own translation; undefined when it has none. */
export function standardWord(kind: WordKind, word: string): Word | undefined {
  const key = ownKey(kind, word);
  const known = STANDARD_WORDS[kind].get(key);
  if (known || kind !== 'gearbox' || !GEARS.test(key)) return known;
  const gears = { value: word, key, en: gearboxIn(key, 'en'), ru: gearboxIn(key, 'ru') };
  return gears.ru === key ? undefined : gears;
}
