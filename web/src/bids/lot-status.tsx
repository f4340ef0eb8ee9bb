import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { knownLotStatus, lotStatusTone } from '@seri/contract/lots/statuses.ts';
import { textOf } from '../shell/i18n.ts';
import { StatusDot } from '../ui/status-dot.tsx';

/** A car at a fixed price whose order was won: its offer would go on, but nobody else can have it. */
export const isOrdered = ({ lotSource, bidStatus }: Pick<BidRow, 'lotSource' | 'bidStatus'>): boolean =>
  lotSource === 'stock' && (bidStatus === BID_STATUS.win || bidStatus === BID_STATUS.won);

export const lotStatusText = (status: number): string =>
  textOf(`LotStatus.${knownLotStatus(status)}`, 'LotStatus.4538');

export function LotStatus({ status }: { status: number }) {
  return <StatusDot tone={lotStatusTone(status)}>{lotStatusText(status)}</StatusDot>;
}
