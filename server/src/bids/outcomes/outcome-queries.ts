import { bidExposureYen, type LiveBid } from '@seri/contract/bids/rules.ts';
import { sql } from 'kysely';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';
import { type BidState, type GroupRow, parseContext, parseGrouped } from '../core/context.ts';
import { roundsExposureYen } from '../core/group-membership.ts';

/** Locks every client with a bid on the lot in ascending order, then the lot, and returns all its bids. */
export async function lockLotBids(tx: Tx, lotId: number): Promise<BidState[]> {
  await sql`select lock_lot_bids(${lotId})`.execute(tx);
  const { rows } = await sql<{ facts: Record<string, unknown> }>`
    select jsonb_build_object('now', clock_timestamp(), 'rivals', coalesce(jsonb_agg(bid_facts(b) order by b.id), '[]'),
      'settings', '{}'::jsonb, 'client', null, 'lot', null, 'live', null, 'bid', null, 'order', null,
      'groups', '[]'::jsonb, 'grouped', '[]'::jsonb) as facts
    from bids b where lot_id = ${lotId}`.execute(tx);
  return parseContext(rows[0]?.facts ?? {}).rivals;
}

export interface OutcomeChange {
  status: number;
  finishReason: string | null;
  soldPriceYen: number | null;
}

/** Writes a bid's result to row and history in one statement. Call `recomputeExposure` afterwards, for all clients together. */
export async function writeOutcome(tx: Tx, before: object, bidId: number, change: OutcomeChange, event: string) {
  await sql`
    with written as (
      update bids set status = ${change.status}, finish_reason = ${change.finishReason}, held_yen = 0,
        group_cleared = false,
        sold_price_yen = ${change.soldPriceYen}, version = version + 1, status_at = clock_timestamp()
      where id = ${bidId} returning id, lot_id, user_id, status_at, bid_state(bids) as state)
    insert into bid_events (bid_id, lot_id, client_id, at, actor, event, before, after)
    select id, lot_id, user_id, status_at, 'system', ${event}, ${JSON.stringify(before)}::jsonb, state from written`.execute(
    tx,
  );
}

interface Holding {
  userId: number;
  alone: LiveBid[];
  groups: GroupRow[];
  grouped: unknown;
}

/** Exposure in yen by client, by the contract's rule (business-rules.md#exposure); null for all clients. */
export async function findExposures(db: Db | Tx, userIds: readonly number[] | null): Promise<Map<number, number>> {
  const settings = await readSettings(db);
  const { rows } = await sql<Holding>`
    select user_id as "userId", bid_group_rows(user_id) as groups, group_bids(user_id) as grouped,
      (select coalesce(jsonb_agg(bid_facts(b)), '[]') from bids b
        where b.user_id = c.user_id and b.status in (${BID.new}, ${BID.bid}, ${BID.win}) and b.group_round is null) as alone
    from bid_clients c where ${userIds === null ? sql`true` : sql`user_id = any(${[...userIds]}::integer[])`}`.execute(
    db,
  );
  return new Map(
    rows.map(({ userId, alone, groups, grouped }) => [
      userId,
      alone.reduce((sum, bid) => sum + bidExposureYen(bid), 0) +
        roundsExposureYen({ groups, settings }, parseGrouped(grouped)),
    ]),
  );
}

/** Sets the exposure of locked clients to the sum of their live bids. */
export async function recomputeExposure(tx: Tx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const [userId, exposureYen] of await findExposures(tx, userIds))
    await tx.updateTable('bid_clients').set({ exposure_yen: exposureYen }).where('user_id', '=', userId).execute();
}

/** The bid of this order version, with the price it consented to after the auction; undefined if we never sent it. */
export const findOrderVersion = (tx: Tx, lotId: number, version: number) =>
  tx
    .selectFrom('agent_order_versions')
    .select(['bid_id as bidId', sql<number | null>`case when after_sale then max_yen end`.as('negotiatedYen')])
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
