/** A mileage range on the wire, in km: inclusive start, exclusive end. An empty end is unbounded. */
export const MILEAGE_RANGE = /^(\d{1,7})-(\d{1,7})?$/;

export const MILEAGE_RANGES = ['0-30000', '30000-50000', '50000-80000', '80000-120000', '120000-'] as const;

/** Both ends of a mileage range in km; `to` is null when it is unbounded. */
export function mileageSpan(range: string): { fromKm: number; toKm: number | null } {
  const [, from = '0', to] = MILEAGE_RANGE.exec(range) ?? [];
  return { fromKm: Number(from), toKm: to === undefined ? null : Number(to) };
}

/** The query parameter of each filter of a bid list (business-rules.md#bid-list-filters). */
export const PARAM_OF = {
  chassisId: 'chassisId',
  mileage: 'mileage',
  dates: 'auctionDate',
  auctions: 'auction',
  condition: 'condition',
  group: 'bidGroups',
  bidStatus: 'bidStatus',
  status: 'status',
  archiveStatus: 'archiveStatus',
  clients: 'user',
} as const;
/** The search field and its parameter (business-rules.md#bid-list-filters). The later value wins; digits only. */
export const LOT_NO_PARAM = { qSearch: 'lotNo' } as const;
export const MAX_LOT_NO_DIGITS = 10;
