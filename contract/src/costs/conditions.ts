import * as z from 'zod/mini';
import {
  AMOUNT_FACTS,
  type AmountFactName,
  type FactName,
  isNumberFact,
  type KnownFacts,
  NUMBER_FACT_NAMES,
  type NumberFactName,
  WORD_FACT_NAMES,
  WORD_FACTS,
  type WordFactName,
} from './facts.ts';

const bound = z.number().check(z.minimum(0), z.maximum(1_000_000_000));

/** An interval in the words of laws: `from` and `upTo` include their bound, `over` and `below` exclude it. */
export const interval = z
  .strictObject({
    from: z.optional(bound),
    over: z.optional(bound),
    upTo: z.optional(bound),
    below: z.optional(bound),
  })
  .check(
    z.refine((given) => Object.values(given).some((value) => value !== undefined), 'an interval needs a bound'),
    z.refine((given) => !(given.from !== undefined && given.over !== undefined), 'use either from or over'),
    z.refine((given) => !(given.upTo !== undefined && given.below !== undefined), 'use either upTo or below'),
    z.refine((given) => compareCuts(lowCut(given), highCut(given)) < 0, 'the interval is empty'),
  );
export type Interval = z.infer<typeof interval>;

const word = z.string().check(z.minLength(1), z.maxLength(100));
const words = z.union([
  z.array(word).check(z.minLength(1), z.maxLength(500)),
  z.strictObject({ not: z.array(word).check(z.minLength(1), z.maxLength(500)) }),
]);
export type Words = z.infer<typeof words>;

const intervals = Object.fromEntries(
  [...NUMBER_FACT_NAMES, ...AMOUNT_FACTS].map((name) => [name, z.optional(interval)]),
) as Record<NumberFactName | AmountFactName, z.ZodMiniOptional<typeof interval>>;
const sets = Object.fromEntries(WORD_FACT_NAMES.map((name) => [name, z.optional(words)])) as Record<
  WordFactName,
  z.ZodMiniOptional<typeof words>
>;

/** Every named fact must match. An unknown name is refused. */
export const condition = z.strictObject({ ...intervals, ...sets }).check(
  z.refine((given) => unknownWord(given as Partial<Record<string, unknown>>) === null, {
    error: 'a word is no value of its fact',
  }),
);
export type Condition = z.infer<typeof condition>;

/** Returns a word that a fact with a closed list of values does not have; null if there is none. */
function unknownWord(given: Partial<Record<string, unknown>>): string | null {
  for (const name of WORD_FACT_NAMES) {
    const known: readonly string[] = WORD_FACTS[name];
    const asked = given[name] as Words | undefined;
    const missing = known.length > 0 && asked ? listed(asked).find((item) => !known.includes(item)) : undefined;
    if (missing !== undefined) return missing;
  }
  return null;
}

/** The words that a condition names, whether it asks for them or excludes them. */
export const listed = (asked: Words): string[] => (Array.isArray(asked) ? asked : asked.not);

/**
 * A place between numbers: just before or just after a value. `from` and `below` cut before their bound, `over` and `upTo`
 * after it, so two rules meet without gap or overlap where they have the same cut.
 */
export interface Cut {
  at: number;
  isAfter: boolean;
}
/** Negative if the first cut is before the other, 0 if they are the same. */
export const compareCuts = (one: Cut, other: Cut): number =>
  one.at === other.at ? Number(one.isAfter) - Number(other.isAfter) : one.at - other.at;

/** All numbers from the low cut to the high one match. */
export const lowCut = ({ from, over }: Interval): Cut =>
  from === undefined
    ? { at: over ?? Number.NEGATIVE_INFINITY, isAfter: over !== undefined }
    : { at: from, isAfter: false };
/** The upper end of an interval; infinite without a bound. */
export const highCut = ({ upTo, below }: Interval): Cut =>
  below === undefined
    ? { at: upTo ?? Number.POSITIVE_INFINITY, isAfter: upTo !== undefined }
    : { at: below, isAfter: false };

/** Whether a number is in the interval. */
export const isInside = (value: number, given: Interval): boolean =>
  (given.from === undefined || value >= given.from) &&
  (given.over === undefined || value > given.over) &&
  (given.upTo === undefined || value <= given.upTo) &&
  (given.below === undefined || value < given.below);

/** `some`: a value of the span matches; `all`: every one does. */
export function spanInside(least: number, most: number, given: Interval): { some: boolean; all: boolean } {
  if (least === most) {
    const inside = isInside(least, given);
    return { some: inside, all: inside };
  }
  const aboveLow = (value: number) => isInside(value, { from: given.from, over: given.over });
  const belowHigh = (value: number) => isInside(value, { upTo: given.upTo, below: given.below });
  return { some: aboveLow(most) && belowHigh(least), all: isInside(least, given) && isInside(most, given) };
}

/** Whether a word matches. */
export const isOneOf = (value: string, asked: Words): boolean =>
  Array.isArray(asked) ? asked.includes(value) : !asked.not.includes(value);

const capitals = (items: string[]) => items.map((item) => item.toUpperCase());
/** Makes and models are compared in capitals. */
function asCompared(name: string, asked: Words): Words {
  if (name !== 'make' && name !== 'model') return asked;
  return Array.isArray(asked) ? capitals(asked) : { not: capitals(asked.not) };
}

/** Whether a word of a fact matches; makes and models must be in capitals. */
export const matchesWord = (name: string, value: string, asked: Words): boolean =>
  isOneOf(value, asCompared(name, asked));

/** Whether the facts match, regardless of amounts. */
export function matchesFacts(facts: KnownFacts, given: Condition): boolean {
  for (const name in given) {
    const asked = given[name as keyof Condition];
    if (asked === undefined || name === 'hammerYen' || name === 'base') continue;
    if (isNumberFact(name)) {
      if (!isInside(facts[name], asked as Interval)) return false;
    } else if (!matchesWord(name, facts[name as WordFactName], asked as Words)) return false;
  }
  return true;
}

/** The facts that a condition names, without amounts. */
export const factNames = (given: Condition): FactName[] =>
  Object.keys(given).filter((name) => given[name as keyof Condition] !== undefined && !isAmount(name)) as FactName[];
const isAmount = (name: string): boolean => (AMOUNT_FACTS as readonly string[]).includes(name);

/** A word that no rule names, for facts with an open list of words. */
export const OTHER_WORD = '';

export interface Cell {
  least: number;
  most: number;
}

/** The cells into which these cuts divide the span of a fact, without those that hold no whole number. */
export function cellsOf(isWhole: boolean, { least, most }: Cell, cuts: readonly Cut[]): Cell[] {
  const ends: Cut[] = [
    { at: least, isAfter: false },
    { at: most, isAfter: true },
  ];
  const [first, last] = ends as [Cut, Cut];
  const inner = cuts.filter((cut) => compareCuts(cut, first) > 0 && compareCuts(cut, last) < 0).sort(compareCuts);
  const borders = [first, ...inner, last];
  return borders.slice(1).flatMap((high, place) => cellBetween(borders[place] as Cut, high, isWhole) ?? []);
}

/** Distance from a bound that is not part of the interval, for facts with decimals. */
const HAIR = 1e-6;

function cellBetween(low: Cut, high: Cut, isWhole: boolean): Cell | null {
  if (compareCuts(low, high) === 0) return null;
  const least = isWhole
    ? low.isAfter
      ? Math.floor(low.at) + 1
      : Math.ceil(low.at)
    : low.at + (low.isAfter ? HAIR : 0);
  const most = isWhole
    ? high.isAfter
      ? Math.floor(high.at)
      : Math.ceil(high.at) - 1
    : high.at - (high.isAfter ? 0 : HAIR);
  return least <= most ? { least, most } : null;
}
