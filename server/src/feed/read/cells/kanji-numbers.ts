import { BadCell, quoted } from './plain-text.ts';

const KANJI_DIGITS = '〇一二三四五六七八九';
const OLD_FORMS: Readonly<Record<string, string>> = { 零: '〇', 萬: '万', 仟: '千', 阡: '千' };
/** A number in digits or kanji with its multiples, the larger ones first. */
const PARTS = /^(?:(?<yi>[^億万]*)億)?(?:(?<man>[^万]*)万)?(?<rest>.*)$/u;
const SECTION = /^(?:(?<thousands>[^千百十]*)千)?(?:(?<hundreds>[^百十]*)百)?(?:(?<tens>[^十]*)十)?(?<ones>.*)$/u;
const YI = 100_000_000;
const MAN = 10_000;

/**
 * Reads numbers with Japanese multiples: `45万5千`, `1億2000万`, `三十万`, `3.8万`. The number is `value` times `scale`:
 * `scale` is the multiple of a number with only one, such as the 10,000 of `3.8万`, so that its fraction stays exact.
 */
export function readKanjiNumber(
  given: string,
  readDigits: (digits: string) => number,
  cell: string,
): { value: number; scale: number } {
  const text = given.replace(/[零萬仟阡]/gu, (form) => OLD_FORMS[form] ?? form);
  const bad = () => new BadCell(`${quoted(cell)} is no number`);
  const single = /^([\d.,\u3001]+|[〇一二三四五六七八九]+)([億万千])$/u.exec(text);
  if (single) {
    const [, digits = '', multiple = ''] = single;
    return {
      value: digitsOf(digits, readDigits, bad),
      scale: multiple === '億' ? YI : multiple === '万' ? MAN : 1_000,
    };
  }
  const { yi, man, rest = '' } = PARTS.exec(text)?.groups ?? {};
  const section = (part: string, most: number): number => {
    const value = readSection(part, readDigits, bad);
    if (!Number.isSafeInteger(value) || value >= most) throw bad();
    return value;
  };
  let value = 0;
  if (yi !== undefined) value += YI * section(yi, 100);
  if (man !== undefined) value += MAN * section(man, yi === undefined ? 100_000 : MAN);
  // Only a smaller number may follow a multiple.
  if (rest !== '') value += section(rest, yi === undefined && man === undefined ? YI : MAN);
  return { value, scale: 1 };
}

function readSection(text: string, readDigits: (digits: string) => number, bad: () => BadCell): number {
  if (text === '') throw bad();
  const { thousands, hundreds, tens, ones = '' } = SECTION.exec(text)?.groups ?? {};
  const times = (part: string | undefined, multiple: number): number => {
    if (part === undefined) return 0;
    const value = part === '' ? 1 : digitsOf(part, readDigits, bad);
    if (value < 1 || value > 9) throw bad();
    return value * multiple;
  };
  const above = times(thousands, 1_000) + times(hundreds, 100) + times(tens, 10);
  if (ones === '') return above;
  const least = tens !== undefined ? 10 : hundreds !== undefined ? 100 : thousands !== undefined ? 1_000 : null;
  const value = digitsOf(ones, readDigits, bad);
  if (least !== null && value >= least) throw bad();
  return above + value;
}

/** Digits, or kanji used as single digits. */
function digitsOf(text: string, readDigits: (digits: string) => number, bad: () => BadCell): number {
  if (/^[〇一二三四五六七八九]+$/u.test(text))
    return Number([...text].map((digit) => KANJI_DIGITS.indexOf(digit)).join(''));
  if (!/^[\d.,\u3001]+$/u.test(text)) throw bad();
  return readDigits(text);
}
