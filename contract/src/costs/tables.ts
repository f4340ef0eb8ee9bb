import * as z from 'zod/mini';
import { BUYERS } from './buyers.ts';
import { condition } from './conditions.ts';

/** Costs in the order in which they arise. */
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
  'clearance',
  'recycling',
  'levy',
  'portFees',
  'delivery',
] as const;
export type CostKind = (typeof COST_KINDS)[number];

const FOB_KINDS: readonly string[] = ['auctionFee', 'agentFee', 'haulage', 'inspection'];
const CIF_KINDS: readonly string[] = ['freight', 'insurance'];
/** Part of the cost up to loading in Japan (FOB). */
export const isInFob = (kind: string): boolean => FOB_KINDS.includes(kind);
/** Part of the cost at the port of arrival (CIF). */
export const isInCif = (kind: string): boolean => isInFob(kind) || CIF_KINDS.includes(kind);

export const HOME_CURRENCY = 'JPY';
const code = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{0,39}$/));
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const amount = z.number().check(z.minimum(0), z.maximum(1_000_000_000));
const percent = z.number().check(z.minimum(0), z.maximum(1_000));
const text = z.strictObject({ en: z.string().check(z.maxLength(300)), ru: z.string().check(z.maxLength(300)) });
export type CostText = z.infer<typeof text>;
const day = z.iso.date();
const dates = {
  /** First and last day, inclusive; absent means without limit. */
  validFrom: z.optional(day),
  validTo: z.optional(day),
};
const inOrder = z.refine<{ validFrom?: string | undefined; validTo?: string | undefined }>(
  ({ validFrom, validTo }) => validFrom === undefined || validTo === undefined || validFrom <= validTo,
  'a rule ends before it begins',
);

/** The person and the day of a comparison with the primary source; absent: to be verified. */
const verified = z.optional(z.strictObject({ by: z.string().check(z.minLength(1), z.maxLength(100)), on: day }));

/** Where a rule was read. */
export const costSource = z.strictObject({
  code,
  title: text,
  /** Address of the document; empty for an own table. */
  address: z.union([z.literal(''), z.url().check(z.regex(/^https:\/\//), z.maxLength(500))]),
  readOn: day,
  readBy: z.string().check(z.minLength(1), z.maxLength(100)),
  verified,
});
export type CostSource = z.infer<typeof costSource>;

/** Amounts per unit of a fact, in the currency of the rule. */
const simpleAmount = {
  fixed: z._default(amount, 0),
  percent: z._default(percent, 0),
  perCc: z._default(amount, 0),
  perPs: z._default(amount, 0),
  perKw: z._default(amount, 0),
  perM3: z._default(amount, 0),
  perKg: z._default(amount, 0),
  /** For each gram of CO₂ per kilometer over `co2Target`. */
  perGram: z._default(amount, 0),
  co2Target: z._default(amount, 0),
};
const simple = z.strictObject(simpleAmount);
export type SimpleAmount = z.infer<typeof simple>;

const step = z.strictObject({ upTo: z.optional(amount), fixed: amount });

/**
 * One case of a line. The amount is fixed + percent of the base + amounts per unit + the step of the base, but at least
 * `atLeast` and the larger alternative `orElse`, and at most `atMost`, rounded to whole yen.
 */
export const costCase = z
  .strictObject({
    code,
    when: z._default(condition, {}),
    ...simpleAmount,
    /** Steps over the base, ascending; each includes its upper bound, and the last one has none. */
    steps: z._default(z.array(step).check(z.maxLength(100)), []),
    /** The larger of both amounts applies. */
    orElse: z.optional(simple),
    atLeast: z._default(amount, 0),
    atMost: z.optional(amount),
    /** Sources differ, or a paper decides that no lot has: the amount is between this rule's own one and this one. */
    dearest: z.optional(simple),
    /** The law sets an amount that this table does not know: anything from this one upwards. */
    isOpenEnded: z._default(z.boolean(), false),
    note: text,
    source: z.optional(code),
    ...dates,
    verified,
  })
  .check(
    inOrder,
    z.refine(({ atMost, atLeast }) => atMost === undefined || atMost >= atLeast, 'the maximum is below the minimum'),
    z.refine(
      ({ steps }) =>
        steps.every(({ upTo }, place) =>
          place === steps.length - 1 ? upTo === undefined : upTo !== undefined && upTo > (steps[place - 1]?.upTo ?? -1),
        ),
      'steps must ascend, and only the last one has no bound',
    ),
  );
export type CostCase = z.infer<typeof costCase>;

/** A value for customs found in a list of reference values; `value` is in the currency of the line. */
const referenceValue = z.strictObject({
  make: z.string().check(z.minLength(1), z.maxLength(100)),
  model: z.string().check(z.minLength(1), z.maxLength(100)),
  when: z._default(condition, {}),
  value: amount,
  source: code,
  ...dates,
});
export type ReferenceValue = z.infer<typeof referenceValue>;

/**
 * One cost, or one value that other lines rest on. Of its cases exactly one applies to each vehicle: a table with a gap or
 * an overlap is refused.
 */
export const costLine = z.strictObject({
  code,
  /** `value`: not charged, only a base of other lines. */
  kind: z.enum([...COST_KINDS, 'value']),
  /** Replaces the name of the kind on screen. */
  label: z.optional(text),
  /** Code of a destination; absent: every destination. */
  destination: z.optional(code),
  buyer: z.optional(z.enum(BUYERS)),
  /** Vehicles that the line concerns; others do not pay it. */
  when: z._default(condition, {}),
  currency: z._default(currency, HOME_CURRENCY),
  /** Lines whose sum a percentage rests on: `hammer`, `fob`, `cif`, kinds, or codes of earlier lines. */
  base: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(30)), ['hammer']),
  /**
   * The value comes from a list: the entry of this make and model, less the depreciation of its age. Without an entry it
   * is unknown, and at least the base.
   */
  reference: z.optional(
    z.strictObject({
      list: code,
      depreciation: z.optional(code),
    }),
  ),
  cases: z.array(costCase).check(z.maxLength(500)),
  source: code,
  verified,
});
export type CostLine = z.infer<typeof costLine>;

/** The price of a ship: per cubic meter (ro-ro), or a share of a container by the vehicle's size. */
const freight = z
  .strictObject({
    code,
    /** The shipping line. */
    carrier: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Ports of loading; absent: every port. */
    ports: z.optional(
      z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.minLength(1), z.maxLength(100)),
    ),
    destination: code,
    mode: z.enum(['roRo', 'container']),
    when: z._default(condition, {}),
    currency: z._default(currency, HOME_CURRENCY),
    perM3: z._default(amount, 0),
    fixed: z._default(amount, 0),
    /** Price of a whole container, and the share of it that a vehicle up to this volume takes. */
    container: z.optional(
      z.strictObject({
        price: amount,
        shares: z
          .array(z.strictObject({ upToM3: z.optional(amount), share: z.number().check(z.positive(), z.maximum(1)) }))
          .check(z.minLength(1), z.maxLength(20)),
      }),
    ),
    /** Surcharges for each vehicle: bunker, port, currency. */
    surcharge: z._default(amount, 0),
    note: text,
    source: code,
    ...dates,
    verified,
  })
  .check(
    inOrder,
    z.refine(
      ({ mode, container }) => (mode === 'container') === (container !== undefined),
      'a container needs its price',
    ),
  );
export type Freight = z.infer<typeof freight>;

/** Time from the auction to the port of arrival. The first voyage that fits applies. */
const voyage = z.strictObject({
  ports: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.minLength(1), z.maxLength(100)),
  ),
  destination: code,
  carrier: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** From the auction house to the ship, papers included. */
  weeksToShip: z.number().check(z.minimum(0), z.maximum(52)),
  weeksAtSea: z.number().check(z.minimum(0), z.maximum(52)),
  source: code,
});
export type Voyage = z.infer<typeof voyage>;

export const VERDICTS = ['allowed', 'needs', 'forbidden'] as const;

/** Whether a vehicle may be imported. The strictest matching rule decides; a vehicle without one is allowed. */
const eligibility = z
  .strictObject({
    code,
    destination: code,
    buyer: z.optional(z.enum(BUYERS)),
    when: z._default(condition, {}),
    verdict: z.enum(VERDICTS),
    /** Forbidden by sanctions of the exporting country: no client may accept the risk. Its dates apply at the auction. */
    isSanction: z._default(z.boolean(), false),
    /** A fact of the condition is found out only by the inspection: while unknown, the verdict is `needs`. */
    isInspected: z._default(z.boolean(), false),
    text,
    source: code,
    ...dates,
    verified,
  })
  .check(
    inOrder,
    z.refine(({ isSanction, verdict }) => !isSanction || verdict === 'forbidden', 'sanctions forbid'),
  );
export type Eligibility = z.infer<typeof eligibility>;

const destination = z.strictObject({
  code,
  /** The ISO number of the country. */
  countryId: z.int().check(z.minimum(1), z.maximum(999)),
  country: text,
  label: text,
  /** The port of an inland place: all rules of the port apply to it, with its own delivery. */
  via: z.optional(code),
  /** Kinds of buyers that the table has rules for. */
  buyers: z._default(z.array(z.enum(BUYERS)).check(z.minLength(1)), [...BUYERS]),
  /** Currency in which totals are shown first. */
  currency: z._default(currency, HOME_CURRENCY),
  mode: z._default(z.enum(['roRo', 'container']), 'roRo'),
  /** Day of the month on which a vehicle becomes a month older where only the month is known. */
  monthTurnsOn: z._default(z.int().check(z.minimum(1), z.maximum(28)), 1),
  /** From the port to an inland place. */
  weeksInland: z._default(z.number().check(z.minimum(0), z.maximum(26)), 0),
});
export type CostDestination = z.infer<typeof destination>;

/** The destinations whose rules apply on the way to this one: itself, and its port if it is inland. */
export const placesTo = ({ code, via }: Pick<CostDestination, 'code' | 'via'>): string[] =>
  via ? [code, via] : [code];

/** The port on the way to a destination, where customs clear the vehicle: the destination itself unless it is inland. */
export const portOf = ({ destinations }: { destinations: readonly CostDestination[] }, code: string): string =>
  destinations.find((destination) => destination.code === code)?.via ?? code;

/**
 * The default destination for a client of this country: the first port of the country, or null when the table has none.
 * Never a port of another country.
 */
export const homePort = (destinations: readonly CostDestination[], countryId: number | null): CostDestination | null =>
  destinations.find((destination) => destination.countryId === countryId && !destination.via) ?? null;

/** Yen per unit of a currency. */
const rates = z.record(currency, z.number().check(z.positive(), z.maximum(1_000_000)));
export type CostRates = z.infer<typeof rates>;

const depreciation = z.strictObject({
  code,
  /** Percent deducted up to an age in months at arrival, inclusive; the last step has no bound. */
  steps: z
    .array(
      z.strictObject({
        upToMonths: z.optional(z.int().check(z.minimum(0), z.maximum(1_200))),
        percent: z.number().check(z.minimum(0), z.maximum(100)),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  source: code,
});
export type Depreciation = z.infer<typeof depreciation>;

/**
 * A cost table as imported by the operator. All versions are kept; the newest valid one applies. This schema checks each
 * row; `tableProblems` checks the table as a whole.
 */
export const costTable = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The first day in Japan on which it is valid. */
  validFrom: day,
  /** The source of the rules, with a reminder to check them before use. */
  note: text,
  ratesAt: z.iso.datetime({ offset: true }),
  rates,
  destinations: z.array(destination).check(z.minLength(1), z.maxLength(200)),
  sources: z.array(costSource).check(z.minLength(1), z.maxLength(500)),
  lines: z.array(costLine).check(z.minLength(1), z.maxLength(1_000)),
  freights: z._default(z.array(freight).check(z.maxLength(2_000)), []),
  voyages: z._default(z.array(voyage).check(z.maxLength(1_000)), []),
  references: z._default(
    z.array(
      z.strictObject({
        code,
        currency: z._default(currency, HOME_CURRENCY),
        values: z.array(referenceValue).check(z.maxLength(20_000)),
      }),
    ),
    [],
  ),
  depreciations: z._default(z.array(depreciation).check(z.maxLength(50)), []),
  eligibility: z._default(z.array(eligibility).check(z.maxLength(1_000)), []),
});
export type CostTable = z.infer<typeof costTable>;
