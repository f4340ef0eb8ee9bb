import { FUELS, HYBRIDS, STEERINGS } from '../lots/facts.ts';

/** Kinds of hybrid drive that laws name; `unspecified` in a vehicle is one of the first three hybrids. */
const LEGAL_HYBRIDS = HYBRIDS.filter((hybrid) => hybrid !== 'unspecified');

/**
 * Facts that rules may name in a condition. `from` and `to` are the widest plausible values: an unknown fact is treated as
 * any value between them, so that an estimate becomes a range. A whole number has no value between 1,500 and 1,501.
 */
interface NumberFact {
  from: number;
  to: number;
  isWhole: boolean;
}
const whole = (from: number, to: number): NumberFact => ({ from, to, isWhole: true });

export const NUMBER_FACTS = {
  engineCc: whole(0, 8_000),
  powerPs: whole(1, 1_200),
  power30MinutePs: whole(1, 1_200),
  /** Whole months from first registration to arrival. */
  ageMonths: whole(0, 1_200),
  /** Calendar years from the year of first registration to the year of arrival. */
  ageYears: whole(0, 100),
  /** Whole months from manufacture to arrival. */
  builtMonths: whole(0, 1_200),
  /** Months from manufacture to first registration. */
  monthsUnregistered: whole(0, 240),
  seats: whole(1, 60),
  doors: whole(0, 8),
  lengthMm: whole(1_500, 12_000),
  widthMm: whole(500, 2_600),
  heightMm: whole(800, 4_000),
  weightKg: whole(60, 12_000),
  co2GPerKm: whole(0, 600),
  /** Cubic meters, from length, width and height. */
  volumeM3: { from: 1, to: 40, isWhole: false },
  /** Number of characters of the emission class, the part of the type code before the dash: 3 in 3BA-AGH40W, 2 in GF-R34. */
  emissionLetters: whole(0, 3),
} as const satisfies Record<string, NumberFact>;
export type NumberFactName = keyof typeof NUMBER_FACTS;

/** Facts with words as values. An empty list: any word is possible. */
export const WORD_FACTS = {
  vehicle: ['car', 'bike'],
  fuel: FUELS,
  hybrid: LEGAL_HYBRIDS,
  steering: STEERINGS,
  drive: [],
  body: [],
  make: [],
  model: [],
  typeCode: [],
  house: [],
  port: [],
} as const satisfies Record<string, readonly string[]>;
export type WordFactName = keyof typeof WORD_FACTS;

/** Amounts that rules may name in a condition: the hammer price in yen, and the sum that the rule rests on, in its currency. */
export const AMOUNT_FACTS = ['hammerYen', 'base'] as const;
export type AmountFactName = (typeof AMOUNT_FACTS)[number];

export type FactName = NumberFactName | WordFactName;
export const NUMBER_FACT_NAMES = Object.keys(NUMBER_FACTS) as NumberFactName[];
export const WORD_FACT_NAMES = Object.keys(WORD_FACTS) as WordFactName[];
/** Whether a fact has numbers as values. */
export const isNumberFact = (name: string): name is NumberFactName => name in NUMBER_FACTS;

/** A vehicle of which every fact that the rules name is known. */
export type KnownFacts = Record<NumberFactName, number> & Record<WordFactName, string>;
