import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { PLANNED_ONCE } from '../platform/prepared-client.ts';
import { all, FACETS, type Facet, keyedConditions, RANGES, type Range } from './matching-queries.ts';

/** Which lots of the page are counted together: of these makers and models, all when empty. */
type Scope = Pick<LotFilter, 'maker' | 'model'>;

export interface Counted {
  facet: Facet | Range | 'total';
  value: string;
  lots: number;
}

/** The scope of a filter that narrows by maker and model alone, null for any other. */
export function scopeOf({ maker, model, date, dateFrom, dateTo, search, open }: LotFilter): Scope | null {
  const hasCounters = model.length === 0 || maker.length > 0;
  return hasCounters && date.length === 0 && !dateFrom && !dateTo && !search && !open ? { maker, model } : null;
}

/**
 * Lots that match, added up from the counters: exact, and as quick with ten million lots as with ten. Only for filters
 * by maker, model and one thing more; null for any other.
 */
export async function countFromCounters(db: Db, pageType: PageType, filter: LotFilter): Promise<number | null> {
  const scope = scopeOf(filter);
  const [first, ...more] = Object.keys(keyedConditions(filter)) as (Facet | Range)[];
  const cells = first ? cellsOf(first, filter) : sql`true`;
  if (!scope || more.length > 0 || !cells) return null;
  const { rows } = await sql<{ lots: number }>`
    select coalesce(sum(lots), 0) as lots from lot_counters
    where ${inScope(pageType, scope)} and facet = ${first ?? 'total'} and ${cells}`.execute(db);
  return rows[0]?.lots ?? 0;
}

/** The cells of one choice or range; null where no whole cells answer it. */
function cellsOf(key: Facet | Range, filter: LotFilter): RawBuilder<unknown> | null {
  switch (key) {
    case 'auction':
      return sql`value in (select id::text from auction_houses where name = any(${filter.auction}::text[]))`;
    case 'year':
      return between(key, filter.yearFrom, filter.yearTo);
    case 'engine':
      return between(key, filter.engineFrom, filter.engineTo);
    case 'mileage':
      return [filter.mileageFrom, filter.mileageTo].every((km) => (km ?? 0) % 1_000 === 0)
        ? between(key, (filter.mileageFrom ?? 0) / 500, (filter.mileageTo ?? 0) / 500)
        : null;
    default:
      return sql`value = any(${filter[key].map(String)}::text[])`;
  }
}

/** The number is read from cells of its own kind alone: those of others are words. */
function between(key: Range, from: number | undefined, to: number | undefined): RawBuilder<unknown> {
  const value = sql`case facet when ${key} then value::integer end`;
  return all([...(from ? [sql`${value} >= ${from}::integer`] : []), ...(to ? [sql`${value} <= ${to}::integer`] : [])]);
}

/** An empty text stands for all makers, or all models of one. */
const inScope = (pageType: PageType, { maker, model }: Scope): RawBuilder<unknown> => {
  const oneOf = (names: string[]) => sql`any(${names.length > 0 ? names : ['']}::text[])`;
  return sql`page = ${pageType} and maker = ${oneOf(maker)} and model = ${oneOf(model)} and lots > 0`;
};

/** The year in which counters keep what is later as well (lots_of_year in server/schema/lots). */
export const LAST_YEAR = 2040;

export interface Years {
  from: number;
  to: number;
}

/** The years a filter is about, any when it names none; null where counters do not tell them from others. */
export function yearsOf({ yearFrom, yearTo }: LotFilter): Years | null {
  const years = { from: yearFrom ?? 0, to: yearTo || LAST_YEAR };
  return years.from <= LAST_YEAR && (!yearTo || yearTo < LAST_YEAR) ? years : null;
}

/**
 * Every choice under makers, models and years with its lots, how many lots that are, and both ends of each range; of years
 * those of any year, as a range does not narrow itself.
 */
export async function choicesFromCounters(db: Db, pageType: PageType, scope: Scope, years: Years): Promise<Counted[]> {
  const isAnyYear = years.from === 0 && years.to === LAST_YEAR;
  const lots = isAnyYear ? sql`lots` : sql`lots_in_years(by_year, ${years.from}::integer, ${years.to}::integer)`;
  const { rows } = await sql<Counted>`
    select ${PLANNED_ONCE} counted.facet, coalesce(house.name, counted.value) as value, counted.lots
    from (
      select facet, value, sum(${lots})::integer as lots from lot_counters
      where ${inScope(pageType, scope)} and facet = any(${['total', ...FACETS]}::text[]) group by facet, value
    ) counted left join auction_houses house on counted.facet = 'auction' and house.id::text = counted.value
    where counted.lots > 0
    union all
    select facet, unnest(array[min(value::integer), max(value::integer)])::text, 0 from lot_counters
    where ${inScope(pageType, scope)} and facet = any(${RANGES}::text[]) and (facet = 'year' or ${lots} > 0)
    group by facet`.execute(db);
  return rows;
}
