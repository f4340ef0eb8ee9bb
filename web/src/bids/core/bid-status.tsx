import { bidStatusTone } from '@seri/contract/bids/statuses.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { StatusDot } from '../../ui/data/status-dot.tsx';

/** Text of a bid status. Clients read Under Review where managers read New (business-rules.md#bid-statuses). */
export const bidStatusText = (status: number, forClient: boolean): string =>
  forClient && status === 1 ? t('BidStatus.UnderReview') : textOf(`BidStatus.${status}`, 'LotStatus.4538');

interface BidStatusProps {
  /** null: undecided. */
  status: number | null;
  forClient?: boolean;
}

export function BidStatus({ status, forClient = false }: BidStatusProps) {
  if (status === null) return <span className="quiet">–</span>;
  return <StatusDot tone={bidStatusTone(status)}>{bidStatusText(status, forClient)}</StatusDot>;
}
