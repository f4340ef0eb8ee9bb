import { type FactOrigin, kilowattsOf, type VehicleFacts, volumeM3Of } from '@seri/contract/lots/facts.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { monthName } from '../../shell/i18n/month-name.ts';

/** Rows of the facts of a vehicle beyond those that every lot has, in order. */
export const FACT_ROWS = [
  ...([
    'typeCode',
    'fuel',
    'hybrid',
    'powerKw',
    'power30',
    'firstRegistration',
    'built',
    'steering',
    'driven',
  ] as const),
  ...(['seats', 'doors', 'body', 'size', 'weight', 'co2', 'exterior', 'interior'] as const),
] as const;
export type FactRow = (typeof FACT_ROWS)[number];

export interface FactText {
  text: string;
  /** Where the value comes from. */
  origin: string;
}

const value = (kind: string, name: string) => textOf(`lots.value.${kind}.${name}`, 'lots.value.unknown');
/** `182 PS (133.9 kW)`. */
const powerText = (powerPs: number): string =>
  t('lots.fact.powerValue', { ps: groupThousands(powerPs), kw: String(kilowattsOf(powerPs)) });
const measure = (number: number, unit: string) => `${groupThousands(number)} ${unit}`;

/** `05.2022`, the year alone, or the name of the month alone. */
function monthText(year: number | undefined, month: number | undefined): string {
  if (month === undefined) return year === undefined ? '' : String(year);
  return year === undefined ? monthName(month) : `${String(month).padStart(2, '0')}.${year}`;
}

function sizeText(facts: VehicleFacts): string {
  const { lengthMm, widthMm, heightMm } = facts;
  const all = [lengthMm, widthMm, heightMm];
  if (all.every((one) => one === undefined)) return '';
  const millimetres = all.map((one) => (one ? groupThousands(one.value) : '–')).join(' × ');
  const volume = volumeM3Of({ lengthMm: lengthMm?.value, widthMm: widthMm?.value, heightMm: heightMm?.value });
  const text = `${millimetres} ${t('unit.mm')}`;
  return volume === null ? text : `${text} (${volume} ${t('unit.m3')})`;
}

type Shown = [text: string | undefined, fact: { origin: FactOrigin; table?: string | undefined } | undefined];
const SHOWN: Record<FactRow, (facts: VehicleFacts) => Shown> = {
  typeCode: ({ typeCode }) => [typeCode?.value, typeCode],
  fuel: ({ fuel }) => [fuel && value('fuel', fuel.value), fuel],
  hybrid: ({ hybrid }) => [hybrid && value('hybrid', hybrid.value), hybrid],
  powerKw: ({ powerPs }) => [powerPs && powerText(powerPs.value), powerPs],
  power30: ({ power30MinutePs }) => [power30MinutePs && powerText(power30MinutePs.value), power30MinutePs],
  firstRegistration: ({ firstRegistrationYear: year, firstRegistrationMonth: month }) => [
    monthText(year?.value, month?.value),
    year ?? month,
  ],
  built: ({ builtYear: year, builtMonth: month }) => [monthText(year?.value, month?.value), year ?? month],
  steering: ({ steering }) => [steering && value('steering', steering.value), steering],
  driven: ({ drive }) => [drive && value('drive', drive.value), drive],
  seats: ({ seats }) => [seats && String(seats.value), seats],
  doors: ({ doors }) => [doors && String(doors.value), doors],
  body: ({ body }) => [body && value('body', body.value), body],
  size: (facts) => [sizeText(facts), facts.lengthMm ?? facts.widthMm ?? facts.heightMm],
  weight: ({ weightKg }) => [weightKg && measure(weightKg.value, t('unit.kg')), weightKg],
  co2: ({ co2GPerKm }) => [co2GPerKm && measure(co2GPerKm.value, t('unit.gPerKm')), co2GPerKm],
  exterior: ({ exteriorGrade }) => [exteriorGrade?.value, exteriorGrade],
  interior: ({ interiorGrade }) => [interiorGrade?.value, interiorGrade],
};

export const originText = (origin: FactOrigin, table: string | undefined): string =>
  origin === 'table' ? t('lots.origin.table', { table: table ?? '' }) : t(`lots.origin.${origin}`);

/** The text of a fact with its origin; null while it is unknown. */
export function factText(row: FactRow, facts: VehicleFacts | undefined): FactText | null {
  const [text, fact] = SHOWN[row](facts ?? {});
  return text && fact ? { text, origin: originText(fact.origin, fact.table) } : null;
}
