import { plain } from './shapes.ts';

/** Returns the text in the form's own spelling, or null when it does not match. */
export type Pattern = (text: string) => string | null;

const ERAS = ['令和', '平成', '昭和'];
/** Characters that the engine confuses with digits; used only where all characters must be digits. */
const DIGITS: Record<string, string> = { O: '0', o: '0', D: '0', I: '1', l: '1', '|': '1', Z: '2', S: '5', B: '8' };
const asDigits = (text: string) => text.replaceAll(/[OoDIl|ZSB]/g, (letter) => DIGITS[letter] ?? letter);

export const lotNumber: Pattern = (text) => /^\d{1,6}$/.exec(asDigits(plain(text)))?.[0] ?? null;

/** `61,000 km`: groups of three must be complete, so that a lost digit is detected. */
const amount =
  (unit: string, spelling: RegExp): Pattern =>
  (text) => {
    const found = spelling.exec(plain(text).replaceAll(/[.,、。]+/g, ','));
    const digits = asDigits(found?.groups?.amount ?? '');
    return /^(\d{1,3}(,\d{3})*)$/.test(digits) ? `${digits} ${unit}` : null;
  };
export const mileage: Pattern = (text) => (plain(text) === '不明' ? '不明' : amount('km', MILEAGE)(text));
export const displacement: Pattern = amount('cc', /^(?<amount>[\dOoDIl|ZSB,]+)[cCeo0]{2}$/);
const MILEAGE = /^(?<amount>[\dOoDIl|ZSB,]+)[kK]m$/i;

/** `令和5年 3月`, `平成30年`. */
export const eraDate: Pattern = (text) => {
  const found = /^(?<era>.{1,2}?)(?<year>元|[\dOoIl|ZSB]{1,2})年(?:(?<month>[\dOoIl|ZSB]{1,2})[月用])?$/u.exec(
    plain(text),
  );
  const { era = '', year = '', month } = found?.groups ?? {};
  // One of the two characters is enough to identify the era.
  const known = ERAS.filter((name) => [...name].some((letter) => era.includes(letter)) && !(era === '和'));
  const eras = era.includes('令') ? ['令和'] : era.includes('昭') ? ['昭和'] : known;
  const monthText = month === undefined ? '' : ` ${Number(asDigits(month))}月`;
  if (eras.length !== 1 || (month !== undefined && !isMonth(asDigits(month)))) return null;
  return `${eras[0]}${year === '元' ? '元' : Number(asDigits(year))}年${monthText}`;
};
const isMonth = (text: string) => Number(text) >= 1 && Number(text) <= 12;

export const shaken: Pattern = (text) => (/^な[しレ]$/.test(plain(text)) ? 'なし' : eraDate(text));

export const modelCode: Pattern = (text) => /^[A-Z0-9]{2,8}$/.exec(plain(text).toUpperCase())?.[0] ?? null;

/** Model code, hyphen, serial number of digits alone. */
export const chassisNumber: Pattern = (text) => {
  const [, code, serial] = /^([A-Z0-9]{2,8})[-ー一]([0-9OoDIl|ZSB]{6,8})$/.exec(plain(text)) ?? [];
  return code && serial ? `${code}-${asDigits(serial)}` : null;
};

/** The dot of `4.5` is easily lost; no grade has two digits. */
export const overallGrade: Pattern = (text) => {
  const said = plain(text)
    .toUpperCase()
    .replaceAll(/[,、。·・]/g, '.');
  const dotted = /^[1-5]5$/.test(said) ? `${said[0]}.5` : said;
  return GRADES.has(dotted) ? dotted : null;
};
const GRADES = new Set([
  'S',
  '6',
  '5',
  '4.5',
  '4',
  '3.5',
  '3',
  '2.5',
  '2',
  '1.5',
  '1',
  '0',
  '***',
  'R',
  'RA',
  'RB',
  'RC',
  'R2',
  'WR',
]);

export const interiorGrade: Pattern = (text) => /^[A-ES]$/.exec(plain(text).toUpperCase())?.[0] ?? null;

/** A letter or two, and a size: `A1`, `U3`, `XX`, `S大`. */
export const damageCode: Pattern = (text) => {
  // The engine reads a bare U as the kana `ri`.
  const said = plain(text)
    .toUpperCase()
    .replace(/^[りリ](?=\d)/u, 'U');
  const found = /^(XX|[ABUWSCPHXYEGFT])([1-4大中小]|[IL|+TZ])?$/u.exec(said);
  if (!found) return null;
  return `${found[1]}${SIZES[found[2] ?? ''] ?? found[2] ?? ''}`;
};
const SIZES: Record<string, string> = { I: '1', L: '1', '|': '1', '+': '1', T: '1', Z: '2' };

/** Latin letters, digits and separators in the name of a trim. */
export const trimName: Pattern = (text) => {
  const said = text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
  return /^[\p{L}\p{N}][\p{L}\p{N} .+\-:/&'()ー・!]*$/u.test(said) ? said : null;
};
