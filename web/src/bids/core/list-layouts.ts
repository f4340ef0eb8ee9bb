import type { menuOf } from '@seri/contract/auth/permissions.ts';
import type { BidType, FilterList, ListName } from '@seri/contract/bids/list-routes.ts';

/** One field of a filter panel: a list of choices, a date range, or only the user's own clients. */
export type FilterField = FilterList | 'span' | 'mine';
export type BidReader = ReturnType<typeof menuOf>;

const LOT_FIELDS: readonly FilterField[] = ['auctions', 'status', 'group', 'chassisId', 'condition', 'mileage'];

/**
 * Filter fields of each reader: clients only on the archive, dealers everywhere but on their own bids
 * (business-rules.md#bid-list-filters).
 */
export function layoutOf(list: ListName, reader: BidReader, bidType: BidType = 'all'): readonly FilterField[] {
  if (list === 'index') return ['mine', 'dates', 'clients', ...LOT_FIELDS, 'bidStatus'];
  if (list === 'my-bid' || (list === 'dealer' && bidType === 'mine')) return [];
  if (list === 'dealer') return ['span', 'clients', ...LOT_FIELDS, 'bidStatus'];
  const people: readonly FilterField[] =
    reader === 'manager' ? ['mine', 'clients'] : reader === 'dealer' ? ['clients'] : [];
  return ['span', ...people, ...LOT_FIELDS, 'archiveStatus'];
}

/**
 * Filters that show as removable tags: every filter the list's address accepts, also where the reader has no field for
 * it, as on a list that opens on today.
 */
export function tagLayoutOf(list: ListName, reader: BidReader, bidType: BidType = 'all'): readonly FilterField[] {
  if (list === 'my-bid') return ['dates'];
  if (list === 'dealer' && bidType === 'mine') return layoutOf(list, reader).filter((field) => field !== 'clients');
  return layoutOf(list, reader, bidType);
}
