import { LOT_FACETS, LOT_RANGES, type LotFacet, type LotRange } from '@seri/contract/lots/filter.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  all,
  type Condition,
  columnOf,
  conditionsExcept,
  coreConditions,
  type FilterKey,
  keyedConditions,
  type List,
  onPage,
  ownConditions,
  type Source,
} from '../core/condition-queries.ts';
import { COMBINATION_TABLES, COMBINED, NUMBER_COLUMN } from '../list-index/columns.ts';

/** Trims of different models have nothing in common, so they are counted once a model is chosen. */
export const facetsOf = ({ filter }: Pick<List, 'filter'>): readonly LotFacet[] =>
  filter.model.length > 0 ? LOT_FACETS : LOT_FACETS.filter((facet) => facet !== 'trim');

/** The lots that choices are counted among, and the conditions of these keys, of which each choice leaves out its own. */
interface Considered<Key> {
  lots: RawBuilder<unknown>;
  held: Condition[];
  conditions: { key: Key; condition: Condition }[];
}

function consideredFor<Key extends FilterKey>(
  source: Source,
  { pageType, filter, audience, own }: List,
  keys: readonly Key[],
): Considered<Key> {
  const keyed = Object.entries(keyedConditions(source, filter));
  const isOwn = (key: string) => keys.some((wanted) => wanted === key);
  return {
    lots: source.lotsOf(pageType),
    held: [
      onPage(source, pageType, audience),
      ...coreConditions(source, filter),
      ...ownConditions(source, filter, own),
      ...conditionsExcept(source, filter, isOwn),
    ],
    conditions: keyed.filter(([key]) => isOwn(key)).map(([key, condition]) => ({ key: key as Key, condition })),
  };
}

export interface FacetCount {
  facet: LotFacet;
  value: string;
  lots: number;
}

/** With more filters set than this, one pass over all lots is faster than one more for each. */
const MANY_CONDITIONS = 3;

/**
 * Every value of each filter with its number of lots under all conditions except the filter's own. Where few are set,
 * each of their facets is counted by itself. Where many are, each facet has a bit, and a lot the bits of the conditions
 * that it misses: with none it counts for all facets, with one for that facet.
 */
export function countChoices(source: Source, list: List): RawBuilder<FacetCount> {
  const considered = consideredFor(source, list, facetsOf(list));
  if (considered.conditions.length > MANY_CONDITIONS) return named(countTogether(source, considered, facetsOf(list)));
  const { lots, held, conditions } = considered;
  const limited = conditions.map(({ key }) => key);
  const ofLimited = limited.map((facet) => {
    const others = conditions.filter(({ key }) => key !== facet).map(({ condition }) => condition);
    const column = columnOf(source, facet);
    return sql`select ${sql.lit(facet)} as facet, ${column}::text as value, count(*)::bigint as lots
                 from ${lots} where ${all([...held, ...others])} group by ${column}`;
  });
  const whole = { lots, held: [...held, ...conditions.map(({ condition }) => condition)], conditions: [] };
  const others = facetsOf(list).filter((facet) => !limited.includes(facet));
  return named(sql`${sql.join([...ofLimited, sql`(${countTogether(source, whole, others)})`], sql` union all `)}`);
}

/** Counts with the names of auction houses instead of their ids. */
const named = (counts: RawBuilder<unknown>): RawBuilder<FacetCount> => sql`
  select facet, value, lots from (
    select facet, case facet when 'auction' then auction_houses.name else value end as value, lots
      from (${counts}) counts
      left join auction_houses on auction_houses.id::text = case facet when 'auction' then value end
  ) named where value <> ''`;

/** The choices of these facets from one pass over the lots. */
function countTogether(
  source: Source,
  { lots, held, conditions }: Considered<LotFacet>,
  facets: readonly LotFacet[],
): RawBuilder<unknown> {
  const bitOf = (facet: LotFacet) => bitIn(facets, facet);
  const missedOf = (some: readonly LotFacet[]) =>
    missedBits(
      facets,
      conditions.filter(({ key }) => some.includes(key)),
    );
  const combined = COMBINATION_TABLES.flatMap((table) => {
    const own = COMBINED[table].filter((facet) => facets.includes(facet));
    if (own.length === 0) return [];
    return { ...source.combinations(table), table, name: sql.raw(table), facets: own, missed: missedOf(own) };
  });
  const single = facets.filter((facet) => !combined.some((table) => table.facets.some((other) => other === facet)));

  const joins = combined.map(({ rows, name, numberOfLot, missed }) =>
    missed
      ? sql`join (select number, ${missed} as missed from ${rows} ${name}) ${name} on ${name}.number = ${numberOfLot}`
      : sql``,
  );
  const missed = [
    ...combined.filter((table) => table.missed).map(({ name }) => sql`${name}.missed`),
    missedOf(single),
  ].filter((bits) => bits !== null);
  const columns = [
    ...combined.map(({ table, numberOfLot }) => ({ name: sql.raw(NUMBER_COLUMN[table]), column: numberOfLot })),
    ...single.map((facet) => ({ name: sql.ref(facet), column: columnOf(source, facet) })),
  ];
  const names = columns.map(({ name }) => name);
  const given = columns.map(({ name, column }) => sql`${column} as ${name}`);
  const counted =
    missed.length === 0
      ? sql`select ${sql.join(names)}, 0 as missed, count(*) as lots
              from (select ${sql.join(given)} from ${lots} where ${all(held)}) lots
             group by grouping sets (${sql.join(names.map((name) => sql`(${name})`))})`
      : sql`select ${sql.join(names)}, missed, count(*) as lots
              from (select ${sql.join(given)}, ${sql.join(missed, sql` + `)} as missed
                      from ${lots} ${sql.join(joins, sql` `)} where ${all(held)}) lots
             where ${isAtMostOne(sql`missed`)}
             group by grouping sets (${sql.join(names.map((name) => sql`(${name}, missed)`))})`;

  const ofCombinations = combined.map(({ table, rows, name, facets: own }) => {
    const columns = own.map((facet) => columnOf(source, facet));
    const cases = (result: (facet: LotFacet, place: number) => RawBuilder<unknown>) =>
      sql`case ${sql.join(
        own.map((facet, place) => sql`when ${columns[place]} is not null then ${result(facet, place)}`),
        sql` `,
      )} end`;
    return sql`select ${cases((facet) => sql.lit(facet))} as facet, ${cases((_, place) => sql`${columns[place]}::text`)} as value, lots
                 from (select ${sql.join(columns)}, missed, sum(lots) as lots
                         from counted join ${rows} ${name} on ${name}.number = ${sql.raw(NUMBER_COLUMN[table])}
                        group by grouping sets (${sql.join(columns.map((column) => sql`(${column}, missed)`))})) each_value
                where missed = 0 or missed = ${cases(bitOf)}`;
  });
  const ofColumns = single.map(
    (facet) => sql`select ${sql.lit(facet)} as facet, ${sql.ref(facet)}::text as value, lots
                     from counted where ${sql.ref(facet)} is not null and missed in (0, ${bitOf(facet)})`,
  );
  return sql`
    with counted as materialized (${counted})
    select facet, value, sum(lots)::bigint as lots
      from (${sql.join([...ofCombinations, ...ofColumns], sql` union all `)}) each_of group by facet, value`;
}

/** The bit of a key among its keys. */
const bitIn = <Key>(keys: readonly Key[], key: Key) => sql.lit(2 ** keys.indexOf(key));

/** The bits of the conditions that a lot misses; null without conditions. */
function missedBits<Key>(keys: readonly Key[], conditions: Considered<Key>['conditions']): RawBuilder<number> | null {
  const bits = conditions.map(({ key, condition }) => sql`case when ${condition} then 0 else ${bitIn(keys, key)} end`);
  return bits.length > 0 ? sql<number>`(${sql.join(bits, sql` + `)})` : null;
}

/** No bit or one: without its lowest bit nothing is left of it. */
const isAtMostOne = (bits: RawBuilder<unknown>) => sql<boolean>`${bits} & (${bits} - 1) = 0`;

export interface RangeEnds {
  range: LotRange;
  least: number | null;
  most: number | null;
}

/** Lowest and highest values of lots that miss the same conditions, by the bits of their ranges. */
export type RangeRow = { missed: number } & Record<`${'least' | 'most'}_${LotRange}`, number | null>;

/** Lowest and highest value of each range filter under all conditions except its own. */
export const toRangeEnds = (rows: readonly RangeRow[]): RangeEnds[] =>
  LOT_RANGES.map((range, place) => {
    const considered = rows.filter(({ missed }) => missed === 0 || missed === 2 ** place);
    const known = (end: 'least' | 'most') => considered.flatMap((row) => row[`${end}_${range}`] ?? []);
    const [least, most] = [known('least'), known('most')];
    return {
      range,
      least: least.length > 0 ? Math.min(...least) : null,
      most: most.length > 0 ? Math.max(...most) : null,
    };
  });

/** The rows of {@link toRangeEnds}. */
export function findRangeRows(source: Source, list: List): RawBuilder<RangeRow> {
  const { lots, held, conditions } = consideredFor(source, list, LOT_RANGES);
  const endsOf = (ranges: readonly LotRange[], columnFor = (range: LotRange) => columnOf(source, range)) =>
    LOT_RANGES.map((range) => {
      const column = ranges.includes(range) ? columnFor(range) : sql`null::integer`;
      return sql`min(${column}) as ${sql.ref(`least_${range}`)}, max(${column}) as ${sql.ref(`most_${range}`)}`;
    });
  const missed = missedBits(LOT_RANGES, conditions);
  if (missed && conditions.length > MANY_CONDITIONS)
    return sql`
      select missed, ${sql.join(endsOf(LOT_RANGES, (range) => sql.ref(`value_${range}`)))}
        from (select ${missed} as missed,
                     ${sql.join(LOT_RANGES.map((range) => sql`${columnOf(source, range)} as ${sql.ref(`value_${range}`)}`))}
                from ${lots} where ${all(held)}) lots
       where ${isAtMostOne(sql`missed`)} group by missed`;
  const without = (range: LotRange | null, ranges: readonly LotRange[], bit: RawBuilder<unknown>) => {
    const others = conditions.filter(({ key }) => key !== range).map(({ condition }) => condition);
    return sql`select ${bit} as missed, ${sql.join(endsOf(ranges))} from ${lots} where ${all([...held, ...others])}`;
  };
  const ofEach = conditions.map(({ key }) => without(key, [key], bitIn(LOT_RANGES, key)));
  return sql`${sql.join([without(null, LOT_RANGES, sql`0`), ...ofEach], sql` union all `)}`;
}
