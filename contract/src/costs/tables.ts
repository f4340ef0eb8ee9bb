import * as z from 'zod/mini';

/** Costs in the order they arise; each may rest on what stands before it. */
export const COST_KINDS = [
  'auctionFee',
  'agentFee',
  'haulage',
  'inspection',
  'freight',
  'insurance',
  'duty',
  'tax',
  'portFees',
  'delivery',
] as const;
export type CostKind = (typeof COST_KINDS)[number];

/** What a percentage is of: the hammer price, all costs in Japan with it, the value at the port, that value with its duty. */
export const COST_BASES = ['hammer', 'fob', 'cif', 'cifAndDuty'] as const;
export type CostBasis = (typeof COST_BASES)[number];

const FOB_KINDS: readonly CostKind[] = ['auctionFee', 'agentFee', 'haulage', 'inspection'];
const CIF_KINDS: readonly CostKind[] = ['freight', 'insurance'];

/** The sums a cost of this kind may rest on: none that it is a part of itself. */
export function basesFor(kind: CostKind): readonly CostBasis[] {
  if (FOB_KINDS.includes(kind)) return ['hammer'];
  if (CIF_KINDS.includes(kind)) return ['hammer', 'fob'];
  return kind === 'duty' ? ['hammer', 'fob', 'cif'] : COST_BASES;
}
export const isInFob = (kind: CostKind): boolean => FOB_KINDS.includes(kind);
export const isInCif = (kind: CostKind): boolean => isInFob(kind) || CIF_KINDS.includes(kind);

const code = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{0,39}$/));
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const amount = z.number().check(z.minimum(0), z.maximum(1_000_000_000));
const months = z.int().check(z.minimum(0), z.maximum(1_200));
const engineCc = z.int().check(z.minimum(0), z.maximum(100_000));
const text = z.object({ en: z.string().check(z.maxLength(200)), ru: z.string().check(z.maxLength(200)) });

/**
 * One rule: fixed + percent of the basis + so much a cc, at least and at most, in the rule's own currency, rounded to
 * whole yen. Ranges count from their lower bound up to, but not with, their upper one; what is absent limits nothing.
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
  /** For a place inland, the port it is reached by: all that the port costs holds for it too, with a delivery of its own. */
  via: z.optional(code),
});
export type CostDestination = z.infer<typeof destination>;

/** The destinations whose rules hold on the way to this one: itself, and its port if it lies inland. */
export const placesTo = ({ code, via }: Pick<CostDestination, 'code' | 'via'>): string[] =>
  via ? [code, via] : [code];

/** Yen for one unit of a currency. */
const rates = z.record(currency, z.number().check(z.positive(), z.maximum(1_000_000)));
export type CostRates = z.infer<typeof rates>;

/** What an operator imports: every version is kept, the newest one that is valid counts. */
export const costTable = z
  .strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    /** The first day in Japan it counts on. */
    validFrom: z.iso.date(),
    /** Where the rules come from, and that they must be checked before use. */
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
