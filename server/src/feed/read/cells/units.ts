import { BadCell, quoted } from './plain-text.ts';

/** Dimensions of a number. */
export type Dimension = 'distance' | 'engine' | 'power' | 'length' | 'weight' | 'money';

export interface Unit {
  dimension: Dimension;
  /** Factor to our own unit: km, cc, PS, yen. */
  factor: number;
}

const unit = (dimension: Dimension, factor: number): Unit => ({ dimension, factor });
const KM_OF_MILE = 1.609344;
const PS_OF_KW = 1.359622;
const PS_OF_HP = 1.01387;

/** Names of column units in a mapping. */
export const UNITS: Readonly<Record<string, Unit>> = {
  km: unit('distance', 1),
  'thousand km': unit('distance', 1_000),
  'ten thousand km': unit('distance', 10_000),
  mile: unit('distance', KM_OF_MILE),
  'thousand mile': unit('distance', 1_000 * KM_OF_MILE),
  cc: unit('engine', 1),
  litre: unit('engine', 1_000),
  ps: unit('power', 1),
  hp: unit('power', PS_OF_HP),
  kW: unit('power', PS_OF_KW),
  mm: unit('length', 1),
  cm: unit('length', 10),
  metre: unit('length', 1_000),
  kg: unit('weight', 1),
  tonne: unit('weight', 1_000),
  yen: unit('money', 1),
  'thousand yen': unit('money', 1_000),
  'ten thousand yen': unit('money', 10_000),
  'million yen': unit('money', 1_000_000),
};

/** Default unit of a column. */
export const OWN_UNIT: Readonly<Record<Dimension, string>> = {
  distance: 'km',
  engine: 'cc',
  power: 'ps',
  length: 'mm',
  weight: 'kg',
  money: 'yen',
};

/** Units after a number in cells, in lower case and without dots. */
const WRITTEN: readonly [Unit, readonly string[]][] = [
  [
    unit('distance', 1),
    ['km', 'kms', 'км', 'キロ', 'キロメートル', 'kilometer', 'kilometers', 'kilometre', 'kilometres'],
  ],
  [unit('distance', KM_OF_MILE), ['mi', 'mile', 'miles', 'mls', 'マイル', 'миль', 'мили', 'миля']],
  [unit('engine', 1), ['cc', 'ccm', 'cm3', 'cm^3', 'cu cm', 'см3', 'см^3', 'куб см', 'ml']],
  [
    unit('engine', 1_000),
    ['l', 'ltr', 'liter', 'liters', 'litre', 'litres', 'リッター', 'リットル', 'л', 'литр', 'литра'],
  ],
  [unit('power', 1), ['ps', '馬力', 'лс', 'л с', 'cv']],
  [unit('power', PS_OF_HP), ['hp', 'bhp']],
  [unit('power', PS_OF_KW), ['kw', 'квт']],
  [unit('length', 1), ['mm', 'мм', 'ミリ']],
  [unit('length', 10), ['cm', 'см', 'センチ']],
  [unit('length', 1_000), ['m', 'м', 'メートル']],
  [unit('weight', 1), ['kg', 'кг', 'キログラム']],
  [unit('weight', 1_000), ['t', 'т', 'トン']],
];
const WRITTEN_UNITS = new Map(WRITTEN.flatMap(([one, words]) => words.map((word) => [word, one] as const)));

const YEN_WORDS = new Set(['円', 'yen', 'jpy', '¥', 'йен', 'иен', '円也', '也']);
/** Signs of exactly one currency; `$` is ambiguous. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₽': 'RUB',
  '₩': 'KRW',
  '₹': 'INR',
  руб: 'RUB',
};
const DOLLARS = new Set(['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN']);

interface Column {
  dimension: Dimension;
  /** The name of the column's unit: one of `UNITS`, or a currency of `yenFor`. */
  unitName: string;
  yenFor: Readonly<Record<string, number>>;
}

/** The factor from a column's unit to our own. */
export const columnFactor = ({ unitName, yenFor }: Pick<Column, 'unitName' | 'yenFor'>): number =>
  yenFor[unitName] ?? UNITS[unitName]?.factor ?? 1;

/** The factor from a cell's own unit to ours; refuses a unit of another dimension. */
export function writtenFactor(written: string, column: Column, cell: string): number {
  const word = written.toLowerCase().replaceAll('.', ' ').replace(/\s+/g, ' ').trim();
  return column.dimension === 'money' ? currencyFactor(word, column, cell) : measureFactor(word, column, cell);
}

function measureFactor(word: string, { dimension }: Column, cell: string): number {
  const found = WRITTEN_UNITS.get(word);
  if (!found) throw new BadCell(`${quoted(cell)} has an unknown unit ${quoted(word)}`);
  if (found.dimension !== dimension)
    throw new BadCell(`${quoted(cell)} is in ${quoted(word)}, a unit of another dimension than this column`);
  return found.factor;
}

function currencyFactor(word: string, { unitName, yenFor }: Column, cell: string): number {
  const own = Object.hasOwn(UNITS, unitName) ? 'JPY' : unitName;
  // The yuan shares the sign of the yen.
  if (word === '¥' && own === 'CNY') return columnFactor({ unitName, yenFor });
  if (YEN_WORDS.has(word)) return 1;
  if (word === '$' && DOLLARS.has(own)) return columnFactor({ unitName, yenFor });
  const code = SIGNS[word] ?? word.toUpperCase();
  const factor = yenFor[code];
  if (/^[A-Z]{3}$/.test(code) && factor !== undefined) return factor;
  if (word === '$' || SIGNS[word] || /^[a-z]{3}$/.test(word))
    throw new BadCell(`${quoted(cell)} is money of another country (${word}): the mapping's yenFor has no rate for it`);
  throw new BadCell(`${quoted(cell)} has an unknown unit ${quoted(word)}`);
}
