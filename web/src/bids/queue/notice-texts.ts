import type { BidRow } from '@seri/contract/bids/records.ts';
import type { ApiError } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { bidStatusText } from '../core/bid-status.tsx';
import type { Change, SelectionAndUndo } from './selection-and-undo.ts';

/** A change of one bid was saved: what it was, with the way back. */
export function tellSaved(desk: SelectionAndUndo, change: Change): void {
  const { row, patch } = change;
  const { lotNo } = row;
  const step = desk.remember(change);
  // A later change whose answer came first has been named already.
  if (!step || desk.steps().at(-1) !== step) return;
  const text =
    patch.bidStatus === undefined || patch.bidStatus === null
      ? t('bids.notice.saved', { lotNo })
      : t('bids.notice.status', { lotNo, to: bidStatusText(patch.bidStatus, false) });
  desk.say({ text, step, failed: [] });
}

/** A change was refused after its row had left the page. */
export function tellFailed(desk: SelectionAndUndo, { bidId, lotNo }: BidRow, error: ApiError): void {
  const failed = [{ bidId, lotNo, reason: errorText(error) }];
  desk.say({ text: t('bids.notice.failed', { count: 1 }), step: null, failed });
}
