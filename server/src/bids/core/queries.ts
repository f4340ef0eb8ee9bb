import { ROLE } from '@seri/contract/auth/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { hashOf, lockNameOf } from '../../platform/http/idempotency.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { JOBS } from '../../platform/jobs/jobs.ts';
import { orderParts } from './agent-order-queries.ts';
import { type BidContext, type BidValues, parseContext } from './context.ts';
import type { StandingOrder } from './next-order.ts';

interface Subject {
  userId: number;
  lotId: number;
  bidId?: number;
}

/** The context of one client and one lot without locks: for display only, never for a decision. */
export async function findContext(db: Db, { userId, lotId, bidId }: Subject): Promise<BidContext> {
  const { rows } = await sql<{ facts: Record<string, unknown> }>`
    select bid_context(${userId}, ${lotId}, ${bidId ?? null}) as facts`.execute(db);
  return parseContext(rows[0]?.facts ?? {});
}

export type Locked<T> = { context: BidContext; reply?: undefined } | { context?: undefined; reply: T };

/**
 * Locks the client, then the lot, and returns the current context, or the stored reply if this call was already executed.
 * Throws Idempotency.InProgress and Idempotency.Mismatch.
 */
export async function lockContext<T>(
  tx: Tx,
  subject: Subject,
  { exclusive, repeat }: { exclusive: boolean; repeat: IdempotencyKey | null },
): Promise<Locked<T>> {
  const key = repeat && {
    lock: lockNameOf(repeat),
    userId: repeat.userId,
    call: repeat.call,
    key: repeat.key,
    bodyHash: hashOf(repeat.body).toString('hex'),
  };
  const { rows } = await sql<{ facts: Record<string, unknown> }>`
    select lock_bid_context(${subject.userId}, ${subject.lotId}, ${subject.bidId ?? null}, ${exclusive},
      ${key && JSON.stringify(key)}::jsonb) as facts`.execute(tx);
  const facts = rows[0]?.facts ?? {};
  if (facts.repeat === 'running') throw new ApiError('Idempotency.InProgress', { retryAfterSeconds: 1 });
  if (facts.repeat === 'mismatch') throw new ApiError('Idempotency.Mismatch');
  if (facts.repeat === 'done') return { reply: facts.reply as T };
  return { context: parseContext(facts) };
}

/** The client and lot of a bid; they never change. */
export const findBidSubject = (db: Db | Tx, bidId: number) =>
  db
    .selectFrom('bids')
    .select(['id as bidId', 'user_id as userId', 'lot_id as lotId', 'lot_source as lotSource'])
    .where('id', '=', bidId)
    .executeTakeFirst();

/** Whether this client ever bid on the lot or bought it. */
export async function hasBidOrPurchase(db: Db | Tx, { userId, lotId }: Subject): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from bids where lot_id = ${lotId} and user_id = ${userId})
      or exists (select from purchases where lot_id = ${lotId} and user_id = ${userId}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** The client a manager bids for: an account that can bid and sign in. Throws NotFound. */
export async function findClientId(db: Db, userId: string): Promise<number> {
  const client = await db
    .selectFrom('users')
    .innerJoin('bid_clients', 'bid_clients.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', Number(userId))
    .where('role_id', '<>', ROLE.disabled)
    .executeTakeFirst();
  if (!client) throw new NotFound();
  return client.id;
}

/** Bids between cut-off and auction that were not forwarded: not accepted by a manager, or not cleared by their group. */
export const findLateBids = (db: Db) =>
  db
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .select('bids.id as bidId')
    .where('lots.lot_source', '=', 'auction')
    .where('lots.agent_cutoff_at', '<=', sql<Date>`clock_timestamp()`)
    .where('lots.auction_at', '>', sql<Date>`clock_timestamp()`)
    .where((eb) =>
      eb.or([
        eb('bids.status', '=', 1).and('bids.not_forwarded', '=', false),
        eb('bids.status', '=', 2).and('bids.group_round', 'is not', null).and('bids.group_cleared', '=', false),
      ]),
    )
    .orderBy('bids.id')
    .execute();

/** A result reported by the auction house is recorded even above the credit limit (docs/decisions/006). */
export const bypassExposureGuard = (tx: Tx) => sql`select set_config('seri.result_in_hand', 'yes', true)`.execute(tx);

export interface BidChange {
  /** Null inserts a new row. */
  bidId: number | null;
  userId: number;
  lotId: number;
  values: BidValues;
  /** The database clock after the locks were taken, as text. */
  now: string;
  /** Timestamps to update. An offer by the client updates the date of the bid, an edit by a manager does not. */
  touches: { bid: boolean; status: boolean; amount: boolean };
  event: {
    name: string;
    actor: 'client' | 'manager' | 'system';
    actorId: number | null;
    requestId: string | null;
    before: object | null;
    more?: object;
  };
  /** Total of the client, including this change. */
  exposureYen: number;
  /** Set for a new bid: the client's number of bids on this day in Japan, this one included. */
  dailyCount?: { day: string; bids: number } | undefined;
  order?: StandingOrder | null;
  /** Set for a bid in a round: the number of cars for the group's row. */
  cars?: number;
  repeat?: IdempotencyKey | null;
}

export interface WrittenBid {
  bidId: number;
  status: number;
  amountYen: number;
  adjustmentYen: number;
  exportType: number | null;
  groupValue: number | null;
  bidAt: Date;
  version: number;
  reply: { bidAmount: number; bidDate: string; bidId: number; bidStatus: number };
}

/** The only statement that changes a bid. It writes row, history, exposure, daily count, agent's order and idempotent reply atomically. */
export async function writeBid(tx: Tx, change: BidChange): Promise<WrittenBid> {
  const parts = [
    sql`written as (${change.bidId === null ? insertRow(change) : updateRow(change, change.bidId)}
      returning id, lot_id, user_id, status, amount_yen, adjustment_yen, export_type, group_value, bid_at,
        version, bid_state(bids) as state)`,
    clientPart(change),
    eventPart(change),
    sql`replied as (select *, jsonb_build_object('bidAmount', amount_yen, 'bidId', id, 'bidStatus', status, 'bidDate',
      to_char(bid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as reply from written)`,
  ];
  if (change.repeat) parts.push(idempotencyPart(change.repeat));
  if (change.values.groupRound !== null && change.cars !== undefined) parts.push(groupPart(change, change.cars));
  if (change.order) parts.push(orderParts(change.lotId, change.order, orderBid(change)));
  const woken = change.order ? sql`, (select count(*) from woken) as woken` : sql``;
  const { rows } = await sql<WrittenBid>`
    with ${sql.join(parts)}
    select id as "bidId", status, amount_yen as "amountYen", adjustment_yen as "adjustmentYen",
      export_type as "exportType", group_value as "groupValue", bid_at as "bidAt", version, reply ${woken}
    from replied`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`bid ${change.bidId} is missing although it is locked`);
  return row;
}

const orderBid = ({ order }: BidChange): RawBuilder<number> =>
  order?.bidId ? sql<number>`${order.bidId}::bigint` : sql<number>`(select id from written)`;

const insertRow = ({ userId, lotId, values: v, now, event }: BidChange) => sql`
  insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, adjustment_yen, held_yen, status, group_value,
    group_round, group_cleared, export_type, auto_bid, comment, bid_at, status_at, amount_at, created_at)
  values (${lotId}, ${userId}, ${event.actorId}, (select lot_source from lots where id = ${lotId}), ${v.amountYen}, ${v.adjustmentYen}, ${v.heldYen}, ${v.status},
    ${v.groupValue}, ${v.groupRound}, ${v.groupCleared}, ${v.exportType}, ${v.autoBid}, ${v.comment}, ${now}, ${now}, ${now}, ${now})`;

const updateRow = ({ values: v, now, touches }: BidChange, bidId: number) => sql`
  update bids set version = version + 1, status = ${v.status}, amount_yen = ${v.amountYen},
    adjustment_yen = ${v.adjustmentYen}, held_yen = ${v.heldYen}, group_value = ${v.groupValue},
    group_round = ${v.groupRound}, group_cleared = ${v.groupCleared}, export_type = ${v.exportType}, auto_bid = ${v.autoBid}, sold_price_yen = ${v.soldPriceYen},
    finish_reason = ${v.finishReason}, not_forwarded = ${v.notForwarded}, comment = ${v.comment},
    bid_at = case when ${touches.bid} then ${now} else bid_at end,
    status_at = case when ${touches.status} then ${now} else status_at end,
    amount_at = case when ${touches.amount} then ${now} else amount_at end
  where id = ${bidId}`;

const clientPart = ({ userId, exposureYen, dailyCount }: BidChange) =>
  dailyCount
    ? sql`client as (update bid_clients set exposure_yen = ${exposureYen}, bids_day = ${dailyCount.day},
        bids_that_day = ${dailyCount.bids} where user_id = ${userId})`
    : sql`client as (update bid_clients set exposure_yen = ${exposureYen} where user_id = ${userId})`;

const eventPart = ({ event, now }: BidChange) => sql`
  event as (insert into bid_events (bid_id, lot_id, client_id, at, actor, actor_id, event, before, after, request_id)
    select id, lot_id, user_id, ${now}::timestamptz, ${event.actor}, ${event.actorId}::integer, ${event.name},
      ${event.before && JSON.stringify(event.before)}::jsonb, state || ${JSON.stringify(event.more ?? {})}::jsonb,
      ${event.requestId}::text from written)`;

const groupPart = ({ userId, values }: BidChange, cars: number) => sql`
  in_group as (insert into bid_groups (user_id, value, cars, round)
    values (${userId}, ${values.groupValue}, ${cars}, ${values.groupRound})
    on conflict (user_id, value) do update set round = greatest(bid_groups.round, excluded.round))`;

const idempotencyPart = (repeat: IdempotencyKey) => sql`
  stored_reply as (insert into idempotency_keys (user_id, call, key, body_hash, reply)
    select ${repeat.userId}::integer, ${repeat.call}, ${repeat.key}, ${hashOf(repeat.body)}::bytea, reply from replied)`;

/** Queues a new decision of the clients' groups for after the commit: it may concern lots that this transaction has not locked. */
export const wakeGroups = (tx: Tx, userIds: readonly number[]) =>
  sql`
  select graphile_worker.add_job('sync_groups', json_build_object('userId', client), job_key := 'groups:' || client,
    max_attempts := ${JOBS.sync_groups.attempts}::int, priority := -1)
  from unnest(${[...new Set(userIds)]}::integer[]) client`.execute(tx);

/** Stores the reply of a call that changed nothing, so that a retry under the same key gets the same reply. */
export const storeIdempotentReply = (tx: Tx, repeat: IdempotencyKey, reply: object) =>
  tx
    .insertInto('idempotency_keys')
    .values({
      user_id: repeat.userId,
      call: repeat.call,
      key: repeat.key,
      body_hash: hashOf(repeat.body),
      reply: JSON.stringify(reply),
    })
    .execute();
