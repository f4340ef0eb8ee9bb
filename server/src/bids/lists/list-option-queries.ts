import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type BidListFilter, inFilteredList, inList, inScope, listed, lotStatus } from './list-conditions-queries.ts';

/** An archive offers the values of its newest bids only. */
const MAX_ARCHIVE_BIDS = 5_000;
const MAX_HINTS = 20;

export interface BidChoices {
  chassis: string[];
  day: string[];
  house: string[];
  condition: string[];
  /** 1 for the first of `MILEAGE_RANGES`. */
  range: number[];
  bidGroup: number[];
  lotStatus: number[];
  client: { id: number; name: string }[];
}

type Row = { [K in Exclude<keyof BidChoices, 'client'>]: BidChoices[K][number] | null } & {
  client: number | null;
  client_name: string | null;
};

/** The distinct values of each filter among the bids of a list, in one scan. */
export async function findBidChoices(db: Db, f: BidListFilter, starts: readonly number[]): Promise<BidChoices> {
  const ofStatus = f.statuses.length === 0 ? sql`true` : sql`b.status = any(${[...f.statuses]}::smallint[])`;
  const newest = f.list === 'archive' ? sql`order by b.time_down desc limit ${MAX_ARCHIVE_BIDS}` : sql``;
  const { rows } = await sql<Row>`
    with shown as (select b.* from bids b where ${inScope(f.scope)} and ${inList[f.list]} and ${ofStatus} ${newest})
    select chassis, day, house, condition, range, bid_group as "bidGroup", lot_status as "lotStatus", client, client_name
    from (select nullif(l.chassis_code, '') as chassis, b.auction_day as day, h.name as house,
            nullif(l.condition, '') as condition, width_bucket(l.mileage_km, ${[...starts]}::integer[]) as range,
            b.group_value as bid_group, ${lotStatus} as lot_status, u.id as client, u.full_name as client_name
          from shown b join lots l on l.id = b.lot_id join auction_houses h on h.id = l.house_id
            left join users u on ${f.scope.kind === 'everybody'} and u.id = b.user_id) facts
    group by grouping sets (chassis, day, house, condition, range, bid_group, lot_status, (client, client_name))`.execute(
    db,
  );
  const valuesOf = <K extends Exclude<keyof BidChoices, 'client'>>(name: K) =>
    rows.flatMap((row) => (row[name] === null ? [] : [row[name]])) as BidChoices[K];
  return {
    chassis: valuesOf('chassis'),
    day: valuesOf('day'),
    house: valuesOf('house'),
    condition: valuesOf('condition'),
    range: valuesOf('range'),
    bidGroup: valuesOf('bidGroup'),
    lotStatus: valuesOf('lotStatus'),
    client: rows.flatMap(({ client, client_name }) =>
      client === null ? [] : [{ id: client, name: client_name ?? '' }],
    ),
  };
}

export const findClientsOf = (db: Db, dealerId: number) =>
  db
    .selectFrom('users')
    .select(['id as value', 'full_name as label'])
    .where('dealer_id', '=', dealerId)
    .orderBy('full_name')
    .orderBy('id')
    .execute();

const MAX_LOT_NO_DIGITS = 10;

/** Condition for lot numbers that begin with these digits, as ranges of numbers, which an index supports. */
const beginsWith = (digits: string) => {
  const first = Number(digits);
  const spans = Array.from({ length: MAX_LOT_NO_DIGITS - digits.length + 1 }, (_, more) => {
    const step = 10 ** more;
    return sql`b.lot_no between ${first * step}::bigint and ${(first + 1) * step - 1}::bigint`;
  });
  return sql<SqlBool>`(${sql.join(spans, sql` or `)})`;
};

/** Lots of a list's bids whose number begins with these digits, lowest number first. */
export async function findLotHints(db: Db, f: BidListFilter, digits: string) {
  const { rows } = await sql<{ bidId: number; lotNo: number; auctionName: string }>`
    select max(b.id) as "bidId", b.lot_no as "lotNo", h.name as "auctionName"
    from ${listed} where ${inFilteredList(f)} and ${beginsWith(digits)}
    group by b.lot_no, h.name order by b.lot_no, h.name limit ${MAX_HINTS}`.execute(db);
  return rows;
}
