import * as z from 'zod/mini';
import { type CostKind, isInCif } from '../costs/tables.ts';
import { type Yen, yen } from '../money.ts';

/** Charged when the purchase is booked. */
export const BOOKED_COSTS = ['carPrice', 'agentFee', 'haulage'] as const;
/** Charged later, as they become known. */
export const FEE_KINDS = ['auctionFee', 'inspection', 'freight', 'insurance', 'otherFees'] as const;
export type FeeKind = (typeof FEE_KINDS)[number];

/** The costs of a purchase in the order they are shown; `corrections` is what the books moved besides. */
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
/** By name, as pages place them by name; what was not charged is left out (business-rules.md#purchase-charges). */
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
  /** Of the ledger; the lines add up to it. */
  total: yen,
});
export type Finances = z.infer<typeof finances>;

/** The estimate for the bid, by the table that was valid when it was placed. */
export const keptEstimate = z.object({
  /** The table's own name. */
  table: z.string(),
  ratesAt: z.string(),
  destination: z.object({ en: z.string(), ru: z.string() }),
  /** When the bid was placed or last changed. */
  at: z.string(),
  hammerYen: yen,
  /** Sums by kind. */
  costs: z.array(z.object({ kind: z.string(), amountYen: yen })),
  totalYen: yen,
  /** Facts that were not known: with one of them the total is a minimum. Absent in estimates of earlier versions. */
  missing: z.optional(z.array(z.string())),
});
export type KeptEstimate = z.infer<typeof keptEstimate>;

export interface ComparedCost {
  kind: Cost | CostKind;
  /** Null: not reckoned. */
  estimatedYen: Yen | null;
  /** Null: not on the invoice. */
  chargedYen: Yen | null;
}

export interface Comparison {
  /** Costs that the company charges, the hammer price first. */
  charged: ComparedCost[];
  estimatedYen: Yen;
  chargedYen: Yen;
  /** Duty and what else is paid where the car arrives: reckoned, and on no invoice of ours. */
  elsewhere: ComparedCost[];
}

/** The estimate beside the invoice, line by line; each side adds up. */
export function compareCosts(estimate: KeptEstimate, real: Finances): Comparison {
  const reckoned = new Map<string, Yen>([
    ['carPrice', estimate.hammerYen],
    ...estimate.costs.map(({ kind, amountYen }) => [kind, amountYen] as const),
  ]);
  const charged = COSTS.map((kind) => ({
    kind,
    estimatedYen: reckoned.get(kind) ?? null,
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
