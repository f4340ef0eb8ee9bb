import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { knownLotStatus, LOT_STATUS, lotStatusTone } from '@seri/contract/lots/statuses.ts';
import { textOf } from '../shell/i18n.ts';
import { StatusDot } from '../ui/status-dot.tsx';

type Order = Pick<BidRow, 'lotSource' | 'bidStatus'>;

/** A car at a fixed price whose order was won: its offer would go on, but nobody else can have it. */
export const isOrdered = ({ lotSource, bidStatus }: Order): boolean =>
  lotSource === 'stock' && (bidStatus === BID_STATUS.win || bidStatus === BID_STATUS.won);

/** What became of the lot of a bid. */
export const lotStatusOf = (row: Order & Pick<BidRow, 'status'>): number =>
  isOrdered(row) ? LOT_STATUS.sold : row.status;

export const lotStatusText = (status: number): string =>
  textOf(`LotStatus.${knownLotStatus(status)}`, 'LotStatus.4538');

export function LotStatus({ status }: { status: number }) {
  return <StatusDot tone={lotStatusTone(status)}>{lotStatusText(status)}</StatusDot>;
}
