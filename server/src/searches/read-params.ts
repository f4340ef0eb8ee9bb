import { bikeCalls, carCalls, type LotFilter, lotFilterOf } from '@seri/contract/lots/filter.ts';
import { isBikePage, type PageType } from '@seri/contract/lots/page-types.ts';

interface SearchParams {
  /** The query string to store, without the page. */
  params: string;
  filter: LotFilter;
}

/**
 * Parses a query string by the schema of its listing. Null if the listing would refuse it, or if it has no filter
 * (business-rules.md#saved-searches).
 */
export function readParams(pageType: PageType, params: string): SearchParams | null {
  const address = new URLSearchParams(params);
  address.delete('page');
  const names = [...new Set(address.keys())];
  const query = Object.fromEntries(names.map((name) => [name, oneOrMany(address.getAll(name))]));
  const schema = isBikePage(pageType) ? bikeCalls.listing : carCalls.listing;
  const parsed = schema.safeParse(query);
  if (!parsed.success) return null;
  const { sort, order, page, pageSize, ...filters } = parsed.data;
  const filter = lotFilterOf(filters);
  return isFiltered(filter) ? { params: address.toString(), filter } : null;
}

const oneOrMany = (values: string[]) => (values.length === 1 ? values[0] : values);

/** A range of 0 is unset (business-rules.md#filter-names). */
export const isFiltered = (filter: LotFilter): boolean =>
  Object.values(filter).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
