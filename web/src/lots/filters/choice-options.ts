import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { textOf } from '../../shell/i18n/i18n.ts';
import type { Facet } from '../core/lot-search.ts';
import { colorText, gearboxText, gradeMeaning, statusText } from '../core/lot-texts.ts';
import type { LotFilters } from '../core/queries.ts';

export interface MoreFiltersProps {
  pageType: PageType;
  filter: LotFilter;
  filters: LotFilters | undefined;
  onChange: (changes: Partial<LotFilter>) => void;
}

/** Facets whose values have texts of their own. */
const NAMED: ReadonlySet<Facet> = new Set(['fuel', 'hybrid', 'drive', 'steering', 'body', 'repaired']);

/** A value of a filter in the reader's language. */
export function choiceText(facet: Facet, value: string, label: string): string {
  if (facet === 'status') return statusText(Number(value));
  if (facet === 'color') return colorText(value);
  if (facet === 'gearbox') return gearboxText(value);
  if (NAMED.has(facet)) return textOf(`lots.value.${facet}.${value}`, 'lots.value.unknown');
  return facet === 'condition' ? `${value}, ${gradeMeaning(value).toLocaleLowerCase()}` : label;
}

/** Choices of a filter with their numbers of lots; a chosen one without lots stays, so that it can be removed. */
export function optionsOf(facet: Facet, filters: LotFilters | undefined, chosen: readonly string[]) {
  const options = (filters?.select[facet] ?? []).map(({ value, label, counter }) => ({
    value: String(value),
    label: choiceText(facet, String(value), label),
    counter,
  }));
  const missing = chosen.filter((value) => !options.some((option) => option.value === value));
  return [...options, ...missing.map((value) => ({ value, label: choiceText(facet, value, value), counter: 0 }))];
}
