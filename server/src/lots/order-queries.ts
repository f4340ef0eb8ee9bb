import type { LotFilter, LotListing, LotSort } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
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
export function partsOf(pageType: PageType, { sort, order }: Sorting, days: Narrowed): Part[] {
  const notOver = endsAtMidnight(pageType) ? [sql`auction_day >= ${todayInJapan}`] : [];
  if (sort && sort !== 'auctionDate') {
    const key = SORT_COLUMN[sort];
    const part = { key, type: 'integer', isDescending: order === 'DESC' } as const;
    return [
      { ...part, where: all([...notOver, sql`${key} is not null`]), isUnknown: false },
      { ...part, where: all([...notOver, sql`${key} is null`]), isUnknown: true },
    ];
  }
  // Sales and fixed prices begin with the newest; elsewhere comes first what may still be bid on (docs/decisions/007).
  if (!endsAtMidnight(pageType)) return [byTime(sort === undefined || order === 'DESC', days)];
  const notYet = sql<SqlBool>`time_up > ${nowInJapan} and (time_known or auction_at > now())`;
  const over = sql<SqlBool>`time_down <= ${nowInJapan} and (time_known or auction_at <= now())`;
  if (!sort) return [byTime(false, days, notYet), byTime(true, days, all([over, ...ofToday(days)]), todayInJapan)];
  return [byTime(order === 'DESC', days, sql`true`, todayInJapan)];
}

/**
 * What is over on a coming page is of today. Said of one model it keeps to that model's lots of the page; else every sale
 * of it since the beginning is gathered first (the index of names) to be met with the lots of the day.
 */
const ofToday = ({ maker, model }: Narrowed): Condition[] =>
  maker.length === 1 && model.length === 1
    ? [sql`time_up >= ${todayInJapan}`, sql`time_up < (select (now() at time zone 'Asia/Tokyo')::date + 1)`]
    : [];

/** The days are said once more in the terms of the order, so that the index begins and ends with them. */
function byTime(isDescending: boolean, days: Days, where: Condition = sql`true`, today?: RawBuilder<unknown>): Part {
  const { date, dateFrom, dateTo } = days;
  const [first] = [dateFrom, [...date].sort()[0]]
    .filter((day) => day !== undefined)
    .sort()
    .reverse();
  const [last] = [dateTo, [...date].sort().at(-1)].filter((day) => day !== undefined).sort();
  const key = isDescending ? sql`time_down` : sql`time_up`;
  const beginOf = (day: RawBuilder<unknown>) => (isDescending ? sql`${day} - interval '0.5 milliseconds'` : day);
  const bounds = [
    ...(today ? [sql`${key} >= ${beginOf(today)}`] : []),
    ...(first ? [sql`${key} >= ${beginOf(sql`(select ${first}::date)`)}`] : []),
    ...(last ? [sql`${key} < ${beginOf(sql`(select ${last}::date + 1)`)}`] : []),
  ];
  return { where: all([where, ...bounds]), key, type: 'timestamp', isDescending, isUnknown: false };
}

/**
 * The rows of a list after an anchor, each part cut at `most`; `place` orders them inside their part. Numbers of rows
 * stand in the text: a plan that is kept must know how few they are.
 */
function rowsAfter(parts: Part[], where: Condition, anchor: Anchor | null, most: number): RawBuilder<unknown> {
  const first = anchor?.part ?? 0;
  const pieces = parts.slice(first).map((part, index) => {
    const { key, type } = part;
    const direction = part.isDescending ? sql`desc` : sql`asc`;
    const by = sql`${key} ${direction}, id ${direction}`;
    const after = index === 0 && anchor ? [behind(part, anchor)] : [];
    return sql`(select ${sql.lit(first + index)} as part, row_number() over (order by ${by}) as place, id,
        ${key}::${sql.raw(type)} as key
      from lots where ${all([where, part.where, ...after])} order by ${by} limit ${sql.lit(most)})`;
  });
  return sql`(${sql.join(pieces, sql` union all `)})`;
}

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
  { anchor, skip, size }: { anchor: Anchor | null; skip: number; size: number },
): RawBuilder<unknown> =>
  sql`select id, part, place from ${rowsAfter(parts, where, anchor, skip + size)} rows
      order by part, place limit ${sql.lit(size)} offset ${sql.lit(skip)}`;

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
        from ${rowsAfter(parts, where, anchor, most)} rows
    ) numbered where position % ${step}::integer = 0 and position <= ${most}::integer order by position`.execute(db);
  return rows;
}
