import { isDigit } from './normalize.ts';
import type { Place, RangeKind } from './terms.ts';

/** The quantity that a word before a number names: `пробег 60 тыс`. */
type Subject = RangeKind | 'grade';
type Bound = 'to' | 'from' | 'over' | 'notOlder' | 'older' | 'between';
type Unit = RangeKind | 'years' | 'months' | 'miles' | 'litres' | 'kilowatts' | 'grade';

const sticky = (source: string): RegExp => new RegExp(source, 'uy');
/** The word ends here: no character of the same script follows. */
const END = '(?![\\p{Script=Latin}\\p{Script=Cyrillic}])';

const SUBJECTS: readonly [Subject, RegExp][] = [
  ['mileage', sticky(`(?:mileage|odometer|odo|driven|пробег[а-я]*|проехал[а-я]*|走行距離|走行|距離)${END}`)],
  [
    'price',
    sticky(`(?:start price|price|budget|cost|цен[аеыуой]{1,2}|стоимост[а-я]*|бюджет[а-я]*|予算|価格|値段|金額)${END}`),
  ],
  [
    'engine',
    sticky(
      `(?:engine size|engine|displacement|объем[а-я]*(?: двигателя)?|двигател[а-я]*|мотор[а-я]*|двс|排気量|エンジン)${END}`,
    ),
  ],
  ['power', sticky(`(?:power|мощност[а-я]*|出力|馬力)${END}`)],
  ['year', sticky(`(?:model year|year|год выпуска|года выпуска|год[а-я]*|г\\.?\\s?в\\.?|年式)${END}`)],
  ['grade', sticky(`(?:auction grade|overall grade|grade|rating|score|оценк[а-я]*|балл[а-я]*|評価点|評価|点数)${END}`)],
  ['age', sticky(`(?:age|возраст[а-я]*)${END}`)],
  ['seats', sticky(`(?:seats|seating|мест|места|定員)${END}`)],
];

const BEFORE: readonly [Bound, RegExp][] = [
  [
    'notOlder',
    sticky(
      `(?:not older than|no older than|newer than|younger than|не старше|не старее|не младше чем|новее|моложе|младше|свежее)${END}`,
    ),
  ],
  ['older', sticky(`(?:older than|старше|старее)${END}`)],
  ['between', sticky(`(?:between|между|в районе от)${END}`)],
  [
    'to',
    sticky(
      '(?:(?:up to|under|below|less than|fewer than|lower than|cheaper than|at most|not more than|no more than|not over|within|max(?:imum)?\\.?|until|till|before|by|' +
        'до|не больше|не более|не выше|не дороже|не свыше|меньше|менее|ниже|максимум|макс\\.?|дешевле|в пределах|раньше|ранее)(?: чем)?' +
        `${END}|<=?|≤)`,
    ),
  ],
  [
    'over',
    sticky(
      `(?:(?:over|above|more than|greater than|higher than|больше|более|свыше|выше|дороже)(?: чем)?${END}|>(?!=))`,
    ),
  ],
  [
    'from',
    sticky(
      '(?:(?:from|at least|not less than|no less than|min(?:imum)?\\.?|since|after|starting at|starting from|' +
        `от|со?|не меньше|не менее|не ниже|минимум|мин\\.?|после|начиная с|начиная от)${END}|>=|≥)`,
    ),
  ],
];
const SUBJECT_LINK = sticky('\\s*(?::|=|is|of|about|около|примерно|の|は|が)?\\s*');

const AFTER: readonly [Bound, RegExp][] = [
  [
    'to',
    sticky(
      `\\s*(?:以下|まで|以内|未満|以前|より前|(?:or|and) (?:less|under|below|cheaper|older|lower|earlier)|max(?:imum)?|и (?:меньше|ниже|старше|дешевле|ранее|раньше)|или (?:меньше|ниже|старше|дешевле))${END}`,
    ),
  ],
  [
    'from',
    sticky(
      `\\s*(?:以上|以降|から|より上|(?:or|and) (?:more|newer|later|better|higher|over|above|up|younger|bigger)|upwards|onwards|и (?:выше|новее|больше|более|моложе|лучше|свежее|позже|позднее|дороже)|или (?:выше|новее|больше|моложе|лучше))${END}`,
    ),
  ],
  ['from', sticky('\\s?\\+(?!\\s?\\d)')],
  ['from', sticky('\\s?-(?=\\s*$|\\s+[\\p{L}])')],
];

const SIGN: readonly [string, RegExp][] = [
  ['USD', sticky('(?:us\\s?\\$|usd|\\$)\\s*')],
  ['JPY', sticky('(?:¥|jpy|yen)\\s*')],
  ['EUR', sticky('(?:€|eur)\\s*')],
  ['GBP', sticky('(?:£|gbp)\\s*')],
  ['RUB', sticky('(?:₽|rub)\\s*')],
  ['KES', sticky('(?:kes|ksh)\\s*')],
  ['NZD', sticky('(?:nz\\s?\\$|nzd)\\s*')],
];
const CURRENCY: readonly [string, RegExp][] = [
  ['JPY', sticky(`\\s*(?:yen|jpy|¥|円|иен[а-я]*|йен[а-я]*|ен)${END}`)],
  ['USD', sticky(`\\s*(?:usd|us\\s?\\$|\\$|dollars?|bucks|долл[а-я]*\\.?|бакс[а-я]*|米ドル|ドル)${END}`)],
  ['RUB', sticky(`\\s*(?:rub|roubles?|rubles?|руб[а-я]*\\.?|₽|р\\.?|ルーブル)${END}`)],
  ['EUR', sticky(`\\s*(?:eur|euros?|€|евро|ユーロ)${END}`)],
  ['GBP', sticky(`\\s*(?:gbp|£|pounds?|фунт[а-я]*|ポンド)${END}`)],
  ['KES', sticky(`\\s*(?:kes|ksh|kenyan shillings?|shillings?|шиллинг[а-я]*)${END}`)],
  ['NZD', sticky(`\\s*(?:nzd|nz\\s?\\$|kiwi dollars?)${END}`)],
];

const NUMBER = sticky("\\d{1,3}(?:[ ,']\\d{3})+(?!\\d)|\\d+(?:[.,]\\d{1,3})?(?!\\d)");
const MULTIPLES: readonly [number, RegExp][] = [
  [
    1_000_000,
    sticky(`\\s*(?:百万|m|mln|mio|million|millions|mil|м|мил|млн\\.?|миллион[а-я]*|лям[а-я]*|лимон[а-я]*)${END}`),
  ],
  [10_000, sticky('\\s*万')],
  [
    1_000,
    sticky(
      `\\s*(?:千|k|к|thousand|thousands|grand|т\\.?(?=\\s?км)|t(?=\\s?km)|т\\.?|тыс\\.?|тысяч[а-я]*|тыщ[а-я]*|тонн[а-я]*)(?:${END}|(?=км|km))`,
    ),
  ],
];
const UNITS: readonly [Unit, RegExp][] = [
  [
    'power',
    sticky(`\\s*(?:hp|ps|bhp|cv|л\\.?\\s?с\\.?|лошад[а-я]*|сил[а-я]*|кобыл[а-я]*|horse ?power|horses|馬力)${END}`),
  ],
  ['kilowatts', sticky(`\\s*(?:kw|квт)${END}(?!h|ч)`)],
  [
    'mileage',
    sticky(
      `\\s*(?:kms?(?: (?:mileage|driven))?|км\\.?(?: пробега)?|километр[а-я]*|пробег[а-я]*|mileage|キロメートル|キロ)${END}`,
    ),
  ],
  ['miles', sticky(`\\s*(?:miles?|mi|mls|миль|мили|миля|マイル)${END}`)],
  ['engine', sticky(`\\s*(?:cc|ccm|cm3|см3|сс|куб[а-я]*\\.?|シーシー)${END}`)],
  ['litres', sticky(`\\s*-?\\s*(?:l|lt|lit(?:er|re)s?|л\\.?|литр[а-я]*|литров[а-я]*|リットル|リッター)${END}`)],
  [
    'seats',
    sticky(
      `\\s*-?\\s*(?:seats?|seater|seaters|passengers?|people|мест[а-я]*|местн[а-я]*|и?-?местн[а-я]*|人乗り|人乗|人|名乗り|名|シート)${END}`,
    ),
  ],
  [
    'years',
    sticky(
      `\\s*-?\\s*(?:years? old|years?|yrs?(?: old)?|y\\.?o\\.?|лет|летн[а-я]*|年落ち|年落|年(?=\\s?(?:以内|未満|経過)))${END}`,
    ),
  ],
  ['months', sticky(`\\s*-?\\s*(?:months? old|months?|месяц[а-я]*|мес\\.?|ヶ月|か月|カ月)${END}`)],
  [
    'year',
    sticky(
      `\\s*-?\\s*(?:го года|го|й год|ый год|го г\\.?|г\\.?\\s?в\\.?|год[а-я]* выпуска|год[а-я]*|гг?\\.?|年式|年型|年モデル|年製|年登録|年)${END}`,
    ),
  ],
  // In `4 grade 5` the word belongs to the second number.
  ['grade', sticky(`\\s*(?:балл[а-я]*|points?|点|grade(?!\\s?[:=]?\\s?(?:\\d|[rsa]${END})))${END}`)],
];
const SPACES = sticky('\\s*');
const MONTH = sticky('\\s*\\d{1,2}月|[/.](?:0?[1-9]|1[0-2])(?![\\d/.])');
const ERAS: readonly [number, RegExp][] = [
  [2018, sticky('(?:令和|r)\\s?(\\d{1,2}|元)(?!\\d)')],
  [1988, sticky('(?:平成|h)\\s?(\\d{1,2}|元)(?!\\d)')],
  [1925, sticky('(?:昭和|s)\\s?(\\d{1,2}|元)(?!\\d)')],
];
const LONGEST_ERA: Readonly<Record<number, number>> = { 2018: 30, 1988: 31, 1925: 64 };
const ONE_AND_A_HALF = sticky(`(?:полтор[а-я]*|полутор[а-я]*)${END}`);
const BETWEEN = sticky(`\\s*(?:-|to|до|по|から|より|~|\\.\\.\\.?|…)\\s*(?:до|up to)?\\s*`);
const AND = sticky('\\s*(?:and|и|&)\\s*');

interface Quantity {
  value: number;
  /** Digits after the point. */
  decimals: number;
  digits: number;
  multiple: number | null;
  unit: Unit | null;
  currency: string | null;
  isEra: boolean;
  end: number;
}

/** The reader's day and exchange rates. */
export interface Scale {
  /** The day in Japan, `YYYY-MM-DD`. */
  today: string;
  /** Yen for one unit of each currency, by ISO code. */
  yenPer: Readonly<Record<string, number>>;
}

export interface ScannedNumber extends Place {
  kind: RangeKind | 'grade' | 'bare';
  from?: number;
  to?: number;
  value: number;
  currency?: string;
  /** The number has neither a unit nor a word that says what it is. */
  isGuess: boolean;
  /** Another reading of the same text. */
  other?: Omit<ScannedNumber, 'start' | 'end' | 'isGuess' | 'other'>;
}

interface Matched<T> {
  found: T;
  end: number;
}

function match<T>(table: readonly (readonly [T, RegExp])[], text: string, place: number): Matched<T> | null {
  for (const [found, pattern] of table) {
    pattern.lastIndex = place;
    if (pattern.test(text)) return { found, end: pattern.lastIndex };
  }
  return null;
}

const endOf = (pattern: RegExp, text: string, place: number): number => {
  pattern.lastIndex = place;
  return pattern.test(text) ? pattern.lastIndex : place;
};

function readNumber(text: string, place: number): Pick<Quantity, 'value' | 'decimals' | 'digits' | 'end'> | null {
  const half = endOf(ONE_AND_A_HALF, text, place);
  if (half > place) return { value: 1.5, decimals: 1, digits: 1, end: half };
  NUMBER.lastIndex = place;
  const found = NUMBER.exec(text)?.[0];
  if (found === undefined) return null;
  const isGrouped = /^\d{1,3}(?:[ ,']\d{3})+$/.test(found);
  const plain = isGrouped ? found.replace(/\D/g, '') : found.replace(',', '.');
  const value = Number(plain);
  if (!Number.isFinite(value) || value > 1e12) return null;
  return {
    value,
    decimals: isGrouped ? 0 : (plain.split('.')[1]?.length ?? 0),
    digits: plain.length,
    end: NUMBER.lastIndex,
  };
}

function readEra(text: string, place: number): Quantity | null {
  for (const [before, pattern] of ERAS) {
    pattern.lastIndex = place;
    const found = pattern.exec(text);
    if (!found) continue;
    const year = found[1] === '元' ? 1 : Number(found[1]);
    if (year < 1 || year > (LONGEST_ERA[before] ?? 0) || before + year < FIRST_YEAR) continue;
    const end = afterYear(text, pattern.lastIndex);
    if (isGlued(text, end) && end === pattern.lastIndex) continue;
    return {
      value: before + year,
      decimals: 0,
      digits: 4,
      multiple: null,
      unit: 'year',
      currency: null,
      isEra: true,
      end,
    };
  }
  return null;
}

/** A letter follows at once, as in `h27a`: the text is a code. */
const isGlued = (text: string, end: number): boolean =>
  /[\p{Script=Latin}\p{Script=Cyrillic}\d]/u.test(text.charAt(end));

const afterYear = (text: string, place: number): number => {
  const unit = match(UNITS, text, place);
  const end = unit?.found === 'year' ? unit.end : place;
  return endOf(MONTH, text, end);
};

/** The unit after a number; in `2015 mileage under 50k` and `year 2015 mileage 50k` the word begins the next one. */
function readUnit(text: string, place: number, subject: Subject | null): Matched<Unit> | null {
  const unit = match(UNITS, text, place);
  if (!unit || unit.found === subject) return unit;
  const next = match(SUBJECTS, text, endOf(SPACES, text, place));
  // In `7 seats under 1m` the seats are those before the word.
  const beginsBound = next?.found !== 'seats' && next && match(BEFORE, text, endOf(SPACES, text, next.end));
  const isOfNext = next && (subject !== null || beginsBound);
  return isOfNext ? null : unit;
}

function readQuantity(text: string, place: number, subject: Subject | null): Quantity | null {
  const era = readEra(text, place);
  if (era) return era;
  const sign = match(SIGN, text, place);
  const number = readNumber(text, sign?.end ?? place);
  if (!number) return null;
  const multiple = match(MULTIPLES, text, number.end);
  let end = multiple?.end ?? number.end;
  const currency = match(CURRENCY, text, end);
  end = currency?.end ?? end;
  const asked = currency || sign ? null : readUnit(text, end, subject);
  // In `2016 grade B` the word says what follows.
  const unit = asked?.found === 'grade' && number.value > MAX_GRADE ? null : asked;
  end = unit?.end ?? end;
  if (unit?.found === 'year' || (number.digits === 4 && !multiple && !currency && !unit)) end = endOf(MONTH, text, end);
  return {
    ...number,
    multiple: multiple?.found ?? null,
    unit: unit?.found ?? null,
    currency: currency?.found ?? sign?.found ?? null,
    isEra: false,
    end,
  };
}

const MAX_GRADE = 7;
/** No earlier vehicle is at auction. */
const FIRST_YEAR = 1950;
const isYear = (value: number, { today }: Scale): boolean =>
  Number.isInteger(value) && value >= FIRST_YEAR && value <= Number(today.slice(0, 4)) + 1;

/** `18` as a year: this century up to the next year, the last one from 50 on. */
function fullYear(value: number, { today }: Scale): number | null {
  if (value >= 100) return value;
  const next = (Number(today.slice(0, 4)) % 100) + 1;
  if (value <= next) return 2000 + value;
  return value >= 50 ? 1900 + value : null;
}

/** Below this, thousands without a unit are kilometers; from it on they are yen. */
const MIN_PRICE_YEN = 300_000;
const KM_PER_MILE = 1.609344;
const PS_PER_KILOWATT = 1.3596216;
const MIN_LITRES = 0.3;
const MAX_LITRES = 9;

type Resolved = { kind: RangeKind | 'grade' | 'bare'; value: number; isGuess: boolean; isLitres?: boolean };

/** Decides the kind of one number by its unit, the word before it, or its size. */
function resolve(found: Quantity, subject: Subject | null, bound: Bound | null, scale: Scale): Resolved | null {
  const { value, multiple, unit, currency } = found;
  const amount = Math.round(value * (multiple ?? 1) * 1000) / 1000;
  const sure = (kind: Resolved['kind'], number: number, isLitres = false): Resolved => ({
    kind,
    value: number,
    isGuess: false,
    isLitres,
  });
  const guess = (kind: Resolved['kind'], number: number): Resolved => ({ kind, value: number, isGuess: true });
  if (currency) return sure('price', amount);
  switch (unit) {
    case 'miles':
      return sure('mileage', Math.round(amount * KM_PER_MILE));
    case 'mileage':
      return sure('mileage', Math.round(amount));
    case 'litres':
      return amount <= 30 ? sure('engine', Math.round(amount * 1000), true) : null;
    case 'engine':
    case 'power':
    case 'seats':
      return sure(unit, Math.round(amount));
    case 'kilowatts':
      return sure('power', Math.round(amount * PS_PER_KILOWATT));
    case 'grade':
      return sure('grade', amount);
    case 'months':
      return sure('age', Math.round(amount));
    case 'years':
      return isYear(amount, scale) ? sure('year', amount) : amount < 100 ? sure('age', Math.round(amount * 12)) : null;
    case 'year': {
      if (amount < 10 && found.digits === 1 && !found.isEra) return sure('age', amount * 12);
      const year = fullYear(amount, scale);
      return year !== null && year >= 1900 && year <= 2100 ? sure('year', year) : null;
    }
  }
  if (subject === 'grade') return sure('grade', amount);
  if (subject === 'engine')
    return amount < 30 ? sure('engine', Math.round(amount * 1000), true) : sure('engine', Math.round(amount));
  if (subject === 'age') return sure('age', Math.round(amount * 12));
  if (subject === 'year') {
    const year = fullYear(amount, scale);
    return year === null ? null : sure('year', year);
  }
  if (subject) return sure(subject, Math.round(amount));
  if (multiple) return guess(amount >= MIN_PRICE_YEN ? 'price' : 'mileage', Math.round(amount));
  if (isYear(value, scale) && found.decimals === 0) return sure('year', value);
  if (bound === 'notOlder' || bound === 'older') return value < 50 ? sure('age', Math.round(value * 12)) : null;
  if (found.decimals > 0) {
    if (value === 3.5 || value === 4.5) return guess('grade', value);
    return value >= MIN_LITRES && value < MAX_LITRES
      ? { ...guess('engine', Math.round(value * 1000)), isLitres: true }
      : null;
  }
  if (value >= 10_000) {
    if (bound === null && found.digits <= 5) return guess('bare', value);
    return guess(value >= MIN_PRICE_YEN ? 'price' : 'mileage', value);
  }
  if (bound && bound !== 'to' && value >= 3 && value <= 6) return guess('grade', value);
  if (bound && value >= 600 && value <= 8000) return guess('engine', value);
  return found.isEra ? null : guess('bare', value);
}

/** The least and the most displacement that sellers call by this figure: 1.5 l are 1,450 to 1,549 cc. */
export function engineBand(
  cc: number,
  { decimals }: Pick<Quantity, 'decimals'>,
  isLitres: boolean,
): { from: number; to: number } {
  const step = isLitres ? (decimals >= 2 ? 10 : 50) : cc % 100 === 0 ? 50 : 10;
  if (!isLitres && cc % 10 !== 0) return cc % 5 === 0 ? { from: cc - 5, to: cc + 4 } : { from: cc, to: cc };
  return { from: cc - step, to: cc + step - 1 };
}

/** Most places of a line are no number; this is decided before any word is compared. */
const HAS_NUMBER = /\d|元|полтор|полутор/;
const LONGEST_BEFORE_NUMBER = 60;

/**
 * Reads a number with its meaning at a place of a normalized line: `до 60 тыс км`, `2015-2018`, `H27`, `$20k`.
 * Returns null where none begins.
 */
export function scanNumber(text: string, start: number, scale: Scale): ScannedNumber | null {
  if (!HAS_NUMBER.test(text.slice(start, start + LONGEST_BEFORE_NUMBER))) return null;
  let place = start;
  let subject: Subject | null = null;
  let bound: Bound | null = null;
  for (let round = 0; round < 3; round += 1) {
    const asked: Matched<Subject> | null = subject ? null : match(SUBJECTS, text, place);
    if (asked) {
      subject = asked.found;
      place = endOf(SUBJECT_LINK, text, asked.end);
    }
    const limit: Matched<Bound> | null = bound ? null : match(BEFORE, text, place);
    if (limit) {
      bound = limit.found;
      place = endOf(SPACES, text, limit.end);
    }
    if (!asked && !limit) break;
  }
  const first = readQuantity(text, place, subject);
  if (!first) return null;
  const second = readSecond(text, first, bound, subject);
  if (second && !(bound === null && isOwnValue(text, first, second, subject, scale))) {
    const range = resolveRange(text, first, second, subject, scale);
    if (range) return { start, end: second.end, isGuess: false, ...range };
  }
  if (isGlued(text, first.end) && first.unit === null && first.multiple === null && !first.currency) return null;
  const after = match(AFTER, text, first.end);
  const isSafeAfter = after !== null && !(after.found === 'from' && bound === 'to');
  const end = isSafeAfter ? after.end : first.end;
  const limit = bound ?? (isSafeAfter ? after.found : null);
  const one = resolve(first, subject, limit, scale);
  if (!one) return null;
  const scanned = bounded(one, first, limit, scale);
  const other = otherReading(one, first, limit, scale);
  return { start, end, isGuess: one.isGuess, ...scanned, ...(other ? { other } : {}) };
}

/** The second number of a range, after `-`, `to`, `до`; after `and` only where `between` came before. */
function readSecond(text: string, first: Quantity, bound: Bound | null, subject: Subject | null): Quantity | null {
  let place = endOf(BETWEEN, text, first.end);
  if (place === first.end && bound === 'between') place = endOf(AND, text, first.end);
  if (place === first.end || bound === 'to') return null;
  return readQuantity(text, place, subject);
}

/** A fraction before `до` or `to` is a value of its own: of `1.6 до 160 л.с.` and `4.5 to 80,000 km`. */
function isOwnValue(text: string, first: Quantity, second: Quantity, subject: Subject | null, scale: Scale): boolean {
  if (first.decimals === 0 || first.unit !== null || first.multiple !== null || first.currency) return false;
  const [, word = ''] = /^\s*(\p{Letter}+)/u.exec(text.slice(first.end)) ?? [];
  const kind = resolve(second, subject, 'to', scale)?.kind;
  if (kind === 'price') return word === 'до';
  return /^(?:до|to)$/.test(word) && (kind === 'power' || kind === 'mileage' || kind === 'seats' || kind === 'age');
}

type Range = Pick<ScannedNumber, 'kind' | 'from' | 'to' | 'value' | 'currency'>;

function resolveRange(
  text: string,
  first: Quantity,
  second: Quantity,
  subject: Subject | null,
  scale: Scale,
): Range | null {
  const isJoined = text.charAt(first.end) === '-' && isDigit(text.charAt(first.end + 1));
  const isYearToo = !isJoined || second.unit === null || second.unit === 'year';
  const isPlainYear = isYearToo && first.multiple === null && first.unit === null && isYear(first.value, scale);
  const isShort = first.unit === null && first.multiple === null && !first.currency && !isPlainYear;
  const ending = resolve(second, subject, 'from', scale);
  if (
    isPlainYear &&
    second.multiple === null &&
    second.unit === null &&
    !isYear(second.value, scale) &&
    !second.currency
  ) {
    const year = second.decimals === 0 && second.digits === 2 ? fullYear(second.value, scale) : null;
    return year === null ? null : ordered('year', first.value, year);
  }
  if (twoDigits(first) && twoDigits(second) && subject === null) {
    const [from, to] = [fullYear(first.value, scale), fullYear(second.value, scale)];
    return from !== null && to !== null && from < to ? ordered('year', from, to) : null;
  }
  if (first.isEra && second.unit === 'year' && second.value < 100)
    return ordered('year', first.value, eraOf(first.value) + second.value);
  if (!ending || ending.kind === 'bare') return null;
  const borrowed = isShort
    ? { ...first, multiple: second.multiple, unit: second.unit, currency: second.currency }
    : first.unit === null && !first.currency
      ? { ...first, unit: second.unit, currency: second.currency }
      : first;
  if (isPlainYear && ending.kind !== 'year') return null;
  const beginning = resolve(borrowed, subject, 'from', scale);
  if (!beginning || beginning.kind !== ending.kind) return null;
  const { kind } = ending;
  if (kind === 'price') {
    const currency = second.currency ?? first.currency;
    return { ...inYen({ from: beginning.value, to: ending.value, value: beginning.value }, currency, scale), kind };
  }
  if (kind === 'engine') {
    const low = engineBand(beginning.value, first, beginning.isLitres ?? false).from;
    return ordered('engine', beginning.isLitres ? low : beginning.value, ending.value);
  }
  return ordered(kind, beginning.value, ending.value);
}

const twoDigits = ({ digits, decimals, multiple, unit, currency, isEra }: Quantity): boolean =>
  digits === 2 && decimals === 0 && multiple === null && (unit === null || unit === 'year') && !currency && !isEra;
const eraOf = (year: number): number => (year > 2018 ? 2018 : year > 1988 ? 1988 : 1925);

function ordered(kind: Range['kind'], left: number, right: number): Range {
  const [from, to] = left <= right ? [left, right] : [right, left];
  return { kind, from, to, value: from };
}

/** The amounts in yen, with the currency that was named. */
function inYen<T extends { from?: number; to?: number; value: number }>(
  range: T,
  currency: string | null,
  { yenPer }: Scale,
) {
  if (!currency || currency === 'JPY') return { ...range, ...(currency ? { currency } : {}) };
  const rate = yenPer[currency];
  if (!rate) return { ...range, currency };
  const yen = (amount: number) => Math.round(amount * rate);
  return {
    ...range,
    ...(range.from === undefined ? {} : { from: yen(range.from) }),
    ...(range.to === undefined ? {} : { to: yen(range.to) }),
    currency,
  };
}

function bounded(one: Resolved, found: Quantity, bound: Bound | null, scale: Scale): Range {
  const { kind, value } = one;
  if (kind === 'bare') return { kind, value };
  const isAge = kind === 'age';
  const side: 'to' | 'from' | null =
    bound === null || bound === 'between'
      ? null
      : bound === 'notOlder'
        ? isAge
          ? 'to'
          : 'from'
        : bound === 'older'
          ? isAge
            ? 'from'
            : 'to'
          : bound === 'to'
            ? 'to'
            : 'from';
  if (kind === 'engine') {
    const band = engineBand(value, found, one.isLitres ?? false);
    if (side === 'to') return { kind, to: value, value };
    if (side === 'from') return { kind, from: bound === 'over' || !one.isLitres ? value : band.from, value };
    return { kind, ...band, value };
  }
  if (kind === 'price')
    return { kind, ...inYen(side === 'from' ? { from: value, value } : { to: value, value }, found.currency, scale) };
  if (side) return { kind, [side]: value, value };
  if (kind === 'mileage' || kind === 'age') return { kind, to: value, value };
  return { kind, from: value, to: value, value };
}

/** Thousands without a unit may be kilometers or yen; one year may also begin a range. */
function otherReading(one: Resolved, found: Quantity, bound: Bound | null, scale: Scale): ScannedNumber['other'] {
  if (one.isGuess && (one.kind === 'price' || one.kind === 'mileage') && found.multiple !== 1_000_000) {
    const kind = one.kind === 'price' ? 'mileage' : 'price';
    if (kind === 'mileage' && one.value > 999_999) return undefined;
    return bounded({ ...one, kind }, found, bound, scale);
  }
  if (one.kind === 'grade' && one.isGuess && found.decimals > 0)
    return bounded(
      { kind: 'engine', value: Math.round(found.value * 1000), isGuess: true, isLitres: true },
      found,
      bound,
      scale,
    );
  if (one.kind === 'year' && bound === null && !found.isEra && found.digits === 2 && found.value <= 31)
    return { kind: 'year', from: 1988 + found.value, to: 1988 + found.value, value: 1988 + found.value };
  if (one.kind === 'year' && bound === null) return { kind: 'year', from: one.value, value: one.value };
  return undefined;
}
