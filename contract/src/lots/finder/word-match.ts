import { EQUIPMENT } from '../equipment-words.ts';
import { wordKey } from '../word-table.ts';

/** A code of Latin letters and digits, which other words contain: `SR` is a part of `SRS`. */
const IS_CODE = /^[A-Z0-9/.]{1,8}$/;

/**
 * How lists write a searched word: for equipment, its codes and its Japanese names; for any other word, the word itself.
 * `codes` count only as whole parts of the equipment, `phrases` anywhere in trim, equipment and remarks.
 */
export function equipmentSpellings(word: string): { codes: string[]; phrases: string[] } {
  const known = EQUIPMENT.get(wordKey(word));
  if (!known) return { codes: [], phrases: [word] };
  const spellings = [...EQUIPMENT].filter(([, { key }]) => key === known.key).map(([spelling]) => spelling);
  return {
    codes: spellings.filter((spelling) => IS_CODE.test(spelling)),
    phrases: spellings.filter((spelling) => !IS_CODE.test(spelling)),
  };
}
