/** Visible characters that Unicode counts among the format characters. */
const SAYS_SOMETHING = '\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}';
/** Joiners, flag tags and variation selectors: removed below where they belong to nothing. */
const MAY_BELONG = '\u200c\u200d\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}';
const INVISIBLE = '\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800';
/**
 * Invisible characters: control characters except tab and line ends, direction marks, zero-width characters, blank
 * letters. A zero byte stays, because a text with one is refused.
 */
const UNSEEN = new RegExp(`(?![${SAYS_SOMETHING}${MAY_BELONG}\\0\\t\\n\\r])[${INVISIBLE}\\p{Cc}]`, 'gu');
const LINE_END = /[\u2028\u2029]/g;
/** Few texts contain any of these; all others are returned unchanged. */
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

/** Whether a text contains any character that {@link cleanText} handles. */
export const needsCleaning = (text: string): boolean => ANY.test(text);

/**
 * The text without invisible characters, applied to every text from people, programs and feeds. Unicode line ends
 * become plain ones. A text of invisible characters alone becomes empty, so a required field refuses it.
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

/** Longer strings are files; no text field accepts so many characters. */
const MAX_TEXT_LENGTH = 100_000;
/** Secrets are compared exactly, so they stay as typed. */
const IS_SECRET = /password/i;

/** Cleans every text in a JSON value, except passwords and files; returns the same value where nothing changes. */
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
