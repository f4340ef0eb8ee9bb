import type { LotFilter, LotListing, LotSort } from '@seri/contract/lots/filter.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { all, type Condition, endsAtMidnight, nowInJapan, todayInJapan } from './matching-queries.ts';

/** A stretch of a list that one index answers in its own order; the next stretch begins where it ends. */
interface Part {
  where: Condition;
  key: RawBuilder<unknown>;
  type: 'timestamp' | 'integer';
  isDescending: boolean;
  /** All of its lots lack the value; only the id tells them apart. */
  isUnknown: boolean;
}

/** A row of the list after which another begins. */
export interface Anchor {
  part: number;
  key: string | null;
  id: number;
}

type Sorting = Pick<LotListing, 'sort' | 'order'>;
type Days = Pick<LotFilter, 'date' | 'dateFrom' | 'dateTo'>;
type Narrowed = Days & Pick<LotFilter, 'maker' | 'model'>;

export const SORT_COLUMN: Record<Exclude<LotSort, 'auctionDate'>, RawBuilder<unknown>> = {
  year: sql`year`,
  condition: sql`condition_rank`,
  mileage: sql`mileage_km`,
  startPrice: sql`start_price_yen`,
  soldPrice: sql`sold_price_yen`,
};

/** Unknown times stand last in their day and unknown values last in the list, whichever way it is sorted. */
export function partsOf(pageType: PageType, { sort, order }: Sorting, filter: Narrowed): Part[] {
  const notOver = endsAtMidnight(pageType) ? [sql`auction_day >= ${todayInJapan}`] : [];
  if (sort && sort !== 'auctionDate') {
    const column = SORT_COLUMN[sort];
    const key = isPutInOrder(pageType, sort, filter) ? sql`(${column} + 0)` : column;
    const part = { key, type: 'integer', isDescending: order === 'DESC' } as const;
    return [
      { ...part, where: all([...notOver, sql`${column} is not null`]), isUnknown: false },
      { ...part, where: all([...notOver, sql`${column} is null`]), isUnknown: true },
    ];
  }
  // Sales and fixed prices begin with the newest; elsewhere comes first what may still be bid on (docs/decisions/007).
  if (!endsAtMidnight(pageType)) return [byTime(sort === undefined || order === 'DESC' ? LATEST : SOONEST, filter)];
  if (sort) return [byTime(order === 'DESC' ? LATEST : SOONEST, filter, [], todayInJapan)];
  const notYet = byTime(SOONEST, filter, [sql`time_up > ${nowInJapan} and (time_known or auction_at > now())`]);
  return filter.maker.length === 1 && filter.model.length === 1
    ? [notYet, ...justOverOfModel(filter)]
    : [
        notYet,
        byTime(LATEST, filter, [sql`time_down <= ${nowInJapan} and (time_known or auction_at <= now())`], todayInJapan),
      ];
}

/**
 * What is over is of today. Lots with and without an hour apart, the index of what is to come of the model has them
 * backwards. Other lists have an index of the order itself, and finding a plan for one part more costs them more than it saves.
 */
const justOverOfModel = (filter: Narrowed): Part[] => [
  byTime(BACKWARDS, filter, [sql`time_known and time_up <= ${nowInJapan}`], todayInJapan),
  byTime(BACKWARDS, filter, [
    sql`not time_known and auction_at <= now() and time_up = ${todayInJapan} + ${END_OF_DAY}`,
  ]),
];

/** Where lots without a known hour stand in their day (migration 0014). */
const END_OF_DAY = sql`time '23:59:59.9995'`;

/**
 * Under chosen models the lots of the models are put in order, out of the index that has them with all they can be
 * narrowed by. Walking the order of the whole page instead, which the planner takes for shorter, comes to a model of
 * late years, or of years and a grade together, behind hundreds of thousands of others. Prices of one model have an order
 * of their own.
 */
const isPutInOrder = (pageType: PageType, sort: LotSort, { maker, model }: Narrowed): boolean =>
  !isSalesPage(pageType) &&
  maker.length > 0 &&
  model.length > 0 &&
  sort !== 'soldPrice' &&
  !(sort === 'startPrice' && maker.length === 1 && model.length === 1);

interface TimeOrder {
  key: RawBuilder<unknown>;
  isDescending: boolean;
  /** The first place a lot of the day can have. */
  beginOf: (day: RawBuilder<unknown>) => RawBuilder<unknown>;
}
const SOONEST: TimeOrder = { key: sql`time_up`, isDescending: false, beginOf: (day) => day };
const LATEST: TimeOrder = {
  key: sql`time_down`,
  isDescending: true,
  beginOf: (day) => sql`${day} - interval '0.5 milliseconds'`,
};
const BACKWARDS: TimeOrder = { ...SOONEST, isDescending: true };

/** The days are said once more in the terms of the order, so that the index begins and ends with them. */
function byTime(
  { key, isDescending, beginOf }: TimeOrder,
  { date, dateFrom, dateTo }: Days,
  where: Condition[] = [],
  today?: RawBuilder<unknown>,
): Part {
  const [first] = [dateFrom, [...date].sort()[0]]
    .filter((day) => day !== undefined)
    .sort()
    .reverse();
  const [last] = [dateTo, [...date].sort().at(-1)].filter((day) => day !== undefined).sort();
  const bounds = [
    ...(today ? [sql`${key} >= ${beginOf(today)}`] : []),
    ...(first ? [sql`${key} >= ${beginOf(sql`(select ${first}::date)`)}`] : []),
    ...(last ? [sql`${key} < ${beginOf(sql`(select ${last}::date + 1)`)}`] : []),
  ];
  return { where: all([...where, ...bounds]), key, type: 'timestamp', isDescending, isUnknown: false };
}

/** So many rows a plan that is kept is made for: it must know about how few they are, and pages with one text share it. */
const PLANNED_FOR = [200, 1_000, 2_500];

interface Rows {
  anchor: Anchor | null;
  most: number;
  /** Its plan is kept, for other numbers of rows as well; else each number stands in the text, which is planned sooner. */
  isKept: boolean;
}

/**
 * The rows of a list after an anchor, `most` of them; `place` orders them inside their part. A part is read when those
 * before it have too few.
 */
function rowsAfter(parts: Part[], where: Condition, { anchor, most, isKept }: Rows): RawBuilder<unknown> {
  const first = anchor?.part ?? 0;
  const planned = isKept ? (PLANNED_FOR.find((rows) => most <= rows) ?? most) : most;
  const stretches = parts.slice(first).map((part, index) => {
    const { key, type } = part;
    const direction = part.isDescending ? sql`desc` : sql`asc`;
    const by = sql`${key} ${direction}, id ${direction}`;
    const after = index === 0 && anchor ? [behind(part, anchor)] : [];
    const rows = sql`select ${sql.lit(first + index)} as part, row_number() over (order by ${by}) as place, id,
          ${key}::${sql.raw(type)} as key
        from lots where ${all([where, part.where, ...after])} order by ${by} limit ${sql.lit(planned)}`;
    if (index === 0 && !isKept) return rows;
    const before = parts.slice(first, first + index).map((_, at) => sql` - (select count(*) from ${nameOf(at)})`);
    return sql`select * from (${rows}) planned limit ${given(most, isKept)}${sql.join(before, sql``)}`;
  });
  const [last, ...others] = stretches.reverse();
  if (others.length === 0) return sql`(${last})`;
  const named = others.reverse().map((rows, index) => sql`${nameOf(index)} as materialized (${rows})`);
  const told = others.map((_, index) => sql`select * from ${nameOf(index)} union all`);
  return sql`(with ${sql.join(named)} ${sql.join(told, sql` `)} (${last}))`;
}

const given = (rows: number, isKept: boolean) => (isKept ? sql`${rows}::integer` : sql.lit(rows));
const nameOf = (part: number) => sql.raw(`part_${part}`);

function behind({ key, type, isDescending, isUnknown }: Part, anchor: Anchor): Condition {
  const sign = isDescending ? sql`<` : sql`>`;
  return isUnknown
    ? sql`id ${sign} ${anchor.id}::bigint`
    : sql`(${key}, id) ${sign} (${anchor.key}::${sql.raw(type)}, ${anchor.id}::bigint)`;
}

/** Ids of one page with their place in the list, `skip` rows behind the anchor. */
export const idsOfPage = (
  parts: Part[],
  where: Condition,
  { anchor, skip, size, isKept }: Omit<Rows, 'most'> & { skip: number; size: number },
): RawBuilder<unknown> =>
  sql`select id, part, place from ${rowsAfter(parts, where, { anchor, most: skip + size, isKept })} rows
      order by part, place limit ${given(size, isKept)} offset ${given(skip, isKept)}`;

/** Every `step`th row of the next `most` behind an anchor. */
export async function findAnchors(
  db: Db,
  parts: Part[],
  where: Condition,
  { anchor, step, most }: { anchor: Anchor | null; step: number; most: number },
): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    select part, key::text as key, id from (
      select part, key, id, row_number() over (order by part, place) as position
        from ${rowsAfter(parts, where, { anchor, most, isKept: false })} rows
    ) numbered where position % ${step}::integer = 0 and position <= ${most}::integer order by position`.execute(db);
  return rows;
}
