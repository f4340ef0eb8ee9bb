import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Micros, StoredClient, StoredDay, StoredEvent, StoredLot, StoredOrder } from './stored-day.ts';

/** Runs `work` in one snapshot, since the day may still be in progress. */
export const atOneMoment = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(work);

/** The auction lots of a day in Japan that have bids, with everything that affected those bids. */
export async function readDay(tx: Tx, day: string): Promise<StoredDay> {
  const lots = await readLots(tx, day);
  const lotIds = lots.map(({ id }) => id);
  const events = await readEvents(tx, lotIds);
  const from = events[0]?.at ?? 0;
  const clientIds = [...new Set(events.map(({ clientId }) => clientId))].sort((a, b) => a - b);
  return {
    lots,
    events,
    settings: await tx.selectFrom('company_settings').select(['key', 'value']).orderBy('key').execute(),
    houses: await readHouses(tx, lotIds),
    clients: await readClients(tx, { clientIds, lotIds, from }),
    managers: await readManagers(tx, lotIds, clientIds),
    groups: await readGroups(tx, lotIds),
    orders: await readOrders(tx, lotIds),
    accountEvents: await readAccountEvents(tx, clientIds, from),
    decisions: await readDecisions(tx, lotIds),
    bookings: await readBookings(tx, { clientIds, lotIds, from }),
  };
}

const micros = (column: string) => sql<Micros>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;
const instant = (at: Micros) => sql<Date>`'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond'`;

/** Also returns lots of other days that share a round with these lots, directly or through further rounds. */
async function readLots(tx: Tx, day: string): Promise<StoredLot[]> {
  const { rows } = await sql<StoredLot>`
    with recursive reached (id) as (
      select l.id from lots l
       where l.lot_source = 'auction' and l.auction_day = ${day}::date and exists (select from bids b where b.lot_id = l.id)
      union
      select beside.lot_id
        from reached r
        join bids b on b.lot_id = r.id and b.group_round is not null
        join bids beside on beside.user_id = b.user_id and beside.group_value = b.group_value
          and beside.group_round = b.group_round and beside.lot_source = 'auction')
    select l.id, l.auction_day <> ${day}::date as "isOtherDay", l.vehicle, l.house_id as "houseId",
      l.auction_day as "auctionDay", l.auction_at as "auctionAt", l.bids_close_at as "bidsCloseAt",
      l.agent_cutoff_at as "agentCutoffAt", l.cancel_until as "cancelUntil", l.start_price_yen as "startPriceYen",
      l.is_private as "isPrivate", l.status, l.sold_price_yen as "soldPriceYen", ${micros('l.result_updated_at')} as "resultAt",
      (select buyer_order_key from lot_results k where k.source = l.source and k.source_id = l.source_id)
        as "buyerOrderKey"
    from lots l join reached using (id) order by l.id`.execute(tx);
  return rows;
}

async function readEvents(tx: Tx, lotIds: number[]): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select id, bid_id as "bidId", lot_id as "lotId", client_id as "clientId", ${micros('at')} as at, actor, actor_id as "actorId", event, after
    from bid_events where lot_id = any(${lotIds}::bigint[]) order by bid_events.at, id`.execute(tx);
  return rows;
}

async function readHouses(tx: Tx, lotIds: number[]): Promise<StoredDay['houses']> {
  const { rows } = await sql<StoredDay['houses'][number]>`
    select id, is_uss as "isUss", overbid_yen as "overbidYen", haulage_yen as "haulageYen" from auction_houses
    where id in (select house_id from lots where id = any(${lotIds}::bigint[])) order by id`.execute(tx);
  return rows;
}

interface Concerned {
  clientIds: number[];
  lotIds: number[];
  from: Micros;
}

/** Ledger entries except those of the day's own purchases, which the replay books itself. */
const otherEntries = ({ clientIds, lotIds }: Concerned) => sql`
  select e.id, a.user_id, e.amount_yen, p.created_at
    from ledger_entries e join ledger_postings p on p.id = e.posting_id join ledger_accounts a on a.id = e.account_id
    left join purchases bought on bought.id = p.purchase_id
   where a.user_id = any(${clientIds}::integer[]) and (bought.id is null or bought.lot_id <> all(${lotIds}::bigint[]))`;

async function readClients(tx: Tx, concerned: Concerned): Promise<StoredClient[]> {
  const { rows } = await sql<StoredClient>`
    with other as (${otherEntries(concerned)})
    select u.id, u.role_id as "roleId", u.permissions, c.credit_limit_yen as "creditLimitYen",
      (select coalesce(sum(amount_yen), 0) from other where user_id = u.id and created_at < ${instant(concerned.from)})
        as "openingBalanceYen"
    from users u join bid_clients c on c.user_id = u.id
    where u.id = any(${concerned.clientIds}::integer[]) order by u.id`.execute(tx);
  return rows;
}

async function readBookings(tx: Tx, concerned: Concerned): Promise<StoredDay['bookings']> {
  const { rows } = await sql<StoredDay['bookings'][number]>`
    with other as (${otherEntries(concerned)})
    select id, user_id as "userId", amount_yen as "amountYen", ${micros('created_at')} as at
    from other where created_at >= ${instant(concerned.from)} order by id`.execute(tx);
  return rows;
}

async function readManagers(tx: Tx, lotIds: number[], clientIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select actor_id as id from bid_events where lot_id = any(${lotIds}::bigint[]) and actor_id <> all(${clientIds}::integer[])
    union
    select actor_id from user_events where user_id = any(${clientIds}::integer[]) and actor_id <> all(${clientIds}::integer[])
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function readGroups(tx: Tx, lotIds: number[]): Promise<StoredDay['groups']> {
  const { rows } = await sql<StoredDay['groups'][number]>`
    select g.user_id as "userId", g.value, g.cars, rounds.first_round as "firstRound"
    from bid_groups g join (
      select client_id, (after ->> 'groupValue')::integer as value, min((after ->> 'groupRound')::integer) as first_round
      from bid_events where lot_id = any(${lotIds}::bigint[]) and after ? 'groupRound' group by 1, 2) rounds
      on rounds.client_id = g.user_id and rounds.value = g.value
    order by 1, 2`.execute(tx);
  return rows;
}

export async function readOrders(db: Db | Tx, lotIds: number[]): Promise<StoredOrder[]> {
  const { rows } = await sql<StoredOrder>`
    select lot_id as "lotId", version, kind, bid_id as "bidId", max_yen as "maxYen", overbid_yen as "overbidYen",
      ${micros('created_at')} as "createdAt", ${micros('acknowledged_at')} as "acknowledgedAt"
    from agent_order_versions where lot_id = any(${lotIds}::bigint[]) order by lot_id, version`.execute(db);
  return rows;
}

async function readAccountEvents(tx: Tx, clientIds: number[], from: Micros): Promise<StoredDay['accountEvents']> {
  const { rows } = await sql<StoredDay['accountEvents'][number]>`
    select user_id as "userId", actor_id as "actorId", event, before, after, ${micros('at')} as at from user_events
    where user_id = any(${clientIds}::integer[]) and event in ('limits', 'bid_group') and user_events.at >= ${instant(from)} order by id`.execute(
    tx,
  );
  return rows;
}

async function readDecisions(tx: Tx, lotIds: number[]): Promise<StoredDay['decisions']> {
  const { rows } = await sql<StoredDay['decisions'][number]>`
    select distinct d.user_id as "userId", (extract(epoch from coalesce(d.written_at, d.at)) * 1000000)::bigint as at
    from group_decisions d
      join bids b on b.user_id = d.user_id and b.group_value = d.group_value and b.group_round = d.group_round
    where b.lot_id = any(${lotIds}::bigint[]) order by at`.execute(tx);
  return rows;
}
