import { bidExposureYen } from '@seri/contract/bids/rules.ts';
import { LIVE_STATUSES } from '@seri/contract/bids/statuses.ts';
import type { CommittedBid } from '@seri/contract/users/client-figures-routes.ts';
import { sql } from 'kysely';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';
import { type BidState, type GroupRow, parseContext, parseGrouped } from '../core/context.ts';
import { carsOf, countedInRounds, roundsExposureYen } from '../core/group-membership.ts';

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
  alone: BidState[];
  groups: GroupRow[];
  grouped: unknown;
}

/** The open bids of clients; null for all clients. */
async function findHoldings(db: Db | Tx, userIds: readonly number[] | null): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select user_id as "userId", bid_group_rows(user_id) as groups, group_bids(user_id) as grouped,
      (select coalesce(jsonb_agg(bid_facts(b)), '[]') from bids b
        where b.user_id = c.user_id and b.status in (${BID.new}, ${BID.bid}, ${BID.win}) and b.group_round is null) as alone
    from bid_clients c where ${userIds === null ? sql`true` : sql`user_id = any(${[...userIds]}::integer[])`}`.execute(
    db,
  );
  return rows;
}

/** Exposure in yen by client, by the contract's rule (business-rules.md#exposure); null for all clients. */
export async function findExposures(db: Db | Tx, userIds: readonly number[] | null): Promise<Map<number, number>> {
  const settings = await readSettings(db);
  const rows = await findHoldings(db, userIds);
  return new Map(
    rows.map(({ userId, alone, groups, grouped }) => [
      userId,
      alone.reduce((sum, bid) => sum + bidExposureYen(bid), 0) +
        roundsExposureYen({ groups, settings }, parseGrouped(grouped)),
    ]),
  );
}

/** The live bids of a client with what each adds to their exposure, the earliest auction first (business-rules.md#exposure). */
export async function findCommitted(db: Db, userId: number): Promise<CommittedBid[]> {
  const settings = await readSettings(db);
  const [holding] = await findHoldings(db, [userId]);
  if (!holding) return [];
  const { alone, groups } = holding;
  const grouped = parseGrouped(holding.grouped);
  const counted = countedInRounds({ groups, settings }, grouped);
  const inRounds = grouped
    .filter(({ status }) => LIVE_STATUSES.includes(status))
    .map((bid) => ({
      bid,
      reservedYen: counted.has(bid.bidId) ? bidExposureYen(bid) : 0,
      group: { value: bid.groupValue ?? 0, cars: carsOf({ groups, settings }, bid.groupValue ?? 0) },
    }));
  const lines = [...alone.map((bid) => ({ bid, reservedYen: bidExposureYen(bid), group: null })), ...inRounds];
  if (lines.length === 0) return [];
  const lots = await db
    .selectFrom('lots')
    .select(['id', 'lot_no'])
    .where(
      'id',
      'in',
      lines.map(({ bid }) => bid.lotId),
    )
    .orderBy('auction_at')
    .orderBy('id')
    .execute();
  return lots.flatMap(({ id, lot_no }) =>
    lines
      .filter(({ bid }) => bid.lotId === id)
      .map(({ bid, reservedYen, group }) => ({
        ...{ bidId: bid.bidId, lotId: id, lotNo: lot_no, status: bid.status, amountYen: bid.amountYen },
        ...{ reservedYen, group, isHeld: bid.heldYen > bid.amountYen + bid.adjustmentYen },
      })),
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
