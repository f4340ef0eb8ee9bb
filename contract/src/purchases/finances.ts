import * as z from 'zod/mini';
import { type CostKind, isInCif } from '../costs/tables.ts';
import { type Yen, yen } from '../money.ts';

/** Charged when the purchase is booked. */
export const BOOKED_COSTS = ['carPrice', 'agentFee', 'haulage'] as const;
/** Charged later, once known. */
export const FEE_KINDS = ['auctionFee', 'inspection', 'freight', 'insurance', 'otherFees'] as const;
export type FeeKind = (typeof FEE_KINDS)[number];

/** The costs of a purchase in display order; `corrections` is the sum of other postings. */
export const COSTS = [
  'carPrice',
  'auctionFee',
  'agentFee',
  'haulage',
  'inspection',
  'otherFees',
  'freight',
  'insurance',
  'corrections',
] as const;
export type Cost = (typeof COSTS)[number];

const cost = z.object({ value: yen, label: z.string() });
/** Named fields, because pages place each cost; uncharged costs are omitted (business-rules.md#purchase-charges). */
export const finances = z.object({
  carPrice: cost,
  auctionFee: z.optional(cost),
  agentFee: z.optional(cost),
  haulage: z.optional(cost),
  inspection: z.optional(cost),
  otherFees: z.optional(cost),
  freight: z.optional(cost),
  insurance: z.optional(cost),
  corrections: z.optional(cost),
  /** The total in the ledger; the lines add up to it. */
  total: yen,
});
export type Finances = z.infer<typeof finances>;

/** The cost estimate of the bid, by the table that was valid when it was placed. */
export const storedEstimate = z.object({
  /** Name of the table. */
  table: z.string(),
  ratesAt: z.string(),
  destination: z.object({ en: z.string(), ru: z.string() }),
  /** Instant at which the bid was placed or last changed. */
  at: z.string(),
  hammerYen: yen,
  /** Sums by kind. */
  costs: z.array(z.object({ kind: z.string(), amountYen: yen })),
  totalYen: yen,
  /** The dearest case; null without a known limit. Equal to `totalYen` when everything was known. */
  mostYen: z.optional(z.nullable(yen)),
  /** Unknown facts: with any of them the total is a minimum. Absent in estimates of earlier versions. */
  missing: z.optional(z.array(z.string())),
});
export type StoredEstimate = z.infer<typeof storedEstimate>;

export interface ComparedCost {
  kind: Cost | CostKind;
  /** Null: not estimated. */
  estimatedYen: Yen | null;
  /** Null: not on the invoice. */
  chargedYen: Yen | null;
}

export interface Comparison {
  /** Costs charged by the company, the hammer price first. */
  charged: ComparedCost[];
  estimatedYen: Yen;
  chargedYen: Yen;
  /** Duty and other costs at the destination: estimated, and never on our invoice. */
  elsewhere: ComparedCost[];
}

/** Compares the estimate with the invoice, line by line; each side adds up to its total. */
export function compareCosts(estimate: StoredEstimate, real: Finances): Comparison {
  const estimated = new Map<string, Yen>([
    ['carPrice', estimate.hammerYen],
    ...estimate.costs.map(({ kind, amountYen }) => [kind, amountYen] as const),
  ]);
  const charged = COSTS.map((kind) => ({
    kind,
    estimatedYen: estimated.get(kind) ?? null,
    chargedYen: real[kind]?.value ?? null,
  })).filter(({ estimatedYen, chargedYen }) => estimatedYen !== null || chargedYen !== null);
  const elsewhere = estimate.costs
    .filter(({ kind }) => !isInCif(kind as CostKind))
    .map(({ kind, amountYen }) => ({ kind: kind as CostKind, estimatedYen: amountYen, chargedYen: null }));
  return {
    charged,
    elsewhere,
    estimatedYen: charged.reduce((sum, { estimatedYen }) => sum + (estimatedYen ?? 0), 0),
    chargedYen: real.total,
  };
}
