import type { Flag, Permissions } from '../auth/permissions.ts';
import { LOT_STATUS } from './statuses.ts';

/** Statuses of a lot with a result, which put it into the statistics (business-rules.md#lot-pages). */
export const RESULT_STATUSES: readonly number[] = [
  LOT_STATUS.sold,
  LOT_STATUS.soldByNegotiation,
  LOT_STATUS.notSold,
  LOT_STATUS.unsold,
];

/** The facts that decide which view flag opens a lot. */
export interface ViewedLot {
  vehicle: string;
  source: 'auction' | 'stock';
  /** Lot status, 4531 to 4539. */
  status: number;
  /** The lot's auction day (Asia/Tokyo) is over. */
  isDayOver: boolean;
}

/**
 * The view flags of which one is enough to open a lot, under any path (business-rules.md#view-flags): motorcycles
 * `bikeView`, fixed price `onepriceView`, upcoming cars `carAuctionsView`, past cars `salesStatisticsView`. A car with
 * a result before the end of its day is on both lists, so either flag opens it.
 */
export function viewFlagsOf({ vehicle, source, status, isDayOver }: ViewedLot): readonly Flag[] {
  if (vehicle === 'bike') return ['bikeView'];
  if (source === 'stock') return ['onepriceView'];
  if (isDayOver) return ['salesStatisticsView'];
  return RESULT_STATUSES.includes(status) ? ['carAuctionsView', 'salesStatisticsView'] : ['carAuctionsView'];
}

/** Whether a view flag of this person opens the lot. Own bids and purchases, which open it too, are not checked here. */
export const hasViewFlag = (permissions: Permissions, lot: ViewedLot): boolean =>
  viewFlagsOf(lot).some((flag) => permissions[flag]);
