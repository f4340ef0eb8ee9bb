import type { LotRow } from '@seri/contract/feed/rows.ts';
import type { Body } from '@seri/contract/lots/facts.ts';

/** Facts that a demonstration lot states, as a feed would; everything else is unknown, as it often is in a feed. */
export type DemoFacts = Pick<
  LotRow,
  'typeCode' | 'body' | 'steering' | 'firstRegistrationYear' | 'firstRegistrationMonth'
>;

const BODY: Readonly<Record<string, Body>> = {
  ...{ hatchback: 'hatchback', 'kei-hatch': 'hatchback', sedan: 'sedan', wagon: 'wagon', minivan: 'minivan' },
  ...{ 'kei-box': 'minivan', suv: 'suv', coupe: 'coupe', roadster: 'convertible', van: 'van', 'kei-van': 'van' },
  ...{ 'kei-truck': 'truck', 'pickup-truck': 'pickup' },
};

/** Emission classes of usual passenger cars, before and since the rules of 2018. */
const CLASSES: Readonly<Record<string, readonly [before: string, since: string]>> = {
  petrol: ['DBA', '5BA'],
  hybrid: ['DAA', '6AA'],
  phev: ['DLA', '6LA'],
  diesel: ['LDA', '3DA'],
  electric: ['ZAA', 'ZAA'],
};
const FIRST_CLASS_YEAR = 2006;
const NEW_CLASSES_YEAR = 2019;
/** Makers that build right-hand drive for Japan; cars of the others are sold with either side. */
const RIGHT_HAND = new Set([
  ...['TOYOTA', 'LEXUS', 'NISSAN', 'HONDA', 'SUZUKI', 'DAIHATSU', 'MAZDA', 'SUBARU', 'MITSUBISHI', 'ISUZU', 'HINO'],
]);
/** Months between production and first registration, at most. */
const MONTHS_ON_STOCK = 3;

interface Version {
  maker: string;
  body: string;
  fuel: string;
}

/** The facts follow from the car without drawing, so that they change no other value of the demonstration. */
export function demoFacts(
  { maker, body, fuel }: Version,
  { code, year, month }: { code: string; year: number; month: number },
): DemoFacts {
  const emissionClass = year >= FIRST_CLASS_YEAR ? CLASSES[fuel]?.[year >= NEW_CLASSES_YEAR ? 1 : 0] : undefined;
  const isCode = /^[A-Z]{1,6}\d/.test(code);
  const registered = year * 12 + month - 1 + (month % MONTHS_ON_STOCK);
  return {
    typeCode: emissionClass && isCode ? `${emissionClass}-${code}` : null,
    body: BODY[body] ?? null,
    steering: RIGHT_HAND.has(maker) ? 'right' : null,
    firstRegistrationYear: Math.floor(registered / 12),
    firstRegistrationMonth: (registered % 12) + 1,
  };
}
