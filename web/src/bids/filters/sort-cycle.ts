import type { BidSort } from '@seri/contract/bids/list-routes.ts';

export interface Sorting {
  sort: BidSort | undefined;
  order: 'ASC' | 'DESC' | undefined;
}

/**
 * Sorting after a press: ascending, descending, none; another column starts at ascending
 * (business-rules.md#sort-cycle).
 */
export function nextSorting(current: Sorting, pressed: BidSort): Sorting {
  if (current.sort !== pressed) return { sort: pressed, order: 'ASC' };
  return current.order === 'ASC' ? { sort: pressed, order: 'DESC' } : { sort: undefined, order: undefined };
}

export const orderOf = (current: Sorting, column: BidSort) => (current.sort === column ? current.order : undefined);
