/** Signs that say something by themselves though Unicode counts them among the format characters. */
const SAYS_SOMETHING = '\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}';
/** Joiners, tags of flags and variation selectors: taken out below where they belong to nothing. */
const MAY_BELONG = '\u200c\u200d\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}';
const INVISIBLE = '\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800';
/**
 * What nobody sees: control characters but tab and line ends, marks that turn the direction of reading, zero-width and
 * invisible signs, blank letters. A zero byte stays, because a text that holds one is refused.
 */
const UNSEEN = new RegExp(`(?![${SAYS_SOMETHING}${MAY_BELONG}\\0\\t\\n\\r])[${INVISIBLE}\\p{Cc}]`, 'gu');
const LINE_END = /[\u2028\u2029]/g;
/** Of all texts few hold any of these: the others are answered as they are. */
const ANY = new RegExp(`[${INVISIBLE}\\p{Zl}\\p{Zp}]|(?![\\t\\n\\r])\\p{Cc}`, 'u');

const SCRIPTS = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'],
].map((script) => `\\p{Script_Extensions=${script}}`);
const JOINED = `[${SCRIPTS.join('')}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]`;
/** Joiners belong inside words of scripts that need them (Persian, Hindi …) and inside emoji. */
const JOINS_NOTHING = new RegExp(`(?<!${JOINED})[\\u200c\\u200d]|[\\u200c\\u200d](?!${JOINED})`, 'gu');
const FLAG_OR_TAG = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[\u{e0020}-\u{e007f}]/gu;
const VARIES_NOTHING = /(?<=^|\s)[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

/** Does a text hold anything that {@link cleanText} looks at? */
export const needsCleaning = (text: string): boolean => ANY.test(text);

/**
 * The text without what nobody sees: the one reader of every text that people, programs and feeds send. Line ends of
 * Unicode become a plain one. A text of unseen signs alone is empty afterwards, so a field that needs a text refuses it.
 */
export function cleanText(text: string): string {
  if (!needsCleaning(text)) return text;
  return text
    .replace(LINE_END, '\n')
    .replace(UNSEEN, '')
    .replace(FLAG_OR_TAG, '$1')
    .replace(JOINS_NOTHING, '')
    .replace(VARIES_NOTHING, '');
}

/** Longer ones are files; no field of text takes so many characters. */
const MAX_TEXT_LENGTH = 100_000;
/** A secret is compared sign by sign, so it stays as it was typed. */
const IS_SECRET = /password/i;

/** A value of JSON with every text in it cleaned, except passwords and files; the same value where nothing has to go. */
export function cleanTexts(value: unknown): unknown {
  if (isClean(value)) return value;
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanTexts);
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, IS_SECRET.test(key) ? inner : cleanTexts(inner)]),
  );
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_TEXT_LENGTH || !needsCleaning(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  for (const key of Object.keys(value))
    if (!isClean((value as Record<string, unknown>)[key]) && !IS_SECRET.test(key)) return false;
  return true;
}
