import {
  LOT_FACETS,
  LOT_RANGES,
  type LotFacet,
  type LotFilter,
  type LotListing,
  type LotRange,
} from '@seri/contract/lots/filter.ts';
import { isBikePage, isSalesPage, PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';

export const SEARCH_FIELDS = ['lotNo', 'model', 'chassisId', 'equip'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

export const FACETS = LOT_FACETS;
export type Facet = LotFacet;

export const RANGES = LOT_RANGES;
export type Range = LotRange;

/** Fields in the first rows of the filter panel; the others are behind "More filters". */
export const MAIN_RANGES = ['year', 'mileage'] as const;
export const MAIN_FACETS = ['condition', 'gearbox', 'auction', 'status', 'color', 'chassis'] as const;

/** Filters of the folded part by group; the prices are those that the lots of a page have. */
export const MORE_RANGES = {
  price: (pageType: PageType): readonly Range[] => {
    if (PAGE_RULES[pageType].source === 'stock') return [];
    return isSalesPage(pageType) ? ['startPrice', 'soldPrice'] : ['startPrice', 'averagePrice'];
  },
};
export const MORE_FACETS = {
  technical: (pageType: PageType): readonly Facet[] =>
    isBikePage(pageType) ? ['fuel'] : ['fuel', 'hybrid', 'drive', 'body', 'seats', 'steering'],
  condition: (pageType: PageType): readonly Facet[] => (isBikePage(pageType) ? ['repaired'] : ['repaired', 'interior']),
};
export const EXCLUDED_FACETS = ['auction', 'color', 'condition', 'chassis'] as const;

/** Number of filters that are set in the folded part. */
export function countMore(filter: LotFilter): number {
  const facets = FACETS.filter((facet) => !isMain(MAIN_FACETS, facet) && filter[facet].length > 0);
  const ranges = RANGES.filter(
    (range) => !isMain(MAIN_RANGES, range) && (rangeOf(filter, range).from || rangeOf(filter, range).to),
  );
  const own = [filter.new, filter.seen, filter.hidden, ...filter.tag, ...filter.not].filter(Boolean);
  return facets.length + ranges.length + own.length;
}
const isMain = (main: readonly string[], name: string) => main.includes(name);

const NO_FACETS = Object.fromEntries(FACETS.map((facet) => [facet, []])) as unknown as { [Name in Facet]: never[] };
const NO_RANGES = Object.fromEntries(
  RANGES.flatMap((range) => [
    [`${range}From`, undefined],
    [`${range}To`, undefined],
  ]),
) as { [Bound in `${Range}${'From' | 'To'}`]: undefined };

export const EMPTY_FILTER: LotFilter = {
  maker: [],
  model: [],
  ...NO_FACETS,
  date: [],
  dateFrom: undefined,
  dateTo: undefined,
  ...NO_RANGES,
  search: undefined,
  open: undefined,
  ...{ doorFrom: undefined, doorTo: undefined, importable: undefined },
  not: [],
  new: undefined,
  seen: undefined,
  hidden: undefined,
  tag: [],
  words: [],
};

export const filterOf = ({ sort, order, page, pageSize, ...filter }: LotListing): LotFilter => filter;

export const isFiltered = (filter: LotFilter): boolean =>
  Object.values(filter).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));

/** The additional selects appear once a model or quick search is set (business-rules.md#extra-filters). */
export const hasFacets = (filter: LotFilter): boolean =>
  filter.model.length > 0 || filter.search !== undefined || MAIN_FACETS.some((facet) => filter[facet].length > 0);

/** A maker change clears model, quick search and the additional filters. */
export const withMaker = (maker: string[]): Partial<LotFilter> => ({
  maker,
  model: [],
  search: undefined,
  ...NO_FACETS,
  not: [],
});

export const rangeOf = (filter: LotFilter, range: Range) => ({
  from: filter[`${range}From`],
  to: filter[`${range}To`],
});

export const withRange = (
  range: Range,
  { from, to }: { from: number | undefined; to: number | undefined },
): Partial<LotFilter> => ({ [`${range}From`]: from || undefined, [`${range}To`]: to || undefined });

/** Splits `lotNo-4021` into field and text; a text that is empty after trimming means no search. */
export function readSearch(search: string | undefined): { field: SearchField; text: string } {
  const dash = search?.indexOf('-') ?? -1;
  const field = SEARCH_FIELDS.find((name) => name === search?.slice(0, dash));
  return field && search ? { field, text: search.slice(dash + 1) } : { field: 'lotNo', text: '' };
}

const MAX_SEARCH_LENGTH = 100;

export function writeSearch(field: SearchField, text: string): string | undefined {
  const trimmed = field === 'lotNo' ? text.replaceAll(/\D/g, '') : text.trim();
  return trimmed ? `${field}-${trimmed}`.slice(0, MAX_SEARCH_LENGTH) : undefined;
}
