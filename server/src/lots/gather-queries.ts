import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { countFromCounters } from './counter-queries.ts';
import {
  type Audience,
  all,
  type Condition,
  filtered,
  matching,
  matchingAnyDay,
  NO_FILTER,
} from './matching-queries.ts';
import {
  type Anchor,
  behind,
  daysOf,
  isPriceOfModel,
  isPutInOrder,
  type Ordered,
  type Part,
  partsOf,
} from './part-queries.ts';
import { fitsWhereWalked, gatheredRows, isByStartPrice, isGatheredThere, walkedRows } from './price-order-queries.ts';
import { GATHERED } from './time-order-queries.ts';
import { expectedMatching } from './total-queries.ts';

/** Rows of an order that are looked at first, for how many of them fit. */
const FIRST_LOOK = 1_000;
/** An order is not even: twice as many rows are looked at as would do if it were. */
const UNEVEN = 2;
/** How many more rows are looked at when none fits. */
const LONGER = 5;
/** Gathering reads an index from end to end at worst, which takes as long as looking at this share of its rows. */
const SHARE_OF_ALL = 1 / 10;
const LONGEST_LOOK = 300_000;
/** Rows of a gathered list among which anchors are told at once: so many are put in order within the memory of a sort. */
const MOST_ANCHORED = 10_000;

interface Listed extends Ordered {
  audience: Audience;
}

/** What was found out about a page, for who opens the same one soon. */
export interface Way {
  /** How many rows of the order had to be looked at, null where all that fit were gathered. */
  lookedAt?: number | null;
  /** The first rows of the order had too few that fit for this page. */
  isLonger?: boolean;
}

interface Stretch {
  anchor: Anchor | null;
  most: number;
  firstLook?: number;
  way?: Way;
  /** Others went before and will follow, all of which would be gathered at once. */
  isOneOfMany?: boolean;
}

/**
 * Rows of a narrowed list behind an anchor. The order of the page is walked for a while; when too few fit among the rows
 * looked at, all that fit are gathered by whatever index finds them, and put in order. So a page costs no more than its
 * lots are worth, however far apart they stand.
 */
export async function findRows(db: Db, list: Listed, stretch: Stretch): Promise<Anchor[]> {
  const { way = {} } = stretch;
  const walked = way.lookedAt === null ? null : await walk(db, list, { ...stretch, way });
  if (walked) return walked;
  way.lookedAt = null;
  const { rows } = await sql<Anchor>`
    select part, key::text as key, id from ${gathered(list, stretch.anchor)}
     order by ${inOrder(list)} limit ${sql.lit(stretch.most)}`.execute(db);
  return rows;
}

/** Every `step`th row of the next `most` behind an anchor, of a gathered list of many more. */
export async function findNarrowedAnchors(
  db: Db,
  list: Listed,
  { anchor, step, most }: { anchor: Anchor | null; step: number; most: number },
): Promise<Anchor[]> {
  const walked = await walk(db, list, { anchor, most, isOneOfMany: anchor !== null });
  if (walked) return walked.filter((_, index) => (index + 1) % step === 0);
  const { rows } = await sql<Anchor>`
    select part, key::text as key, id from (
      select part, key, id, row_number() over (order by ${inOrder(list)}) as position from (
        select * from ${gathered(list, anchor)} order by ${inOrder(list)} limit ${sql.lit(Math.max(most, MOST_ANCHORED))}
      ) next
    ) numbered where position % ${step}::integer = 0 order by position`.execute(db);
  return rows;
}

/** Null when so few of the rows looked at fit that gathering them all is the shorter way. */
async function walk(
  db: Db,
  list: Listed,
  { anchor, most, firstLook = FIRST_LOOK, way = {}, isOneOfMany = false }: Stretch,
): Promise<Anchor[] | null> {
  if (isPutInOrder(list)) return null;
  const found: Anchor[] = [];
  const first = anchor?.part ?? 0;
  for (const [index, part] of partsOf(list).entries()) {
    if (index < first) continue;
    const order = orderOf(list, part, index === first ? anchor : null);
    const rows = await walkPart(db, list, order, { most: most - found.length, firstLook, way, isOneOfMany });
    if (!rows) return null;
    found.push(...rows.map((row) => ({ ...row, part: index })));
    if (found.length === most) return found;
  }
  return found;
}

async function walkPart(
  db: Db,
  list: Listed,
  order: Order,
  { most, firstLook, way, isOneOfMany }: Required<Omit<Stretch, 'anchor'>>,
): Promise<Place[] | null> {
  if (order.isWhole) return findFitting(db, order, { most, lookAt: most });
  for (let lookAt = Math.max(way.lookedAt ?? firstLook, UNEVEN * most); ; ) {
    const rows = await findFitting(db, order, { most, lookAt });
    if (rows.length === most || !(await goesOn(db, order, lookAt))) {
      way.lookedAt = Math.max(way.lookedAt ?? 0, lookAt);
      return rows;
    }
    const longer = Math.ceil(rows.length > 0 ? (most * lookAt) / rows.length : LONGER * lookAt);
    const asLongAsGathering = await lookAsLongAsGathering(db, list, rows.length / lookAt);
    if (longer > asLongAsGathering / (isOneOfMany ? LONGER : 1)) return null;
    lookAt = rows.length > 0 ? UNEVEN * longer : longer;
  }
}

/** How many rows can be looked at while all that fit are gathered. */
async function lookAsLongAsGathering(
  db: Db,
  { pageType, filter, audience }: Listed,
  shareThatFits: number,
): Promise<number> {
  const onPage = (await countFromCounters(db, pageType, NO_FILTER)) ?? 0;
  const fitting =
    (await countFromCounters(db, pageType, filter)) ??
    (await expectedMatching(db, matching(pageType, filter, audience)));
  return Math.min(Math.max(fitting, shareThatFits * onPage), SHARE_OF_ALL * onPage, LONGEST_LOOK);
}

type Place = Omit<Anchor, 'part'>;

interface Order {
  rows: RawBuilder<unknown>;
  byOf: (key: RawBuilder<unknown>) => RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  where: Condition;
  fits: RawBuilder<unknown>;
  /** Nothing is left to be looked up: every row fits. */
  isWhole: boolean;
}

function orderOf(list: Listed, part: Part, anchor: Anchor | null): Order {
  const { pageType, filter, audience } = list;
  const withOnly = (has: (key: string) => boolean) =>
    ({ ...NO_FILTER, ...Object.fromEntries(Object.entries(filter).filter(([key]) => has(key))) }) as LotFilter;
  const isNarrowedBy = (key: string) => part.narrowedBy.some((name) => name === key);
  const fits = filtered(withOnly((key) => !isNarrowedBy(key)));
  const onPage = matchingAnyDay(pageType, withOnly(isNarrowedBy), audience);
  const direction = part.isDescending ? sql`desc` : sql`asc`;
  return {
    rows: walkedRows(list),
    byOf: (key) => sql`${key} ${direction}, id ${direction}`,
    key: part.key,
    where: all([onPage, part.where, ...(anchor ? [behind(part, anchor)] : [])]),
    fits: fitsWhereWalked(list, all(fits)),
    isWhole: fits.length === 0,
  };
}

/** The next rows of an order with whether they fit. */
const lookedAt = ({ rows, byOf, key, where, fits }: Order, lookAt: number): RawBuilder<unknown> => sql`(
      select ${key} as value, id, (${fits}) as fits
        from ${rows} where ${where} order by ${byOf(key)} limit ${sql.lit(lookAt)}
    ) looked_at`;

async function findFitting(db: Db, order: Order, { most, lookAt }: { most: number; lookAt: number }): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select value::text as key, id from ${lookedAt(order, lookAt)} where fits
     order by ${order.byOf(sql`value`)} limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/**
 * Ids of a page of one model's coming lots by price, as far as they are among the first rows behind the anchor. Their
 * table has one index by model, in that order, so the plan can be kept; sales have more, of which a plan for any model
 * takes the wrong one for a common one. Null for any other list, or where too few of them fit.
 */
export function firstByPrice(
  list: Listed,
  { anchor, skip, size, way }: { anchor: Anchor | null; skip: number; size: number; way: Way },
): { page: RawBuilder<unknown>; by: RawBuilder<unknown> } | null {
  const [part] = partsOf(list);
  if (!part || !isByStartPrice(list) || !isPriceOfModel(list) || (anchor && anchor.part > 0) || way.isLonger)
    return null;
  const order = orderOf(list, part, anchor);
  const direction = part.isDescending ? sql`desc` : sql`asc`;
  return {
    page: sql`(
      select id, value from ${lookedAt(order, FIRST_LOOK)} where fits
       order by ${order.byOf(sql`value`)} limit ${size}::integer offset ${skip}::integer)`,
    by: sql`page.place ${direction}, page.lot_id ${direction}`,
  };
}

/** Are there more rows in the order than are looked at? */
async function goesOn(db: Db, { rows: from, byOf, key, where }: Order, lookAt: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${from} where ${where} order by ${byOf(key)} limit 1 offset ${sql.lit(lookAt)}`.execute(db);
  return rows.length > 0;
}

/** All of a list that comes after an anchor, with the part it stands in and its key there. */
function gathered(list: Listed, anchor: Anchor | null): RawBuilder<unknown> {
  const first = anchor?.part ?? 0;
  const parts = [...partsOf(list, true).entries()].slice(first);
  const within = parts.map(([at, part]) => {
    const where = all([part.where, ...(anchor && at === first ? [behind(part, anchor)] : [])]);
    return sql`when ${where} then ${sql.lit(at)}`;
  });
  const keys = parts.map(([at, { key }]) => sql`when ${sql.lit(at)} then ${key}`);
  const { LATEST } = GATHERED[isSalesPage(list.pageType) ? 'sales' : 'coming'];
  const days = isGatheredThere(list) ? [] : daysOf(list.filter, LATEST);
  return sql`(
      select part, case part ${sql.join(keys, sql` `)} end as key, id from (
        select lots.*, case ${sql.join(within, sql` `)} end as part
          from ${gatheredRows(list)} where ${all([matching(list.pageType, list.filter, list.audience), ...days])}
      ) fitting where part is not null
    ) gathered`;
}

/** Part by part, each in its own direction. */
function inOrder(list: Ordered): RawBuilder<unknown> {
  const parts = [...partsOf(list, true).entries()];
  const ways = [false, true].flatMap((isDescending) => {
    const those = parts.filter(([, part]) => part.isDescending === isDescending).map(([at]) => sql.lit(at));
    const way = isDescending ? sql`desc` : sql`asc`;
    const isThere = sql`part in (${sql.join(those)})`;
    return those.length === 0
      ? []
      : [sql`case when ${isThere} then key end ${way}, case when ${isThere} then id end ${way}`];
  });
  return sql`part, ${sql.join(ways)}`;
}
