import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { Db } from '../platform/db.ts';
import {
  type Counted,
  choicesFromCounters,
  countFromCounters,
  LAST_YEAR,
  scopeOf,
  yearsOf,
} from './counter-queries.ts';
import {
  type Counting,
  countChoices,
  type FacetCount,
  findRanges,
  lotsToCount,
  type Ranges,
} from './facets-queries.ts';
import { type Audience, FACETS, keyedConditions, NO_FILTER } from './matching-queries.ts';
import { countMatching, countUpTo } from './total-queries.ts';

/** Lots of one model lie side by side in an index; reading so many takes a tenth of a second. */
const MOST_OF_A_MODEL = 200_000;
/** Any others are read one by one. */
const MOST_OF_ANY = 20_000;
const ANY_YEAR = { from: 0, to: LAST_YEAR };

export interface Choices {
  counts: FacetCount[];
  ranges: Ranges;
}

/**
 * What a filter can be narrowed to. Under makers, models and years alone the counters answer; under more the lots are
 * counted while they are few; beyond that every choice of the maker and model is offered without a number, because a
 * wrong number would be worse than none (docs/decisions/011-listing-pages.md, 048-counts-by-year.md).
 */
export async function findChoices(db: Db, pageType: PageType, filter: LotFilter, audience: Audience): Promise<Choices> {
  const counting: Counting = { pageType, filter, audience };
  if (filter.open === '1') return choicesOfOpen(db, counting);
  const scope = scopeOf(filter);
  const years = yearsOf(filter);
  if (scope && years && Object.keys(keyedConditions(filter)).every((key) => key === 'year')) {
    const [counted, privately] = await Promise.all([
      choicesFromCounters(db, pageType, scope, years),
      audience === 'everybody' ? null : countLots(db, { ...counting, onlyPrivate: true }),
    ]);
    const matching = counted.find(({ facet }) => facet === 'total')?.lots ?? 0;
    const publicly = { counts: facetsOf(counted), ranges: rangesOf(counted, matching) };
    return privately ? together(publicly, privately) : publicly;
  }
  if (await areFew(db, counting)) return countLots(db, counting);
  const whole = scope ?? { maker: filter.maker, model: filter.maker.length > 0 ? filter.model : [] };
  const [counted, matching] = await Promise.all([
    choicesFromCounters(db, pageType, whole, ANY_YEAR),
    countMatching(db, pageType, filter, audience),
  ]);
  const counts = facetsOf(counted).map(({ facet, value }) => ({ facet, value }));
  return { counts, ranges: rangesOf(counted, matching) };
}

/** Counters know all lots of the page; those whose bidding is closed are few, and are taken away from them. */
async function choicesOfOpen(db: Db, { pageType, filter, audience }: Counting): Promise<Choices> {
  const [all, closed, matching] = await Promise.all([
    findChoices(db, pageType, { ...filter, open: undefined }, audience),
    countLots(db, { pageType, filter: { ...filter, open: '0' }, audience }),
    countMatching(db, pageType, filter, audience),
  ]);
  const closedLots = new Map(closed.counts.map(({ facet, value, lots = 0 }) => [`${facet} ${value}`, lots]));
  const counts = all.counts.flatMap(({ lots, ...choice }) => {
    if (lots === undefined) return [choice];
    const left = lots - (closedLots.get(`${choice.facet} ${choice.value}`) ?? 0);
    return left > 0 ? [{ ...choice, lots: left }] : [];
  });
  return { counts, ranges: { ...all.ranges, matching } };
}

const countLots = async (db: Db, counting: Counting): Promise<Choices> => {
  const [counts, ranges] = await Promise.all([countChoices(db, counting), findRanges(db, counting)]);
  return { counts, ranges };
};

async function areFew(db: Db, counting: Counting): Promise<boolean> {
  const { pageType, filter } = counting;
  const scope = scopeOf(filter);
  const most = scope && filter.model.length > 0 ? MOST_OF_A_MODEL : MOST_OF_ANY;
  const lots = scope
    ? await countFromCounters(db, pageType, { ...NO_FILTER, ...scope })
    : await countUpTo(db, lotsToCount(counting), most + 1);
  return lots !== null && lots <= most;
}

const facetsOf = (counted: Counted[]): Required<FacetCount>[] =>
  counted.flatMap(({ facet, value, lots }) => {
    const name = FACETS.find((known) => known === facet);
    return name ? [{ facet: name, value, lots }] : [];
  });

function rangesOf(counted: Counted[], matching: number): Ranges {
  const ends = (facet: string, most = 1) => {
    const values = counted.filter((count) => count.facet === facet).map((count) => Number(count.value) * most);
    return values.length === 0 ? [null, null] : [Math.min(...values), Math.max(...values)];
  };
  const [[year_min = null, year_max = null], [engine_min = null, engine_max = null]] = [ends('year'), ends('engine')];
  // Two cells a thousand: the mileage is widened to whole thousands anyway.
  const [mileage_min = null, mileage_max = null] = ends('mileage', 500);
  return { matching, year_min, year_max, mileage_min, mileage_max, engine_min, engine_max };
}

function together(one: Choices, other: Choices): Choices {
  const lots = new Map<string, Required<FacetCount>>();
  for (const { facet, value, lots: more = 0 } of [...one.counts, ...other.counts]) {
    const key = `${facet} ${value}`;
    lots.set(key, { facet, value, lots: (lots.get(key)?.lots ?? 0) + more });
  }
  const ranges = { ...one.ranges, matching: one.ranges.matching + other.ranges.matching };
  for (const key of ['year', 'mileage', 'engine'] as const)
    for (const end of ['min', 'max'] as const) {
      const found = [one.ranges, other.ranges].map((range) => range[`${key}_${end}`]).filter((value) => value !== null);
      if (found.length > 0) ranges[`${key}_${end}`] = Math[end](...found);
    }
  return { counts: [...lots.values()], ranges };
}
