import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import {
  type Audience,
  all,
  type Condition,
  coreConditions,
  FACETS,
  type Facet,
  keyedConditions,
  onPage,
  RANGES,
} from './matching-queries.ts';

const COLUMN = {
  condition: sql`condition`,
  gearbox: sql`gearbox`,
  auction: sql`house_id`,
  status: sql`status`,
  color: sql`color`,
  chassis: sql`chassis_code`,
  year: sql`year`,
  mileage: sql`mileage_km`,
  engine: sql`engine_cc`,
} as const;
type Key = keyof typeof COLUMN;

export interface FacetCount {
  facet: Facet;
  value: string;
  /** Not there when counting would take too long. */
  lots?: number;
}

/** What choices are counted in: a page under maker, model, days and search, and which lots of it. */
export interface Counting {
  pageType: PageType;
  filter: LotFilter;
  audience: Audience;
  /** Only the private ones: the others are in the counters. */
  onlyPrivate?: boolean;
}

/** Every lot the counting has to read. */
export const lotsToCount = ({ pageType, filter, audience, onlyPrivate }: Counting): Condition =>
  all([onPage(pageType, audience), ...coreConditions(filter), ...(onlyPrivate ? [sql<SqlBool>`is_private`] : [])]);

/** Counters of all choices in one statement; each choice list leaves its own key out of the filter. */
export async function countChoices(db: Db, counting: Counting): Promise<FacetCount[]> {
  const { from, without } = flagged(counting);
  const lots = FACETS.map((facet, index) => sql`when ${index} then count(*) filter (where ${without(facet)})`);
  const values = FACETS.map((facet, index) =>
    facet === 'auction'
      ? sql`when ${index} then (select name from auction_houses where id = house_id)`
      : sql`when ${index} then ${COLUMN[facet]}::text`,
  );
  const columns = sql.join(FACETS.map((facet) => COLUMN[facet]));
  const { rows } = await sql<{ facet: number; value: string; lots: number }>`
    select facet, case facet ${sql.join(values, sql` `)} end as value, lots
    from (
      select ${columns}, ${facetIndex()} as facet, case ${facetIndex()} ${sql.join(lots, sql` `)} end as lots
      from ${from}
      group by grouping sets (${sql.join(FACETS.map((facet) => sql`(${COLUMN[facet]})`))})
    ) counted
    where lots > 0`.execute(db);
  return rows.flatMap(({ facet, value, lots }) => {
    const name = FACETS[facet];
    return name && value !== '' ? [{ facet: name, value, lots }] : [];
  });
}

/** Which grouping set a row belongs to, as the position in FACETS. */
const facetIndex = (): RawBuilder<number> =>
  sql`case ${sql.join(
    FACETS.map((facet, index) => sql`when grouping(${COLUMN[facet]}) = 0 then ${sql.lit(index)}`),
    sql` `,
  )} end`;

export interface Ranges {
  matching: number;
  year_min: number | null;
  year_max: number | null;
  mileage_min: number | null;
  mileage_max: number | null;
  engine_min: number | null;
  engine_max: number | null;
}

/** How many lots match, and the ends of each range without that range's own filter. */
export async function findRanges(db: Db, counting: Counting): Promise<Ranges> {
  const { from, without } = flagged(counting);
  const ends = RANGES.flatMap((range) =>
    (['min', 'max'] as const).map(
      (end) => sql`${sql.raw(end)}(${COLUMN[range]}) filter (where ${without(range)}) as ${sql.ref(`${range}_${end}`)}`,
    ),
  );
  const { rows } = await sql<Ranges>`
    select count(*) filter (where ${without()}) as matching, ${sql.join(ends)} from ${from}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without groups answers one row');
  return row;
}

/** Lots under the core conditions, with one flag for each further condition that is set. */
function flagged(counting: Counting) {
  const keyed = keyedConditions(counting.filter);
  const set = Object.entries(keyed) as [Key, RawBuilder<SqlBool>][];
  const flag = (key: Key) => sql.ref(`fits_${key}`);
  const columns = [
    ...Object.values(COLUMN),
    ...set.map(([key, condition]) => sql`(${condition}) is true as ${flag(key)}`),
  ];
  return {
    from: sql`(select ${sql.join(columns)} from lots where ${lotsToCount(counting)}) fitting`,
    without: (left?: Key) => all(set.filter(([key]) => key !== left).map(([key]) => flag(key))),
  };
}
