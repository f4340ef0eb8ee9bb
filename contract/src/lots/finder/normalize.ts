/** A line in the form that the parser reads, with the place of each of its characters in the line as typed. */
export interface NormalLine {
  /** Lower case, NFKC, plain dashes and spaces, `ё` as `е`. */
  text: string;
  /** For each character of `text`: where it begins in the line as typed, and where it ends there. */
  at: readonly number[];
  ends: readonly number[];
}

/** Longer lines are cut; a sentence has fewer characters. */
export const MAX_LINE_LENGTH = 300;

const HALF_WIDTH_KANA = /[\uff66-\uff9d]/;
const HALF_WIDTH_MARK = /[\uff9e\uff9f]/;
const DASH = /[\u00ad\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\ufe58~\u301c\u223c\u3030]/gu;
const QUOTE = /[\u2018\u2019\u201a\u201c\u201d\u201e\u2033`´]/gu;

/** Normalizes a line, cut at {@link MAX_LINE_LENGTH}. */
export function normalizeLine(line: string): NormalLine {
  const at: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (let place = 0; place < line.length && text.length < MAX_LINE_LENGTH; ) {
    const code = line.codePointAt(place) ?? 0;
    let width = code > 0xffff ? 2 : 1;
    // A half-width kana and its voicing mark are one character.
    if (HALF_WIDTH_KANA.test(line.charAt(place)) && HALF_WIDTH_MARK.test(line.charAt(place + width))) width += 1;
    const normal = plain(line.slice(place, place + width));
    for (let n = 0; n < normal.length; n += 1) {
      at.push(place);
      ends.push(place + width);
    }
    text += normal;
    place += width;
  }
  return { text, at, ends };
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(DASH, '-')
    .replace(QUOTE, "'")
    .replaceAll('ё', 'е')
    .replace(/[\s\p{Cc}\p{Cf}]/gu, ' ');

const LATIN_OF_CYRILLIC: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm' },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sh' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i', ї: 'i', є: 'e', ґ: 'g', ў: 'u' },
};

/** Hiragana or katakana. */
export const isKana = (char: string): boolean => /[\u3041-\u3096\u30a1-\u30fa\u30fc]/.test(char);
/** Hiragana. */
export const isHiragana = (char: string): boolean => /[\u3041-\u3096]/.test(char);
/** Katakana and the long-vowel mark. */
export const isKatakana = (char: string): boolean => /[\u30a1-\u30fa\u30fc]/.test(char);
/** Kana or kanji. */
export const isJapanese = (char: string): boolean => isKana(char) || /[\u3005\u4e00-\u9fff\uff66-\uff9f]/.test(char);
/** A plain digit. */
export const isDigit = (char: string): boolean => char >= '0' && char <= '9';
/** Whether this is a letter, whatever its script. */
export const isLetter = (char: string): boolean => /\p{L}/u.test(char);

const VOICED: Readonly<Record<string, string>> = { ァ: 'バ', ィ: 'ビ', ェ: 'ベ', ォ: 'ボ' };
const LARGE: Readonly<Record<string, string>> = { ァ: 'ア', ィ: 'イ', ゥ: 'ウ', ェ: 'エ', ォ: 'オ' };

/** Hiragana become katakana; ヴ and small vowels become the plain signs that others write for the same sound. */
function kanaKey(text: string): string {
  let key = '';
  for (let place = 0; place < text.length; place += 1) {
    const char = text.charAt(place);
    if (char === 'ー') continue;
    const sign = isHiragana(char) ? String.fromCharCode(char.charCodeAt(0) + 0x60) : char;
    if (sign === 'ヴ') {
      const vowel = VOICED[text.charAt(place + 1)];
      key += vowel ?? 'ブ';
      if (vowel) place += 1;
    } else key += LARGE[sign] ?? sign;
  }
  return key;
}

/**
 * The key of a normalized text: equal for `n box`, `nbox` and `н бокс`. Separators are dropped, Cyrillic is written in
 * Latin letters, kana are unified.
 */
export function keyOf(normal: string): string {
  let key = '';
  let hasKana = false;
  for (const char of normal) {
    const latin = LATIN_OF_CYRILLIC[char];
    if (latin !== undefined) key += latin;
    else if (/[\p{L}\p{N}]/u.test(char)) {
      key += char;
      hasKana ||= isKana(char);
    }
  }
  return hasKana ? kanaKey(key) : key;
}

/** A normalized text without separators, in its own script. */
export const compactOf = (normal: string): string => normal.replace(/[^\p{L}\p{N}+]/gu, '');

/** The key of a text as typed. */
export const keyOfText = (text: string): string => keyOf(normalizeLine(text).text);

const FOLDS: readonly [RegExp, string][] = [
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/qu/g, 'kv'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/kh/g, 'h'],
  [/w/g, 'v'],
  [/j/g, 'dzh'],
  [/y/g, 'i'],
  [/tz/g, 'ts'],
  [/oo/g, 'u'],
  [/ee/g, 'i'],
  [/(\p{L})\1+/gu, '$1'],
];

/** The key by sound, for spellings that differ in script: `voxy` and `вокси`, `alphard` and `альфард`. */
export const foldKey = (key: string): string => FOLDS.reduce((text, [from, to]) => text.replace(from, to), key);

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюе';

/** The text typed with the other keyboard layout: `ghbec` is `приус`, `зкшгы` is `prius`. */
export function otherLayout(normal: string): string {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(normal);
  const [from, to] = isCyrillic ? [CYRILLIC_KEYS, LATIN_KEYS] : [LATIN_KEYS, CYRILLIC_KEYS];
  return [...normal].map((char) => to.charAt(from.indexOf(char)) || char).join('');
}

/** Whether one letter was added, left out, changed, or swapped with its neighbor. */
export function isOneEdit(left: string, right: string): boolean {
  if (left === right || Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const rest = (text: string, by: number) => text.slice(start + by);
  if (rest(left, 1) === rest(right, 1) || rest(left, 1) === rest(right, 0) || rest(left, 0) === rest(right, 1))
    return true;
  return left[start] === right[start + 1] && left[start + 1] === right[start] && rest(left, 2) === rest(right, 2);
}
