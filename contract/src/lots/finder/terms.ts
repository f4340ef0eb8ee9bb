import type { Body, Drive } from '../facts.ts';

/** Kinds of terms whose values are chosen from a list; several values of one kind mean any of them. */
export const CHOICE_KINDS = [
  ...(['maker', 'model', 'color', 'gearbox', 'house', 'condition', 'chassis', 'trim', 'energy', 'drive'] as const),
  ...(['body', 'steering', 'interior', 'equipment', 'date'] as const),
] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** Kinds of terms that are a range: year, km, cc, yen, PS, number of seats, age in months, total at the client's door. */
export const RANGE_KINDS = ['year', 'mileage', 'engine', 'price', 'power', 'seats', 'age', 'door'] as const;
export type RangeKind = (typeof RANGE_KINDS)[number];

/** Energy of a vehicle, as buyers say it: `hybrid` is any hybrid, `series` one whose engine only charges. */
export const ENERGIES = [
  'petrol',
  'diesel',
  'lpg',
  'cng',
  'hydrogen',
  'electric',
  'hybrid',
  'series',
  'plugIn',
] as const;
export type Energy = (typeof ENERGIES)[number];
export type GearKind = 'MT' | 'auto' | 'CVT' | 'DCT';
export type { Body, Drive };

/** The place of a term in the line as typed: its first character and the one after its last. */
export interface Place {
  start: number;
  end: number;
}

export interface ChoiceTerm extends Place {
  kind: ChoiceKind;
  /** Models are `MAKER MODEL` with a tab between them; all others are values of the filter. */
  values: readonly string[];
  isExcluded?: boolean;
}

export interface RangeTerm extends Place {
  kind: RangeKind;
  from?: number;
  to?: number;
  /** ISO code, for amounts at the door that name one. */
  currency?: string;
  /** Country id of the destination, for amounts at the door that name one. */
  destination?: string;
}

export interface LotNoTerm extends Place {
  kind: 'lotNo';
  lotNo: number;
}

/** Without repair history: none of the grades R, RA, RB. */
export interface NoRepairTerm extends Place {
  kind: 'noRepair';
}

export type Term = ChoiceTerm | RangeTerm | LotNoTerm | NoRepairTerm;

/** Whether a term is a range. */
export const isRange = (term: Term): term is RangeTerm => (RANGE_KINDS as readonly string[]).includes(term.kind);
/** Whether a term is a choice of values. */
export const isChoice = (term: Term): term is ChoiceTerm => (CHOICE_KINDS as readonly string[]).includes(term.kind);

const TAB = '\t';
/** The value of a model term. */
export const modelValue = (maker: string, model: string): string => `${maker}${TAB}${model}`;
/** Maker and model of the value of a model term. */
export const splitModel = (value: string): { maker: string; model: string } => {
  const [maker = '', model = ''] = value.split(TAB);
  return { maker, model };
};
