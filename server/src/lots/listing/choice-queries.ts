import { LOT_FACETS, LOT_RANGES, type LotFacet, type LotRange } from '@seri/contract/lots/filter.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  all,
  columnOf,
  coreConditions,
  type FilterKey,
  keyedConditions,
  type List,
  onPage,
  ownConditions,
  type Source,
} from '../core/condition-queries.ts';

export interface FacetCount {
  facet: LotFacet;
  value: string;
  lots: number;
}

export interface RangeEnds {
  range: LotRange;
  least: number | null;
  most: number | null;
}

/**
 * Filters with up to thousands of values. Each is counted in a pass of its own, because the engine counts several filters
 * in one pass quickly only while their values are few.
 */
const MANY_VALUES: readonly LotFacet[] = ['chassis', 'trim'];

/** Trims of different models have nothing in common, so they are counted once a model is chosen. */
export const facetsOf = ({ filter }: Pick<List, 'filter'>): readonly LotFacet[] =>
  filter.model.length > 0 ? LOT_FACETS : LOT_FACETS.filter((facet) => facet !== 'trim');

interface Candidates<Key> {
  /** Lots that match every condition: each counts for all keys. */
  matching: RawBuilder<unknown>;
  /**
   * Lots that fail the condition of one key alone: each counts for this key, whose own condition is left out. The table
   * `near_misses` has the key's place in `limited` as `failed`, and a column of its name for each of these keys.
   */
  nearMisses: RawBuilder<unknown>;
  /** Keys with a condition. */
  limited: Key[];
}

/** The lots that count for some of these keys: each key is counted under all conditions except its own. */
function candidatesFor<Key extends FilterKey>(
  source: Source,
  { pageType, filter, audience, own }: List,
  keys: readonly Key[],
): Candidates<Key> {
  const conditions = keyedConditions(source, filter);
  const limited = keys.filter((key) => conditions[key]);
  const ofOthers = Object.entries(conditions).flatMap(([key, found]) => (limited.includes(key as Key) ? [] : [found]));
  const always = [
    onPage(source, pageType, audience),
    ...coreConditions(source, filter),
    ...ownConditions(source, filter, own),
    ...ofOthers,
  ];
  const lots = source.lotsOf(pageType);
  // A lot without the value fails the condition.
  const isMet = limited.map((key) => sql`coalesce(${conditions[key]}, false)`);
  const failed = isMet.map((met, place) => sql`when not ${met} then ${sql.lit(place)}`);
  const numberMet = sql.join(
    isMet.map((met) => sql`${met}::integer`),
    sql` + `,
  );
  return {
    matching: sql`${lots} where ${all([...always, ...limited.map((key) => conditions[key] ?? sql`true`)])}`,
    nearMisses: sql`
      with near_misses as materialized (
        select ${sql.join(limited.map((key) => sql`${columnOf(source, key)} as ${sql.ref(key)}`))},
               case ${sql.join(failed, sql` `)} end as failed
          from ${lots} where ${all(always)} and ${numberMet} = ${sql.lit(limited.length - 1)})`,
    limited,
  };
}

/** Every value of each filter with its number of lots. */
export function countChoices(source: Source, list: List): RawBuilder<FacetCount> {
  const facets = facetsOf(list);
  const { matching, nearMisses, limited } = candidatesFor(source, list, facets);
  const few = facets.filter((facet) => !MANY_VALUES.includes(facet));
  const columns = few.map((facet) => columnOf(source, facet));
  const facet = few.map((facet, at) => sql`when grouping(${columns[at]}) = 0 then ${sql.lit(facet)}`);
  const counts = [
    sql`select facet, coalesce(${sql.join(few.map((facet, at) => textOf(facet, columns[at])))}) as value, lots from (
          select ${sql.join(columns)}, case ${sql.join(facet, sql` `)} end as facet, count(*) as lots
            from ${matching} group by grouping sets (${sql.join(columns.map((column) => sql`(${column})`))})) grouped`,
    ...facets
      .filter((facet) => MANY_VALUES.includes(facet))
      .map((facet) => countOne(facet, sql`${columnOf(source, facet)} as found from ${matching}`)),
    ...limited.map((facet, place) =>
      countOne(facet, sql`${sql.ref(facet)} as found from near_misses where failed = ${sql.lit(place)}`),
    ),
  ];
  return sql`${limited.length > 0 ? nearMisses : sql``}
    select facet, value, sum(lots)::bigint as lots from (${sql.join(counts, sql` union all `)}) counted
     where value <> '' group by facet, value`;
}

const countOne = (facet: LotFacet, found: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${sql.lit(facet)} as facet, ${textOf(facet, sql`found`)} as value, lots
    from (select found, count(*) as lots from (select ${found}) one group by found) grouped`;

const textOf = (facet: LotFacet, value: RawBuilder<unknown> | undefined): RawBuilder<unknown> =>
  facet === 'auction' ? sql`(select name from auction_houses where id = ${value})` : sql`${value}::text`;

/** Lowest and highest value of each range filter. */
export function findRangeEnds(source: Source, list: List): RawBuilder<RangeEnds> {
  const { matching, nearMisses, limited } = candidatesFor(source, list, LOT_RANGES);
  const ends = LOT_RANGES.flatMap((range) => endsOf(range, columnOf(source, range)));
  const rows = LOT_RANGES.map(
    (range) => sql`(${sql.lit(range)}, ${sql.ref(`least_${range}`)}, ${sql.ref(`most_${range}`)})`,
  );
  const found = [
    sql`select named.range, least, most from (select ${sql.join(ends)} from ${matching}) ends,
      lateral (values ${sql.join(rows)}) named(range, least, most)`,
    ...limited.map(
      (range, place) => sql`
        select ${sql.lit(range)} as range, min(${sql.ref(range)}) as least, max(${sql.ref(range)}) as most
          from near_misses where failed = ${sql.lit(place)}`,
    ),
  ];
  return sql`${limited.length > 0 ? nearMisses : sql``}
    select range, min(least) as least, max(most) as most from (${sql.join(found, sql` union all `)}) found group by range`;
}

const endsOf = (range: LotRange, column: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  sql`min(${column}) as ${sql.ref(`least_${range}`)}`,
  sql`max(${column}) as ${sql.ref(`most_${range}`)}`,
];
