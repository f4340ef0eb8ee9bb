import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  type Audience,
  all,
  FACETS,
  type Facet,
  filtered,
  isOpen,
  type List,
  onPage,
  POSTGRES,
  RANGES,
  type Range,
  type Source,
} from './condition-queries.ts';
import { type After, orderKey, type PlainOrder } from './order-queries.ts';

export interface PageSlice {
  /** The page follows the lot with this key; otherwise it begins `skip` lots after the first. */
  after: After | null;
  skip: number;
  most: number;
}

/** Lots of a list in their order, each with its key. */
export type PlacedLot = After & { id: number };

export function lotsOfPage(source: Source, list: List, { after, skip, most }: PageSlice): RawBuilder<PlacedLot> {
  const { main, tie } = orderKey(source, list);
  const behind = after
    ? sql`where main > ${after.main}::bigint or (main = ${after.main}::bigint and tie > ${after.tie}::bigint)`
    : sql``;
  return sql`
    select id, main, tie from (
      select id, ${main} as main, ${tie} as tie from ${source.lotsOf(list.pageType)} where ${whereOf(source, list)}
    ) placed ${behind}
    order by main, tie limit ${most}::integer offset ${skip}::integer`;
}

/** The same of a plain list, by the index of PostgreSQL that has its order. */
export function lotsOfPlainPage(list: List, order: PlainOrder, { after, most }: PageSlice): RawBuilder<PlacedLot> {
  const { main, tie } = orderKey(POSTGRES, list);
  const { column, isDown, timeOf } = order;
  const behind = after
    ? [
        sql`(${column}, id) ${isDown ? sql`<` : sql`>`} (${timeOf(after.main)}, ${isDown ? -after.tie : after.tie}::bigint)`,
      ]
    : [];
  const direction = isDown ? sql`desc` : sql`asc`;
  return sql`
    select id, ${main} as main, ${tie} as tie from lots where ${all([whereOf(POSTGRES, list), ...behind])}
    order by ${column} ${direction}, id ${direction} limit ${most}::integer`;
}

const whereOf = (source: Source, { pageType, filter, audience }: Pick<List, 'pageType' | 'filter' | 'audience'>) =>
  all([onPage(source, pageType, audience), ...filtered(source, filter)]);

/** How many lots fit; an engine that keeps a model's lots together reads only those. */
export const countLots = (source: Source, list: List): RawBuilder<{ lots: number }> =>
  sql`select count(*) as lots from ${source.lotsOf(list.pageType)} where ${whereOf(source, list)}`;

/** How many lots are open for bidding and how many are not, whatever the filter says of that. */
export const countByDeadline = (
  source: Source,
  { pageType, filter, audience }: List,
): RawBuilder<{ open: number; closed: number }> => sql`
  select count(*) filter (where ${isOpen(source)}) as open, count(*) filter (where not ${isOpen(source)}) as closed
    from ${source.lotsOf(pageType)} where ${whereOf(source, { pageType, filter: { ...filter, open: undefined }, audience })}`;

const COLUMN: Record<Exclude<Facet, 'auction'> | Range, RawBuilder<unknown>> = {
  condition: sql`condition`,
  gearbox: sql`gearbox`,
  status: sql`status`,
  color: sql`color`,
  chassis: sql`chassis_code`,
  year: sql`year`,
  mileage: sql`mileage_km`,
  engine: sql`engine_cc`,
};

export interface FacetCount {
  facet: Facet;
  value: string;
  lots: number;
}

/** Every value a filter can take with the lots it would find; each is counted under all other filters than its own. */
export function countChoices(source: Source, { pageType, filter, audience }: List): RawBuilder<FacetCount> {
  const counts = FACETS.map((facet) => {
    const lots = sql`${source.lotsOf(pageType)}`;
    const where = all([onPage(source, pageType, audience), ...filtered(source, filter, facet)]);
    if (facet === 'auction')
      return sql`select 'auction' as facet, house.name as value, counted.lots from (
          select house_id, count(*) as lots from ${lots} where ${where} group by house_id
        ) counted join auction_houses house on house.id = house_id`;
    const column = COLUMN[facet];
    return sql`select ${sql.lit(facet)} as facet, ${column}::text as value, count(*) as lots
        from ${lots} where ${where} and ${column}::text <> '' group by ${column}`;
  });
  return sql`${sql.join(counts, sql` union all `)}`;
}

export interface RangeEnds {
  range: Range;
  least: number | null;
  most: number | null;
}

/** The ends of each range under all other filters than its own. */
export function findRangeEnds(source: Source, { pageType, filter, audience }: List): RawBuilder<RangeEnds> {
  const ends = RANGES.map(
    (range) => sql`select ${sql.lit(range)} as range, min(${COLUMN[range]}) as least, max(${COLUMN[range]}) as most
      from ${source.lotsOf(pageType)} where ${all([onPage(source, pageType, audience), ...filtered(source, filter, range)])}`,
  );
  return sql`${sql.join(ends, sql` union all `)}`;
}

export interface ModelCount {
  maker: string;
  model: string;
  lots: number;
}

/** Makers and models that have lots on the page, by name. */
export const countModels = (source: Source, pageType: PageType, audience: Audience): RawBuilder<ModelCount> => sql`
  select maker, model, count(*) as lots from ${source.lotsOf(pageType)} where ${onPage(source, pageType, audience)}
  group by maker, model order by maker, model`;
