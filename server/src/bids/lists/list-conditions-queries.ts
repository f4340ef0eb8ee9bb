import { mileageSpan } from '@seri/contract/bids/list-filters.ts';
import type { BidType } from '@seri/contract/bids/list-routes.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { BID } from '../../platform/db/numbers.ts';

/** The bids a reader may see (business-rules.md#dealers, business-rules.md#clients-of-a-manager). */
export type BidScope =
  | { kind: 'everybody' }
  | { kind: 'own'; userId: number }
  | { kind: 'dealer'; userId: number; bidType: BidType };

/** One filter for rows, counters and files. */
export interface BidListFilter {
  list: 'active' | 'archive';
  scope: BidScope;
  statuses: readonly number[];
  user: readonly number[];
  /** Only clients of this manager. */
  managerId: number | null;
  lotNo: string | undefined;
  auctionDate: readonly string[];
  auctionDateFrom: string | undefined;
  auctionDateTo: string | undefined;
  auction: readonly string[];
  chassisId: readonly string[];
  condition: readonly string[];
  mileage: readonly string[];
  bidGroups: readonly number[];
  lotStatus: readonly number[];
}

/** Bids with the tables of their filters. The database drops the joins that no condition uses. */
export const listed = sql`bids b left join lots l on l.id = b.lot_id left join auction_houses h on h.id = l.house_id`;

/** Lot status as shown with a bid: a fixed-price car with a won order is sold, even while its page is open. */
export const lotStatus = sql<number>`
  case when l.lot_source = 'stock' and b.status in (${BID_STATUS.win}::smallint, ${BID_STATUS.won}::smallint) then ${LOT_STATUS.sold}::integer else l.status end`;

const today = sql`(now() at time zone 'Asia/Tokyo')::date`;
/** `isArchived` and `isInArchive` of the contract as SQL; a win of a past day is in both lists (business-rules.md#archive). */
export const inList = {
  active: sql<SqlBool>`(b.status in (${BID.new}, ${BID.bid}, ${BID.dontBid}, ${BID.win})
    or (b.status in (${BID.cancel}, ${BID.finished}) and b.auction_day >= ${today}))`,
  archive: sql<SqlBool>`(b.status = ${BID.won}
    or (b.status in (${BID.cancel}, ${BID.finished}, ${BID.win}) and b.auction_day < ${today}))`,
};

export const LIST_STATUSES = { active: [1, 2, 3, 4, 5, 6], archive: [4, 5, 6, 7] } as const;

const clientsOf = (dealerId: number) => sql`select id from users where dealer_id = ${dealerId}`;

export function inScope(scope: BidScope): RawBuilder<SqlBool> {
  if (scope.kind === 'everybody') return sql`true`;
  if (scope.kind === 'own' || scope.bidType === 'mine') return sql`b.user_id = ${scope.userId}`;
  const clients = clientsOf(scope.userId);
  const people = scope.bidType === 'clients' ? clients : sql`${clients} union all select ${scope.userId}::integer`;
  return sql`b.user_id = any(array(${people}))`;
}

const isOneOf = (column: RawBuilder<unknown>, values: readonly unknown[], type: string) =>
  values.length === 0 ? [] : [sql<SqlBool>`${column} = any(${[...values]}::${sql.raw(type)}[])`];

const inSpan = (range: string) => {
  const { fromKm, toKm } = mileageSpan(range);
  return toKm === null ? sql`l.mileage_km >= ${fromKm}` : sql`(l.mileage_km >= ${fromKm} and l.mileage_km < ${toKm})`;
};

/** "5.0" of an auction house counts as "5" (business-rules.md#condition-grades). */
const gradeSpellings = (conditions: readonly string[]) =>
  conditions.flatMap((condition) => (/^\d+$/.test(condition) ? [condition, `${condition}.0`] : [condition]));

/** All filters except list and status; null if there are none. */
export function filterConditions(f: BidListFilter): RawBuilder<SqlBool> | null {
  const conditions = [
    ...isOneOf(sql`b.user_id`, f.user, 'integer'),
    ...(f.managerId === null
      ? []
      : [sql`b.user_id = any(array(select id from users where manager_id = ${f.managerId}))`]),
    ...(f.lotNo === undefined ? [] : [sql`b.lot_no = ${f.lotNo}::bigint`]),
    ...isOneOf(sql`b.auction_day`, f.auctionDate, 'date'),
    ...(f.auctionDateFrom === undefined ? [] : [sql`b.auction_day >= ${f.auctionDateFrom}::date`]),
    ...(f.auctionDateTo === undefined ? [] : [sql`b.auction_day <= ${f.auctionDateTo}::date`]),
    ...isOneOf(sql`h.name`, f.auction, 'text'),
    ...isOneOf(sql`l.chassis_code`, f.chassisId, 'text'),
    ...isOneOf(sql`l.condition`, gradeSpellings(f.condition), 'text'),
    ...(f.mileage.length === 0 ? [] : [sql`(${sql.join(f.mileage.map(inSpan), sql` or `)})`]),
    ...isOneOf(sql`b.group_value`, f.bidGroups, 'smallint'),
    ...isOneOf(lotStatus, f.lotStatus, 'integer'),
  ];
  return conditions.length === 0 ? null : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The bids of a list under its filters, except the status. */
export const inFilteredList = (f: BidListFilter): RawBuilder<SqlBool> => {
  const filters = filterConditions(f);
  const seen = sql<SqlBool>`${inScope(f.scope)} and ${inList[f.list]}`;
  return filters ? sql<SqlBool>`${seen} and ${filters}` : seen;
};
