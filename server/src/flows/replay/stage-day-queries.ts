import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { LOT } from '../../platform/db/numbers.ts';
import type { ReportedResult } from './steps-of-day.ts';
import type { Instants, Micros, StoredDay, StoredLot } from './stored-day.ts';

/** Writes the start of the day to an empty database: accounts without names, their limits, groups and lots, but no bids. */
export async function stageDay(tx: Tx, day: StoredDay): Promise<void> {
  for (const { key, value } of day.settings)
    await tx
      .insertInto('company_settings')
      .values({ key, value: JSON.stringify(value) })
      .execute();
  for (const house of day.houses) await stageHouse(tx, house);
  for (const id of day.managers) await stageUser(tx, { id, userType: USER_TYPE.manager, roleId: 991, permissions: {} });
  for (const { id, roleId, permissions, creditLimitYen } of day.clients) {
    await stageUser(tx, { id, userType: USER_TYPE.client, roleId, permissions });
    await tx
      .insertInto('bid_clients')
      .values({ user_id: id, credit_limit_yen: limitAtFirst(day, id) ?? creditLimitYen, daily_bid_limit: -1 })
      .execute();
  }
  for (const { userId, value, cars, firstRound } of day.groups)
    await tx
      .insertInto('bid_groups')
      .values({ user_id: userId, value, cars: carsAtFirst(day, userId, value) ?? cars, round: firstRound - 1 })
      .execute();
  for (const [index, lot] of day.lots.entries()) await stageLot(tx, lot, index + 1);
}

type LoggedValues = Record<string, number>;
const limitAtFirst = ({ accountEvents }: StoredDay, userId: number): number | undefined =>
  (
    accountEvents.find((entry) => entry.userId === userId && entry.event === 'limits')?.before as
      | LoggedValues
      | undefined
  )?.creditLimitYen;
const carsAtFirst = ({ accountEvents }: StoredDay, userId: number, value: number): number | undefined =>
  (
    accountEvents.find(
      (entry) =>
        entry.userId === userId && entry.event === 'bid_group' && (entry.after as LoggedValues).value === value,
    )?.before as LoggedValues | undefined
  )?.cars;

async function stageHouse(tx: Tx, { id, isUss, overbidYen, haulageYen }: StoredDay['houses'][number]): Promise<void> {
  await sql`insert into auction_houses (id, name, is_uss, overbid_yen, haulage_yen, source, source_updated_at)
    overriding system value
    values (${id}, ${`House ${id}`}, ${isUss}, ${overbidYen}, ${haulageYen}, 'replay', 'epoch')`.execute(tx);
}

interface Account {
  id: number;
  userType: number;
  roleId: number;
  permissions: object;
}

async function stageUser(tx: Tx, { id, userType, roleId, permissions }: Account): Promise<void> {
  await sql`insert into users (id, email, full_name, user_type, role_id, permissions, email_verified_at)
    overriding system value
    values (${id}, ${`${id}@replay.invalid`}, ${`Account ${id}`}, ${userType}, ${roleId},
      ${JSON.stringify(permissions)}::jsonb, now())`.execute(tx);
}

async function stageLot(tx: Tx, lot: StoredLot, lotNo: number): Promise<void> {
  await sql`insert into lots (id, vehicle, lot_source, source, source_id, source_updated_at, house_id, lot_no, auction_day,
      auction_at, time_known, bids_close_at, agent_cutoff_at, cancel_until, status, maker, model, start_price_yen, is_private)
    overriding system value
    values (${lot.id}, ${lot.vehicle}, 'auction', 'replay', ${String(lot.id)}, 'epoch', ${lot.houseId}, ${lotNo},
      ${lot.auctionDay}, ${lot.auctionAt}, true, ${lot.bidsCloseAt}, ${lot.agentCutoffAt}, ${lot.cancelUntil},
      ${LOT.upcoming},
      'Lot', ${String(lot.id)}, ${lot.startPriceYen}, ${lot.isPrivate})`.execute(tx);
}

/** Minimum distance to a deadline, so that the duration of a step never moves it past one. */
const CLEARANCE_MICROS = 5_000_000;

/**
 * Shifts all times of all lots so that they are as far from now as they were from `at`, and at least some seconds. The
 * database clock stays as it is.
 */
export async function shiftLots(db: Db, lots: readonly StoredLot[], at: Micros): Promise<void> {
  const distancesOf = (instant: keyof Instants) =>
    lots.map((lot) => {
      const micros = lot[instant].getTime() * 1_000 - at;
      return micros > 0 ? Math.max(micros, CLEARANCE_MICROS) : Math.min(micros, -CLEARANCE_MICROS);
    });
  await sql`
    with moment as (select clock_timestamp() as now, 'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond' as that)
    update lots l set auction_at = now + s.auction * interval '1 microsecond',
      bids_close_at = now + s.closes * interval '1 microsecond', agent_cutoff_at = now + s.cutoff * interval '1 microsecond',
      cancel_until = now + s.cancel * interval '1 microsecond',
      auction_day = (now at time zone 'Asia/Tokyo')::date + (s.day::date - (that at time zone 'Asia/Tokyo')::date)
    from moment, unnest(${lots.map(({ id }) => id)}::bigint[], ${distancesOf('auctionAt')}::bigint[],
      ${distancesOf('bidsCloseAt')}::bigint[], ${distancesOf('agentCutoffAt')}::bigint[], ${distancesOf('cancelUntil')}::bigint[],
      ${lots.map(({ auctionDay }) => auctionDay)}::text[]) as s (id, auction, closes, cutoff, cancel, day)
    where l.id = s.id`.execute(db);
}

/** Sets the id of the next bid. */
export const numberNextBid = (db: Db, bidId: number) =>
  sql`select setval(pg_get_serial_sequence('bids', 'id'), ${bidId}, false)`.execute(db);

export const setAutobid = (db: Db, userId: number, autobid: boolean) =>
  db.updateTable('users').set({ autobid }).where('id', '=', userId).execute();

/** Writes the result to the lot like the feed's merge, which comes before the bids. */
export const writeResult = (db: Db, { lotId, status, soldPriceYen }: ReportedResult) =>
  db.updateTable('lots').set({ status, sold_price_yen: soldPriceYen }).where('id', '=', lotId).execute();

/** Marks the newest order as refused by the agent. */
export const failNewestOrder = (db: Db, lotId: number) =>
  db.updateTable('agent_orders').set({ state: 'failed' }).where('lot_id', '=', lotId).execute();

/** The id of the bid's unanswered offer; 0 if there is none. */
export async function findOpenOfferOf(db: Db, bidId: number): Promise<number> {
  const offer = await db
    .selectFrom('negotiation_offers')
    .select('id')
    .where('bid_id', '=', bidId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return offer?.id ?? 0;
}
