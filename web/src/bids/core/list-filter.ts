import { PARAM_OF } from '@seri/contract/bids/list-filters.ts';
import type { BidFilters, BidType, FilterList } from '@seri/contract/bids/list-routes.ts';
import type { FilterField } from './list-layouts.ts';

/** Filters of all bid lists, named as in the address and the call. */
export interface BidFilter {
  lotNo?: string | undefined;
  mine?: '1' | undefined;
  auctionDateFrom?: string | undefined;
  auctionDateTo?: string | undefined;
  auctionDate?: string[];
  auction?: string[];
  chassisId?: string[];
  condition?: string[];
  mileage?: string[];
  bidGroups?: number[];
  status?: number[];
  bidStatus?: number[];
  archiveStatus?: number[];
  user?: number[];
}

const IS_NUMBER: readonly FilterList[] = ['group', 'bidStatus', 'status', 'archiveStatus', 'clients'];

/** Chosen values of one field, as text. */
export const chosenIn = (filter: BidFilter, list: FilterList): string[] => (filter[PARAM_OF[list]] ?? []).map(String);

/** Filter change that leaves exactly these values chosen. */
export const choicePatch = (list: FilterList, values: readonly string[]): BidFilter => ({
  [PARAM_OF[list]]: IS_NUMBER.includes(list) ? values.map(Number) : [...values],
});

/** Filter change that clears all of these fields. */
export function clearedOf(layout: readonly FilterField[]): BidFilter {
  const cleared: BidFilter = {};
  for (const field of layout) Object.assign(cleared, emptied(field));
  return cleared;
}

function emptied(field: FilterField): BidFilter {
  if (field === 'mine') return { mine: undefined };
  if (field === 'span') return { auctionDateFrom: undefined, auctionDateTo: undefined };
  return choicePatch(field, []);
}

export interface FilterTag {
  key: string;
  /** Text of the tag: a choice of a list, an end of the date range, or the user's own clients. */
  text: { choice: string } | { day: string } | { from: string } | { to: string } | 'mine';
  without: BidFilter;
}

/** Active filters, field by field, each with the change that removes it. */
export function tagsOf(filter: BidFilter, layout: readonly FilterField[], choices: BidFilters['filters'] | undefined) {
  return layout.flatMap((field): FilterTag[] => {
    if (field === 'mine') return filter.mine ? [{ key: 'mine', text: 'mine', without: { mine: undefined } }] : [];
    if (field === 'span') return spanTags(filter);
    const chosen = chosenIn(filter, field);
    return chosen.map((value) => ({
      key: `${field}-${value}`,
      text: field === 'dates' ? { day: value } : { choice: labelOf(choices, field, value) },
      without: choicePatch(
        field,
        chosen.filter((other) => other !== value),
      ),
    }));
  });
}

const MAY_BE_PRESET: readonly FilterField[] = ['mine', 'dates', 'span'];

/** True if the filter is narrower than any list's preset: an empty result is then due to the filter. */
export const isNarrowed = (filter: BidFilter, layout: readonly FilterField[]): boolean =>
  filter.lotNo !== undefined ||
  tagsOf(
    filter,
    layout.filter((field) => !MAY_BE_PRESET.includes(field)),
    undefined,
  ).length > 0;

const labelOf = (choices: BidFilters['filters'] | undefined, list: FilterList, value: string): string =>
  choices?.[list].find((choice) => String(choice.value) === value)?.label ?? value;

const spanTags = ({ auctionDateFrom: from, auctionDateTo: to }: BidFilter): FilterTag[] => [
  ...(from ? [{ key: 'from', text: { from }, without: { auctionDateFrom: undefined } }] : []),
  ...(to ? [{ key: 'to', text: { to }, without: { auctionDateTo: undefined } }] : []),
];

/** Parameters of a call. Omits page 1, and the client on a dealer's own bids (business-rules.md#list-parameters). */
export function callParameters<S extends { page?: number; user?: number[]; bidType?: BidType }>(search: S): Partial<S> {
  const { page, user, ...rest } = search;
  return {
    ...rest,
    ...(page === undefined || page === 1 ? {} : { page }),
    ...(user === undefined || search.bidType === 'mine' ? {} : { user }),
  } as Partial<S>;
}
