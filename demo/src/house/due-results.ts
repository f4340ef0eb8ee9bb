import type { AgentOrder } from '@seri/contract/agent/orders.ts';
import type { ResultRow } from '@seri/contract/feed/rows.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { type HeldOrder, outcomeOf } from '../market/market.ts';
import type { HouseLot } from './known-lots.ts';
import type { OrderBook } from './order-book.ts';

/** After the first instant, up to and with the second. */
export interface Span {
  afterMs: number;
  throughMs: number;
}

/** No step of a lot lies further from its hammer than this. */
export const FURTHEST_STEP_MS = 2 * 3_600_000;

/** What becomes known of these lots within the span, in the order of time. */
export function dueResults(lots: readonly HouseLot[], { afterMs, throughMs }: Span, book: OrderBook): ResultRow[] {
  return lots
    .filter(
      (lot) =>
        lot.times.auctionAtMs > afterMs - FURTHEST_STEP_MS &&
        lot.times.auctionAtMs <= throughMs + FURTHEST_STEP_MS &&
        isOffered(lot, book),
    )
    .flatMap(({ source, sourceId, market, times }) =>
      outcomeOf(market, times, heldOrder(book, source, sourceId))
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

/** A vehicle comes again only when it was not bought the first time, by one of our orders either. */
export function isOffered({ returnOf }: HouseLot, book: OrderBook): boolean {
  if (!returnOf) return true;
  const { market, times, source, sourceId } = returnOf;
  return outcomeOf(market, times, heldOrder(book, source, sourceId)).at(-1)?.status === LOT_STATUS.unsold;
}

function heldOrder(book: OrderBook, source: string, sourceId: string): HeldOrder | null {
  const agreed = book.afterSale(source, sourceId);
  // Of a lot that was called before this house opened it knows the agreement alone.
  const order = book.inForce(source, sourceId) ?? (agreed?.kind === 'order' ? agreed : null);
  return order && { ...limitOf(order), agreed: agreed && limitOf(agreed) };
}

const limitOf = ({ orderKey, maxYen, overbidYen }: AgentOrder) => ({ orderKey, limitYen: maxYen + overbidYen });
