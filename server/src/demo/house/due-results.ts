import type { ResultRow } from '@seri/contract/feed/rows.ts';
import { type HeldOrder, outcomeOf } from '../market.ts';
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
      ({ times }) =>
        times.auctionAtMs > afterMs - FURTHEST_STEP_MS && times.auctionAtMs <= throughMs + FURTHEST_STEP_MS,
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

function heldOrder(book: OrderBook, source: string, sourceId: string): HeldOrder | null {
  const order = book.inForce(source, sourceId);
  return order && { orderKey: order.orderKey, limitYen: order.maxYen + order.overbidYen };
}
