import type { AgentOrder } from '@seri/contract/agent/orders.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { japanIso } from '../platform/i18n/japan-time.ts';
import { addJob } from '../platform/jobs/jobs.ts';

/**
 * Lease of a claimed order, longer than one attempt with its timeout; after a crash the order is due again when it ends.
 * The job's lock does not replace it: a reply may get lost, and two workers must never send versions of one lot at once.
 */
const CLAIM_SECONDS = 10;

export interface ClaimedOrder {
  claimToken: string;
  order: AgentOrder;
}

interface Row {
  claimToken: string;
  kind: 'order' | 'withdraw';
  lotId: number;
  version: number;
  maxYen: number;
  overbidYen: number;
  afterSale: boolean;
  source: string;
  sourceId: string;
  house: string;
  lotNo: number;
  auctionAt: Date;
}

/** Claims due orders, so that no other worker sends them at the same time. Skips `busyLots`, which this worker is sending. */
export async function claimOrders(db: Db, busyLots: number[], limit: number): Promise<ClaimedOrder[]> {
  const { rows } = await sql<Row>`
    update agent_orders o
       set state = 'sent', attempts = o.attempts + 1, claim_token = gen_random_uuid(),
           claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}), updated_at = clock_timestamp()
      from lots l join auction_houses h on h.id = l.house_id
     where l.id = o.lot_id and o.lot_id in (
       select d.lot_id from agent_orders d
        where d.state in ('waiting', 'sent') and d.next_attempt_at <= clock_timestamp()
          and (d.claimed_until is null or d.claimed_until <= clock_timestamp())
          and d.lot_id <> all(${busyLots}::bigint[])
        order by d.next_attempt_at limit ${limit} for update skip locked)
    returning o.claim_token as "claimToken", o.kind, o.lot_id as "lotId", o.version, o.max_yen as "maxYen",
      o.overbid_yen as "overbidYen", o.after_sale as "afterSale", l.source, l.source_id as "sourceId", h.name as house, l.lot_no as "lotNo",
      l.auction_at as "auctionAt"`.execute(db);
  return rows.map(({ claimToken, auctionAt, lotId, version, ...row }) => ({
    claimToken,
    order: {
      ...row,
      orderKey: `${lotId}:${version}`,
      lotId: String(lotId),
      version,
      auctionAt: japanIso(auctionAt),
    },
  }));
}

const isClaimed = ({ claimToken, order }: ClaimedOrder) =>
  sql`lot_id = ${order.lotId} and version = ${order.version} and claim_token = ${claimToken} and state = 'sent'`;

/** Locks clients and lot before the order, the lock order of all bid commands. */
export const lockOrderedLot = (tx: Tx, lotId: number) => sql`select lock_lot_bids(${lotId})`.execute(tx);

export interface OrderVersion {
  lotId: number;
  version: number;
}

/** Marks a claimed version as acknowledged; a newer version keeps its own state. */
export const confirmOrder = (tx: Tx, claimed: ClaimedOrder): Promise<void> =>
  writeAcknowledged(tx, { lotId: Number(claimed.order.lotId), version: claimed.order.version }, isClaimed(claimed));

/** Marks an unclaimed version as acknowledged: it was on a sheet. */
export const confirmSheetOrder = (tx: Tx, { lotId, version }: OrderVersion): Promise<void> =>
  writeAcknowledged(
    tx,
    { lotId, version },
    sql`lot_id = ${lotId} and version = ${version} and state in ('waiting', 'sent')`,
  );

async function writeAcknowledged(
  tx: Tx,
  { lotId, version }: OrderVersion,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`update agent_orders
               set state = 'acknowledged', acknowledged_at = clock_timestamp(), claim_token = null,
                   claimed_until = null, last_error = null, updated_at = clock_timestamp()
             where ${condition}`.execute(tx);
  await sql`update agent_order_versions set acknowledged_at = clock_timestamp()
             where lot_id = ${lotId} and version = ${version} and acknowledged_at is null`.execute(tx);
}

/** Closes an order of which the agent already has a newer version. This version was never in force. */
export async function closeStaleOrder(db: Db, claimed: ClaimedOrder): Promise<void> {
  await sql`update agent_orders
               set state = 'acknowledged', claim_token = null, claimed_until = null, last_error = 'stale',
                   updated_at = clock_timestamp()
             where ${isClaimed(claimed)}`.execute(db);
}

/** Marks an order as permanently refused; managers see state and reason. */
export async function failOrder(db: Db, claimed: ClaimedOrder, reason: string): Promise<void> {
  await sql`update agent_orders
               set state = 'failed', claim_token = null, claimed_until = null, last_error = ${reason},
                   updated_at = clock_timestamp()
             where ${isClaimed(claimed)}`.execute(db);
}

/** Schedules the next attempt: the delay doubles up to a minute, but is at most half the time left until the cut-off. */
export async function postponeOrder(db: Db, claimed: ClaimedOrder, reason: string): Promise<void> {
  await sql`update agent_orders o
               set state = 'waiting', claim_token = null, claimed_until = null, last_error = ${reason},
                   next_attempt_at = clock_timestamp() + greatest(interval '1 second', least(
                     interval '1 minute',
                     interval '1 second' * power(2, least(o.attempts, 10) - 1),
                     case when l.agent_cutoff_at > clock_timestamp()
                          then (l.agent_cutoff_at - clock_timestamp()) / 2 end)),
                   updated_at = clock_timestamp()
              from lots l
             where l.id = o.lot_id and o.lot_id = ${claimed.order.lotId} and o.version = ${claimed.order.version}
               and o.claim_token = ${claimed.claimToken} and o.state = 'sent'`.execute(db);
}

/**
 * Schedules the next job, for the order that is due first or whose auction starts. At least a second from now, since
 * another worker may hold the order.
 */
export async function scheduleDelivery(db: Db): Promise<void> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select greatest(min(greatest(claimed_until, least(next_attempt_at, case when not after_sale then auction_at end))),
             clock_timestamp() + interval '1 second') as "dueAt"
      from agent_orders join lots on lots.id = lot_id where state in ('waiting', 'sent') having count(*) > 0`.execute(
    db,
  );
  const dueAt = rows[0]?.dueAt;
  // One job key per second: with a single key a later time would replace an earlier one.
  if (dueAt)
    await addJob(db, 'deliver_orders', {}, { key: `orders:${Math.ceil(dueAt.getTime() / 1_000)}`, runAt: dueAt });
}

/** Fails orders that the agent did not accept before the auction, so that managers see them. Returns their number. */
export async function failOverdueOrders(db: Db): Promise<number> {
  const result = await sql`
    update agent_orders o
       set state = 'failed', claim_token = null, claimed_until = null, updated_at = clock_timestamp(),
           last_error = 'not taken before the auction' || coalesce(': ' || o.last_error, '')
      from lots l
     where l.id = o.lot_id and o.state in ('waiting', 'sent') and l.auction_at <= clock_timestamp()
       and not o.after_sale
       and (o.claimed_until is null or o.claimed_until <= clock_timestamp())`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
