import { bidExposureYen } from '@seri/contract/bids/rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import { type BidState, parseContext } from './context.ts';

/** Locks every client with a bid on the lot in ascending order, then the lot, and answers all its bids. */
export async function lockLotBids(tx: Tx, lotId: number): Promise<BidState[]> {
  await sql`select lock_lot_bids(${lotId})`.execute(tx);
  const { rows } = await sql<{ facts: Record<string, unknown> }>`
    select jsonb_build_object('now', clock_timestamp(), 'rivals', coalesce(jsonb_agg(bid_facts(b) order by b.id), '[]'),
      'settings', '{}'::jsonb, 'client', null, 'lot', null, 'live', null, 'bid', null, 'order', null) as facts
    from bids b where lot_id = ${lotId}`.execute(tx);
  return parseContext(rows[0]?.facts ?? {}).rivals;
}

export interface OutcomeChange {
  status: number;
  finishReason: string | null;
  soldPriceYen: number | null;
}

/** A house's word about a bid: row and history in one statement; the exposure follows for all clients together. */
export async function writeOutcome(tx: Tx, before: object, bidId: number, change: OutcomeChange, event: string) {
  await sql`
    with written as (
      update bids set status = ${change.status}, finish_reason = ${change.finishReason}, held_yen = 0,
        sold_price_yen = ${change.soldPriceYen}, version = version + 1, status_at = clock_timestamp()
      where id = ${bidId} returning id, lot_id, user_id, bid_state(bids) as state)
    insert into bid_events (bid_id, lot_id, client_id, actor, event, before, after)
    select id, lot_id, user_id, 'system', ${event}, ${JSON.stringify(before)}::jsonb, state from written`.execute(tx);
}

/** Sets the exposure of locked clients to what their live bids come to. */
export async function recomputeExposure(tx: Tx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const live = await tx
    .selectFrom('bids')
    .select([
      'user_id as userId',
      'status',
      'amount_yen as amountYen',
      'adjustment_yen as adjustmentYen',
      'sold_price_yen as soldPriceYen',
      'held_yen as heldYen',
    ])
    .where('user_id', 'in', [...userIds])
    .where('status', 'in', [1, 2, 6])
    .execute();
  for (const userId of userIds) {
    const exposureYen = live.filter((bid) => bid.userId === userId).reduce((sum, bid) => sum + bidExposureYen(bid), 0);
    await tx.updateTable('bid_clients').set({ exposure_yen: exposureYen }).where('user_id', '=', userId).execute();
  }
}

/** The bid whose order this version was, or undefined when we never sent it. */
export const findOrderVersion = (tx: Tx, lotId: number, version: number) =>
  tx
    .selectFrom('agent_order_versions')
    .select('bid_id as bidId')
    .where('lot_id', '=', lotId)
    .where('version', '=', version)
    .where('kind', '=', 'order')
    .executeTakeFirst();

export const findAcknowledgedOrder = (tx: Tx, lotId: number) =>
  tx
    .selectFrom('agent_orders')
    .select(['bid_id as bidId', 'kind'])
    .where('lot_id', '=', lotId)
    .where('state', '=', 'acknowledged')
    .executeTakeFirst();

export const releaseHeldOf = (tx: Tx, bidIds: readonly number[]) =>
  tx
    .updateTable('bids')
    .set({ held_yen: 0 })
    .where('id', 'in', [...bidIds])
    .execute();
