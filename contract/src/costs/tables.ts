import * as z from 'zod/mini';

/** Costs in the order in which they arise; a cost may be a percentage of the sum of earlier costs. */
export const COST_KINDS = [
  'auctionFee',
  'agentFee',
  'haulage',
  'inspection',
  'freight',
  'insurance',
  'duty',
  'excise',
  'tax',
  'portFees',
  'delivery',
] as const;
export type CostKind = (typeof COST_KINDS)[number];

/**
 * Basis of a percentage: the hammer price; that plus all costs in Japan (FOB); the value at the port of arrival (CIF);
 * CIF plus duty; CIF plus duty and excise.
 */
export const COST_BASES = ['hammer', 'fob', 'cif', 'cifAndDuty', 'cifDutyAndExcise'] as const;
export type CostBasis = (typeof COST_BASES)[number];

const FOB_KINDS: readonly CostKind[] = ['auctionFee', 'agentFee', 'haulage', 'inspection'];
const CIF_KINDS: readonly CostKind[] = ['freight', 'insurance'];

/** The bases a cost of this kind may use: none that includes the cost itself. */
export function basesFor(kind: CostKind): readonly CostBasis[] {
  if (FOB_KINDS.includes(kind)) return ['hammer'];
  if (CIF_KINDS.includes(kind)) return ['hammer', 'fob'];
  if (kind === 'duty') return ['hammer', 'fob', 'cif'];
  return kind === 'excise' ? ['hammer', 'fob', 'cif', 'cifAndDuty'] : COST_BASES;
}

/**
 * Facts that decide an amount by law and that no lot has yet, and `rate`: the case is known, but the table has no rate
 * for it. A rule that names one of them yields the lowest possible amount.
 */
export const UNKNOWN_FACTS = ['fuel', 'referenceValue', 'co2', 'rate'] as const;
export type UnknownFact = (typeof UNKNOWN_FACTS)[number];

/** Whether the cost arises before loading in Japan. */
export const isInFob = (kind: CostKind): boolean => FOB_KINDS.includes(kind);
/** Whether the cost is part of the value at the port of arrival. */
export const isInCif = (kind: CostKind): boolean => isInFob(kind) || CIF_KINDS.includes(kind);

const code = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{0,39}$/));
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const amount = z.number().check(z.minimum(0), z.maximum(1_000_000_000));
const months = z.int().check(z.minimum(0), z.maximum(1_200));
const engineCc = z.int().check(z.minimum(0), z.maximum(100_000));
const powerPs = z.int().check(z.minimum(0), z.maximum(5_000));
const text = z.object({ en: z.string().check(z.maxLength(200)), ru: z.string().check(z.maxLength(200)) });

/**
 * One rule: fixed + percent of the basis + an amount per cc, with a minimum and a maximum, in the rule's own currency,
 * rounded to whole yen. Intervals include their lower bound and exclude their upper one; an absent bound is no limit. A
 * rule with `minimumWithout` yields the lowest case: the facts it names can only raise the amount.
 */
export const costRule = z
  .strictObject({
    code,
    kind: z.enum(COST_KINDS),
    note: text,
    currency: z._default(currency, 'JPY'),
    house: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    destination: z.optional(code),
    vehicle: z.optional(z.enum(['car', 'bike'])),
    engineFromCc: z.optional(engineCc),
    engineToCc: z.optional(engineCc),
    powerFromPs: z.optional(powerPs),
    powerToPs: z.optional(powerPs),
    ageFromMonths: z.optional(months),
    ageToMonths: z.optional(months),
    basis: z._default(z.enum(COST_BASES), 'hammer'),
    /** Bounds of the basis, in the rule's currency. */
    basisFrom: z.optional(amount),
    basisTo: z.optional(amount),
    fixed: z._default(amount, 0),
    percent: z._default(z.number().check(z.minimum(0), z.maximum(1_000)), 0),
    perCc: z._default(amount, 0),
    atLeast: z._default(amount, 0),
    atLeastPerCc: z._default(amount, 0),
    atMost: z.optional(amount),
    minimumWithout: z._default(z.array(z.enum(UNKNOWN_FACTS)), []),
  })
  .check(
    z.refine(({ kind, basis }) => basesFor(kind).includes(basis), {
      path: ['basis'],
      error: 'a cost cannot rest on a sum it is part of',
    }),
  );
export type CostRule = z.infer<typeof costRule>;

const destination = z.strictObject({
  code,
  /** The ISO number of the country. */
  countryId: z.int().check(z.minimum(1), z.maximum(999)),
  label: text,
  /** The port of an inland place: all costs of the port apply to it, with its own delivery. */
  via: z.optional(code),
});
export type CostDestination = z.infer<typeof destination>;

/** The destinations whose rules apply on the way to this one: itself, and its port if it is inland. */
export const placesTo = ({ code, via }: Pick<CostDestination, 'code' | 'via'>): string[] =>
  via ? [code, via] : [code];

/**
 * The default destination for a client of this country: the first port of the country, or null when the table has none.
 * Never a port of another country.
 */
export const homePort = (destinations: readonly CostDestination[], countryId: number | null): CostDestination | null =>
  destinations.find((destination) => destination.countryId === countryId && !destination.via) ?? null;

/** Yen per unit of a currency. */
const rates = z.record(currency, z.number().check(z.positive(), z.maximum(1_000_000)));
export type CostRates = z.infer<typeof rates>;

/** A cost table as imported by the operator. All versions are kept; the newest valid one applies. */
export const costTable = z
  .strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    /** The first day in Japan on which it is valid. */
    validFrom: z.iso.date(),
    /** The source of the rules, with a reminder to check them before use. */
    note: text,
    ratesAt: z.iso.datetime({ offset: true }),
    rates,
    destinations: z.array(destination).check(z.minLength(1), z.maxLength(200)),
    rules: z.array(costRule).check(z.minLength(1), z.maxLength(5_000)),
  })
  .check(
    z.refine(({ rules, rates: known }) => rules.every((rule) => rule.currency === 'JPY' || rule.currency in known), {
      path: ['rates'],
      error: 'a rule is in a currency without a rate',
    }),
    z.refine(({ rules }) => new Set(rules.map((rule) => rule.code)).size === rules.length, {
      path: ['rules'],
      error: 'two rules have the same code',
    }),
    z.refine(
      ({ rules, destinations }) =>
        rules.every((rule) => !rule.destination || destinations.some((place) => place.code === rule.destination)),
      { path: ['rules'], error: 'a rule is for a destination that is not in the table' },
    ),
    z.refine(
      ({ destinations }) =>
        destinations.every(({ via }) => !via || destinations.some((place) => place.code === via && !place.via)),
      { path: ['destinations'], error: 'a place inland is reached by a port that is not in the table' },
    ),
  );
export type CostTable = z.infer<typeof costTable>;
