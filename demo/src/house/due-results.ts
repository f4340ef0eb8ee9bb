import type { AgentOrder } from '@seri/contract/agent/orders.ts';
import type { ResultRow } from '@seri/contract/feed/rows.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { type AgentOrderTerms, outcomeOf } from '../market/market.ts';
import type { HouseLot } from './known-lots.ts';
import type { OrderBook } from './order-book.ts';

/** Excludes the first instant, includes the second. */
export interface Span {
  afterMs: number;
  throughMs: number;
}

/** Maximum distance of any step of a lot from its hammer time. */
export const MAX_STEP_MS = 2 * 3_600_000;

/** The results of these lots within the span, ordered by time. */
export function dueResults(lots: readonly HouseLot[], { afterMs, throughMs }: Span, book: OrderBook): ResultRow[] {
  return lots
    .filter(
      (lot) =>
        lot.times.auctionAtMs > afterMs - MAX_STEP_MS &&
        lot.times.auctionAtMs <= throughMs + MAX_STEP_MS &&
        isOffered(lot, book),
    )
    .flatMap(({ source, sourceId, market, times }) =>
      outcomeOf(market, times, orderTermsOf(book, source, sourceId))
        .filter(({ atMs }) => atMs > afterMs && atMs <= throughMs)
        .map(
          (step): ResultRow => ({
            kind: 'result',
            source,
            sourceId,
            updatedAt: new Date(step.atMs).toISOString(),
            status: step.status,
            soldPrice: step.soldPriceYen,
            buyer: step.buyer,
          }),
        ),
    )
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : Number(a.updatedAt > b.updatedAt)));
}

/** A vehicle is offered again only when it was not bought the first time, including by our orders. */
export function isOffered({ returnOf }: HouseLot, book: OrderBook): boolean {
  if (!returnOf) return true;
  const { market, times, source, sourceId } = returnOf;
  return outcomeOf(market, times, orderTermsOf(book, source, sourceId)).at(-1)?.status === LOT_STATUS.unsold;
}

function orderTermsOf(book: OrderBook, source: string, sourceId: string): AgentOrderTerms | null {
  const agreed = book.afterSale(source, sourceId);
  // For a lot that was sold before the process opened only the agreement is known.
  const order = book.inForce(source, sourceId) ?? (agreed?.kind === 'order' ? agreed : null);
  return order && { ...limitOf(order), agreed: agreed && limitOf(agreed) };
}

const limitOf = ({ orderKey, maxYen, overbidYen }: AgentOrder) => ({ orderKey, limitYen: maxYen + overbidYen });
