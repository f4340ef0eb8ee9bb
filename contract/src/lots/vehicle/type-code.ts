import type { FactValues } from '../facts.ts';

/**
 * Type codes (型式) of vehicles registered in Japan: `3BA-AGH40W` is the emission class `3BA` (排出ガス規制の識別記号), a dash
 * and the maker's code `AGH40W`. Emission classes have three characters since 2005, two between 1998 and 2005 and one
 * before; vehicles before the regulations have none.
 *
 * Sources: the transport ministry's list of emission identification codes (国土交通省「自動車排出ガス規制の識別記号」,
 * www.mlit.go.jp/common/001179991.pdf) for three characters; for one and two characters the parts of the earlier lists
 * that name one fuel. Everything else is unknown.
 */

/** Energy that an emission class states. Absent parts are unknown. */
export type Energy = Pick<FactValues, 'fuel' | 'hybrid'>;

/**
 * Second character of a class with three: fuel, and whether the drive is a hybrid. The ministry has one letter for petrol
 * and LPG: it is read as petrol, and a facts table or the feed names the few types that burn LPG. The letters from J
 * belong to heavy vehicles by the level of fuel economy they reach, in pairs of hybrid and none.
 */
const ENERGY_OF_LETTER: Readonly<Record<string, Energy>> = {
  A: { fuel: 'petrol', hybrid: 'unspecified' },
  B: { fuel: 'petrol', hybrid: 'none' },
  C: { fuel: 'diesel', hybrid: 'unspecified' },
  D: { fuel: 'diesel', hybrid: 'none' },
  E: { fuel: 'cng', hybrid: 'unspecified' },
  F: { fuel: 'cng', hybrid: 'none' },
  J: { fuel: 'diesel', hybrid: 'unspecified' },
  K: { fuel: 'diesel', hybrid: 'none' },
  L: { fuel: 'petrol', hybrid: 'plugIn' },
  M: { fuel: 'diesel', hybrid: 'plugIn' },
  N: { fuel: 'diesel', hybrid: 'unspecified' },
  P: { fuel: 'diesel', hybrid: 'none' },
  Q: { fuel: 'diesel', hybrid: 'unspecified' },
  R: { fuel: 'diesel', hybrid: 'none' },
  S: { fuel: 'diesel', hybrid: 'unspecified' },
  T: { fuel: 'diesel', hybrid: 'none' },
};
/** Second character after `Z`, which marks vehicles without exhaust: electric and fuel cell. */
const ENERGY_WITHOUT_EXHAUST: Readonly<Record<string, Energy>> = {
  A: { fuel: 'electric', hybrid: 'none' },
  B: { fuel: 'hydrogen', hybrid: 'none' },
};
/**
 * First character of a class with two (1998 to 2005): G, T, L and U are petrol, K and P diesel. The second states the use
 * and weight. Hybrids of that time had classes of their own and shared ones, so it stays unknown whether it is one.
 */
const FUEL_OF_PAIR: Readonly<Record<string, Energy>> = {
  G: { fuel: 'petrol' },
  L: { fuel: 'petrol' },
  T: { fuel: 'petrol' },
  U: { fuel: 'petrol' },
  K: { fuel: 'diesel' },
  P: { fuel: 'diesel' },
};
/**
 * Classes of one character (until 1999). No hybrid was sold in Japan with one of them. `E` covers petrol and LPG
 * passenger cars from 1978, `A` to `C` those of 1975 and 1976, `M` and `V` light petrol vehicles; the others are diesel.
 */
const ENERGY_OF_ONE: Readonly<Record<string, Energy>> = Object.fromEntries([
  ...[...'ABCEMV'].map((letter) => [letter, { fuel: 'petrol', hybrid: 'none' }] as const),
  ...[...'KNPQSUXY'].map((letter) => [letter, { fuel: 'diesel', hybrid: 'none' }] as const),
]);

/** A type code in its parts. `emissionClass` is empty where the code has none. */
export interface TypeCode {
  emissionClass: string;
  /** The maker's code, `AGH40W`; empty where only the class was given. */
  code: string;
  /** Both with a plain dash, `3BA-AGH40W`; the code alone without a class; `DBA-` for a class alone. */
  full: string;
  /** Unknown parts are absent. */
  energy: Energy;
}

/** Every hyphen, dash and minus sign that replaces the plain one, the Japanese long-vowel mark included. */
const DASHES = /[\u00ad\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u30fc\u30a0\ufe58_]/gu;
const WITH_DASH = /^([A-Z0-9]{1,3})-([A-Z0-9]{2,12})(?:-\d{3,})?$/;
const THREE = /^[A-Z2-9][A-Z][A-Z]$/;
const TWO = /^[A-Z]{2}$/;
const ONE = /^[A-Z]$/;
/** Classes of passenger cars and light goods vehicles since 2005: level, energy, use. Chassis codes hardly look like them. */
const USUAL_CLASS = /^[ACDFLMQRSZ2-9][A-DL][A-G]$/;
/** Most codes: letters before digits. */
const LETTERS_FIRST = /^[A-Z]{1,6}\d/;
/** Codes of European makers: `204048`, `8PCAX`. */
const DIGITS_FIRST = /^(?:[1-9]\d{5}[A-Z]?|\d{1,3}[A-Z][A-Z0-9]*)$/;
/**
 * A usual class written together with its code, which has letters before its digits. Shorter classes look like part of
 * the code.
 */
const WITHOUT_DASH = /^([A-Z2-9][A-Z]{2})([A-Z]{1,4}\d{1,3}[A-Z]{0,5})$/;
const CODE_ALONE = /^[A-Z0-9]{2,12}$/;
/** `改` after a modified vehicle's code, in brackets or not. */
const MODIFIED = /[（(]?改[）)]?$/u;

/** Energy of an emission class; parts that it does not state are absent, all of them for a class that does not exist. */
export function energyOfClass(emissionClass: string): Energy {
  const [first = '', second = ''] = emissionClass;
  if (THREE.test(emissionClass)) return (first === 'Z' ? ENERGY_WITHOUT_EXHAUST : ENERGY_OF_LETTER)[second] ?? {};
  if (TWO.test(emissionClass)) return FUEL_OF_PAIR[first] ?? {};
  return emissionClass.length === 1 ? (ENERGY_OF_ONE[first] ?? {}) : {};
}

/**
 * Reads a type code as certificates, sheets and feeds write it: any width and case, any dash or a space, with or without
 * emission class, also before a chassis number (`6AA-MXPH10-0012345`) and of a modified vehicle (`DBA-ZRR70W改`).
 * @returns null for a text that is no type code
 */
export function readTypeCode(text: string): TypeCode | null {
  const tidy = text
    .normalize('NFKC')
    .replace(MODIFIED, '')
    .replace(DASHES, '-')
    .toUpperCase()
    .trim()
    .replace(/\s*-\s*|\s+/g, '-')
    .replace(/-$/, '');
  if (USUAL_CLASS.test(tidy)) return partsOf(tidy, '');
  const [, emissionClass = '', code = ''] = WITH_DASH.exec(tidy) ?? [];
  if (isClassOf(emissionClass, code)) return partsOf(emissionClass, code);
  const [, joinedClass = '', joinedCode = ''] = WITHOUT_DASH.exec(tidy) ?? [];
  if (USUAL_CLASS.test(joinedClass)) return partsOf(joinedClass, joinedCode);
  return CODE_ALONE.test(tidy) && /[A-Z]/.test(tidy) && /\d/.test(tidy) ? partsOf('', tidy) : null;
}

/** Whether the part before a dash is an emission class: the part after it must be a code and no serial number. */
function isClassOf(emissionClass: string, code: string): boolean {
  if (USUAL_CLASS.test(emissionClass)) return code !== '' && !/^0/.test(code);
  if (THREE.test(emissionClass)) return LETTERS_FIRST.test(code);
  return (TWO.test(emissionClass) || ONE.test(emissionClass)) && (LETTERS_FIRST.test(code) || DIGITS_FIRST.test(code));
}

const partsOf = (emissionClass: string, code: string): TypeCode => ({
  emissionClass,
  code,
  full: emissionClass === '' ? code : `${emissionClass}-${code}`,
  energy: energyOfClass(emissionClass),
});
