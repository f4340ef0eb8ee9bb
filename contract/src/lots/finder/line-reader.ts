import type { Dictionary } from './dictionary.ts';
import { isJapanese, isLetter, keyOf, type NormalLine } from './normalize.ts';
import type { Scale } from './numbers.ts';
import type { Term } from './terms.ts';

export interface UnderstandOptions extends Scale {
  dictionary: Dictionary;
  /** Whether a lot has this number: a bare number means it only then. All numbers by default. */
  isLotNo?: (lotNo: number) => boolean;
}

const MAX_ATOMS = 7;
const MAX_JAPANESE_LENGTH = 20;
const JOINERS = /^[\s\-_.・:'’/+()!&]$/u;

/** A term with what else its text could mean. */
export interface Candidate {
  terms: Term[];
  other?: Term[] | undefined;
  end: number;
  /** An excluding word or a typo does not compete with a certain reading. */
  isWeak?: boolean;
  /** The stretch is understood but cannot be filtered: it belongs to the rest. */
  isRest?: boolean;
}

export interface Reader {
  text: string;
  options: UnderstandOptions;
  typed: string;
  line: NormalLine;
  /** Keys of single characters, so that keys of stretches are joined, not computed. */
  pieces: string[];
  found: Candidate[];
}

/** A letter or digit of any script. */
export const isWordChar = (char: string): boolean => isLetter(char) || /\p{N}/u.test(char);
/** A sign that begins a term: a currency, a comparison, a number sign. */
export const startsSign = (text: string, place: number): boolean => /[$¥€£₽#№<>≤≥]/.test(text.charAt(place));

const scriptOf = (char: string): string =>
  isJapanese(char)
    ? 'japanese'
    : /\d/.test(char)
      ? 'digit'
      : /\p{Script=Cyrillic}/u.test(char)
        ? 'cyrillic'
        : isLetter(char)
          ? 'latin'
          : '';

/** A term may begin here: after a separator, at a change of script, and before every Japanese character but a small one. */
export function isBoundary(text: string, place: number): boolean {
  if (place === 0) return true;
  const [before, here] = [scriptOf(text.charAt(place - 1)), scriptOf(text.charAt(place))];
  if (here === 'japanese')
    return (
      !/[ー\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087ァィゥェォッャュョ]/.test(text.charAt(place)) ||
      before !== here
    );
  return before !== here;
}

/** A term may end before this place. */
export const isEnd = (text: string, place: number): boolean =>
  place >= text.length || isBoundary(text, place) || !isWordChar(text.charAt(place));

/** The key of each character; joined, they are the key of a stretch. */
export function piecesOf(text: string): string[] {
  const pieces =
    [...text].length === text.length
      ? text.split('')
      : Array.from({ length: text.length }, (_, place) => text.charAt(place));
  return pieces.map((char, place) => {
    if (char === 'ヴ' || char === 'ゔ')
      return keyOf(char + (/[ァィゥェォぁぃぅぇぉ]/.test(text.charAt(place + 1)) ? text.charAt(place + 1) : ''));
    if (/[ァィェォぁぃぇぉ]/.test(char) && /[ヴゔ]/.test(text.charAt(place - 1))) return '';
    return keyOf(char);
  });
}

/** The word at a place, in one script. */
export const wordAt = (text: string, place: number): string => {
  let end = place;
  while (
    end < text.length &&
    isWordChar(text.charAt(end)) &&
    (end === place || !isBoundary(text, end) || isJapanese(text.charAt(end)))
  )
    end += 1;
  return text.slice(place, end);
};

/** Ends of the stretches that begin at a place, the longest first, each with its key. */
export function stretches({ text, pieces }: Reader, start: number): { end: number; key: string }[] {
  const found: { end: number; key: string }[] = [];
  let key = '';
  let atoms = 0;
  for (let place = start; place < text.length; place += 1) {
    const char = text.charAt(place);
    if (isWordChar(char)) {
      key += pieces[place] ?? '';
      if (place > start && isBoundary(text, place) && !isJapanese(char)) atoms += 1;
      if (isEnd(text, place + 1) && key !== '') found.push({ end: place + 1, key });
      if (atoms >= MAX_ATOMS || (isJapanese(char) && key.length > MAX_JAPANESE_LENGTH)) break;
    } else {
      // `UP!` and `FREED+` end with their sign.
      if (!JOINERS.test(char)) break;
      if (char === '+' && key !== '') found.push({ end: place + 1, key: `${key}+` });
    }
  }
  return found.reverse();
}
