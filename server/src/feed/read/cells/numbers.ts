import { readKanjiNumber } from './kanji-numbers.ts';
import { BadCell, quoted } from './plain-text.ts';
import { columnFactor, type Dimension, writtenFactor } from './units.ts';

/** Number format of a source, from its mapping; the default is the usual one, `1,234.5`. */
export interface Notation {
  decimal?: '.' | ',' | undefined;
  thousands?: ',' | '.' | ' ' | "'" | undefined;
}

export interface QuantityColumn extends Notation {
  dimension: Dimension;
  /** One of `UNITS`, or a currency of `yenFor`. */
  unitName: string;
  yenFor?: Readonly<Record<string, number>>;
}

const DIGITS = /^\d+$/;
const NUMBER = /^(\d[\d.,' ]*)$/;
const APOSTROPHES = /[\u2019\u02bc\u00b4`]/g;
/** The Japanese comma also separates thousands. */
const COMMAS = /[\u3001\u066c\uff64]/g;
const MINUS = /^[-\u2212\u2010-\u2015]\s?/u;
const WESTERN_GROUPS = /^(?:[1-9]\d{0,2}|0\d\d)(?:(?<sign>[.,' ])\d{3})(?:\k<sign>\d{3})*$/;
const INDIAN_GROUPS = /^\d{1,2}(?:,\d{2})+,\d{3}$/;
/** Minimum whole part of a plausible fraction; a smaller value with a fraction more likely has another unit. */
const MIN_WITH_FRACTION = 1_000;
const NEARLY = 1e-6;

/** Parses digits with the separators of a notation. Refuses ambiguous separators (business-rules.md#feed-numbers). */
function readDecimal(text: string, { decimal, thousands }: Notation, cell = text): number {
  const given = text.replace(APOSTROPHES, "'").replace(COMMAS, ',');
  if (DIGITS.test(given)) return Number(given);
  if (!NUMBER.test(given)) throw new BadCell(`${quoted(cell)} is no number`);
  const point = decimal ?? (thousands === '.' ? ',' : '.');
  const separator = thousands ?? (point === ',' ? '.' : ',');
  const at = given.lastIndexOf(point);
  // An undeclared separator that could be either is refused.
  const isOpen = decimal === undefined && thousands !== '.';
  const couldBeThousands = isOpen && /^[1-9]\d{0,2}\.\d{3}$/.test(given);
  if (couldBeThousands || (isOpen && /^0\d+\.\d{3}$/.test(given)))
    throw new BadCell(
      `${quoted(cell)} may be thousands or a fraction: write "decimal": "." or "thousands": "." into the mapping`,
    );
  const hasFraction = at !== -1 && given.indexOf(point) === at && point !== separator;
  const [whole, fraction] = hasFraction ? [given.slice(0, at), given.slice(at + 1)] : [given, ''];
  if (hasFraction && !DIGITS.test(fraction)) throw new BadCell(`${quoted(cell)} is no number`);
  const digits = DIGITS.test(whole) ? whole : ungrouped(whole, separator, cell);
  return Number(`${digits}.${fraction === '' ? '0' : fraction}`);
}

/** Spaces and apostrophes only separate thousands. */
function ungrouped(whole: string, separator: string, cell: string): string {
  const sign = WESTERN_GROUPS.exec(whole)?.groups?.sign;
  const isGrouped = sign === separator || sign === ' ' || sign === "'";
  if (isGrouped || (separator === ',' && INDIAN_GROUPS.test(whole))) return whole.replace(/\D/g, '');
  const wrong = /[.,' ]/.exec(whole)?.[0] ?? '';
  throw new BadCell(
    `${quoted(cell)} has ${quoted(wrong)} where it is neither the decimal sign nor between thousands: see "decimal" and "thousands" of the mapping`,
  );
}

/** Words for multiples after a number, in the scripts that sources use. */
const SCALES: Readonly<Record<string, number>> = {
  k: 1_000,
  t: 1_000,
  тыс: 1_000,
  т: 1_000,
  млн: 1_000_000,
  mln: 1_000_000,
};
const FRONT = /^(?:(?<sign>[¥\\$€£₽₩₹])|(?<code>[A-Za-z]{3})(?=[\s\d]))\s*/;
const HEAD = /^(?<number>\d[\d.,' \u2019\u02bc\u00b4`\u3001]*(?=\D|$)|)/u;
const KANJI = /^[\d.,\u3001〇零一二三四五六七八九十百千万億萬仟阡]+/u;
const BACK = /^(?:(?<scale>тыс\.?|млн\.?|mln|k(?![mwмv])|т\.?(?=\s*км)|t(?=\s*km))\s*)?(?<unit>.*)$/iu;
/** `300,000-` and `300.000,–` mean that no fraction follows. */
const PRICE_TAIL = /[.,]?\s?[-\u2010-\u2015\u2212\u30fc=]+$/u;
const TAX = /[(]?(?:税込|税抜|税別)[)]?$/u;

/**
 * Reads a quantity in our own unit (km, cc, PS, yen): the number in the source's notation, with its own unit or that of
 * the column. Examples: `3.8万km`, `1.5L`, `￥300,000-`, `98ps`, `45万5千円`.
 */
export function readQuantity(cell: string, column: QuantityColumn): number {
  const { dimension, unitName, yenFor = {} } = column;
  const isMoney = dimension === 'money';
  let text = cell.replace(/^\+\s?/, '');
  const isNegative = MINUS.test(text);
  text = text.replace(MINUS, '');
  const front = isMoney ? FRONT.exec(text) : null;
  text = text.slice(front?.[0].length ?? 0);
  if (isMoney) text = text.replace(TAX, '').replace(PRICE_TAIL, '').trim();
  const { value, scale, rest } = readHead(text, column, cell);
  const back = BACK.exec(rest)?.groups ?? {};
  const word = back.scale?.toLowerCase().replace('.', '');
  const ownScale = word === undefined ? scale : scale * (SCALES[word] ?? 1);
  const isScaled = scale !== 1 || word !== undefined;
  const before = front?.groups?.code ?? front?.groups?.sign?.replace('\\', '¥');
  const behind = tailOf(back.unit ?? '', dimension);
  const units = [before, behind].filter((one): one is string => one !== undefined && one !== '');
  const written = units.map((one) => writtenFactor(one, { dimension, unitName, yenFor }, cell));
  const [factor, other = factor] = written;
  if (factor !== other) throw new BadCell(`${quoted(cell)} names two units`);
  // A multiple in the cell, such as 万, replaces that of the column.
  const columnsOwn = isScaled ? baseFactor(unitName, yenFor) : columnFactor({ unitName, yenFor });
  const result = value * ownScale * (factor ?? columnsOwn);
  const isWholeUnit = ownScale * (factor ?? columnsOwn) === 1;
  const whole = wholeOf(result, { isWholeUnit, isMoney, cell });
  return isNegative ? 0 - whole : whole;
}

/** For `thousand km` the factor of a km. */
const baseFactor = (unitName: string, yenFor: Readonly<Record<string, number>>): number => {
  const base = unitName.replace(/^(?:thousand|ten thousand|million) /, '');
  return columnFactor({ unitName: base, yenFor });
};

function readHead(text: string, notation: Notation, cell: string): { value: number; scale: number; rest: string } {
  const kanji = KANJI.exec(text)?.[0] ?? '';
  if (/[〇零一二三四五六七八九十百千万億萬仟阡]/u.test(kanji)) {
    const { value, scale } = readKanjiNumber(kanji, (digits) => readDecimal(digits, notation, cell), cell);
    return { value, scale, rest: text.slice(kanji.length).trim() };
  }
  const number = HEAD.exec(text)?.groups?.number ?? '';
  if (number === '') throw new BadCell(`${quoted(cell)} is no number`);
  return { value: readDecimal(number.trim(), notation, cell), scale: 1, rest: text.slice(number.length).trim() };
}

/** A power is often followed by its engine speed. */
const tailOf = (unit: string, dimension: Dimension): string =>
  dimension === 'power' ? unit.replace(/\s*[/@]\s*[\d,.]+\s*(?:rpm|r\/min|回転)?$/i, '').trim() : unit.trim();

function wholeOf(
  value: number,
  { isWholeUnit, isMoney, cell }: { isWholeUnit: boolean; isMoney: boolean; cell: string },
): number {
  if (!Number.isFinite(value)) throw new BadCell(`${quoted(cell)} is no number`);
  const whole = Math.round(value);
  const isWhole = Math.abs(value - whole) <= NEARLY + Math.abs(value) * NEARLY ** 2;
  if (isWhole || !isWholeUnit) return whole;
  if (isMoney || value < MIN_WITH_FRACTION)
    throw new BadCell(`${quoted(cell)} is a fraction of one: is the unit of the column right?`);
  return whole;
}

/** Reads an integer without a unit: `4021`, `4,021`, `No. 4021`, `4021番`. */
export function readCount(cell: string, notation: Notation): number {
  const text = cell.replace(/^(?:no\.?|№|nr\.?|#|第)\s*/iu, '').replace(/\s*[番号回]+$/u, '');
  const isNegative = MINUS.test(text);
  const value = readDecimal(text.replace(MINUS, '').replace(/^\+/, ''), notation, cell);
  if (!Number.isSafeInteger(value)) throw new BadCell(`${quoted(cell)} is no whole number`);
  return isNegative ? 0 - value : value;
}
