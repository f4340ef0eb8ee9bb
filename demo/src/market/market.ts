import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { Seeded } from '@seri/server/platform/db/seeded.ts';

const STEP_YEN = 5_000;
/** Standard deviation of the logarithm of the hammer price around the market value. */
const SOLD_PRICE_SIGMA = 0.12;
const CANCELLED_SHARE = 0.008;
const REMOVED_SHARE = 0.006;
/** Minimum best offer, as a share of the reserve, for the auction house to negotiate. */
const NEGOTIABLE_SHARE = 0.93;

/** Data known to the auction house but not to bidders. */
export interface HiddenMarket {
  marketYen: number;
  startYen: number;
  reserveYen: number;
  /** Maximum bid of any other bidder. */
  rivalYen: number;
  fate: 'auctioned' | 'cancelled' | 'removed';
  /** Whether seller and best bidder would agree if the offer just misses the reserve. */
  wouldAgree: boolean;
}

const toStep = (yen: number) => Math.max(STEP_YEN, Math.round(yen / STEP_YEN) * STEP_YEN);

/** Start 40 to 70 % of the market value, hammer price log-normal around it, about one lot in seven unsold. */
export function hiddenMarket(random: Seeded, marketYen: number): HiddenMarket {
  const startYen = toStep(marketYen * random.between(0.4, 0.7));
  const rivalYen = toStep(marketYen * Math.exp(SOLD_PRICE_SIGMA * random.normal()));
  const reserveYen = Math.max(startYen, toStep(marketYen * random.between(0.86, 0.94)));
  const draw = random.share();
  const fate = draw < CANCELLED_SHARE ? 'cancelled' : draw < CANCELLED_SHARE + REMOVED_SHARE ? 'removed' : 'auctioned';
  return { marketYen, startYen, reserveYen, rivalYen, fate, wouldAgree: random.chance(0.5) };
}

/** Our agent's order on a lot, with the fields that the sale needs. */
export interface AgentOrderTerms {
  orderKey: string;
  limitYen: number;
  /** The amount its client consented to after the sale, 0 when withdrawn; null without an answer. */
  agreed?: { orderKey: string; limitYen: number } | null;
}

export interface OutcomeStep {
  atMs: number;
  status: number;
  soldPriceYen: number | null;
  buyer: { orderKey: string } | null;
}

export interface AuctionTimes {
  auctionAtMs: number;
  /** From the hammer to the result. */
  resultDelayMs: number;
  /** From the hammer to the end of a negotiation. */
  negotiationDelayMs: number;
}

const CANCELLED_BEFORE_MS = 2 * 3_600_000;

/** The steps of a lot's result; deterministic for a market and order. */
export function outcomeOf(market: HiddenMarket, times: AuctionTimes, order: AgentOrderTerms | null): OutcomeStep[] {
  const { fate, reserveYen, rivalYen, startYen } = market;
  const step = (
    afterMs: number,
    status: number,
    soldPriceYen: number | null,
    buyer: AgentOrderTerms | null = null,
  ) => ({
    atMs: times.auctionAtMs + afterMs,
    status,
    soldPriceYen,
    buyer: buyer && { orderKey: buyer.orderKey },
  });
  if (fate === 'cancelled') return [step(-CANCELLED_BEFORE_MS, LOT_STATUS.cancelled, null)];
  if (fate === 'removed') return [step(-CANCELLED_BEFORE_MS, LOT_STATUS.removed, null)];

  if (order && order.limitYen >= Math.max(reserveYen, rivalYen, startYen)) {
    const aboveRival = Math.max(rivalYen + STEP_YEN, reserveYen, startYen);
    return [step(times.resultDelayMs, LOT_STATUS.sold, Math.min(aboveRival, order.limitYen), order)];
  }
  if (rivalYen >= reserveYen && rivalYen >= startYen)
    return [step(times.resultDelayMs, LOT_STATUS.sold, Math.max(rivalYen, startYen))];
  return [step(times.resultDelayMs, LOT_STATUS.notSold, null), negotiated()];

  /** Seller and best bidder negotiate when the offer just missed the reserve. */
  function negotiated(): OutcomeStep {
    const ours = order?.agreed ?? order;
    const oursIsBest = ours !== null && ours.limitYen > rivalYen;
    if (oursIsBest && ours.limitYen >= reserveYen)
      return step(times.negotiationDelayMs, LOT_STATUS.soldByNegotiation, reserveYen, ours);
    const bestYen = oursIsBest ? ours.limitYen : rivalYen;
    const isNear = bestYen >= startYen && bestYen >= reserveYen * NEGOTIABLE_SHARE;
    if (!isNear || !market.wouldAgree) return step(times.negotiationDelayMs, LOT_STATUS.unsold, null);
    const middleYen = toStep((bestYen + reserveYen) / 2);
    return oursIsBest
      ? step(times.negotiationDelayMs, LOT_STATUS.soldByNegotiation, Math.min(middleYen, ours.limitYen), ours)
      : step(times.negotiationDelayMs, LOT_STATUS.soldByNegotiation, middleYen);
  }
}
