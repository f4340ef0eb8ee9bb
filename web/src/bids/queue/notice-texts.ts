import type { BidRow } from '@seri/contract/bids/records.ts';
import type { ApiError } from '../../shell/api/api.ts';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { bidStatusText } from '../core/bid-status.tsx';
import type { Change, SelectionAndUndo } from './selection-and-undo.ts';

/** Shows a saved change of one bid, with Undo, and the lot that has the focus now. */
export function showSavedNotice(store: SelectionAndUndo, change: Change, nextLotNo: number | null = null): void {
  const { row, patch } = change;
  const { lotNo } = row;
  const step = store.remember(change);
  // Skip if a later change was answered first: its notice is already shown.
  if (!step || store.steps().at(-1) !== step) return;
  if (patch.bidStatus === undefined || patch.bidStatus === null) {
    store.showNotice({ text: t('bids.notice.saved', { lotNo }), step, failed: [] });
    return;
  }
  const text = t('bids.notice.status', { lotNo, to: bidStatusText(patch.bidStatus, false) });
  store.showNotice({
    text: nextLotNo === null || nextLotNo === lotNo ? text : `${text}. ${t('bids.notice.next', { lotNo: nextLotNo })}`,
    decision: {
      status: patch.bidStatus,
      lotNo,
      vehicle: `${row.maker} ${row.model}`,
      nextLotNo: nextLotNo === lotNo ? null : nextLotNo,
    },
    step,
    failed: [],
  });
}

/** Shows a refused change whose row has left the page. */
export function showFailedNotice(store: SelectionAndUndo, { bidId, lotNo }: BidRow, error: ApiError): void {
  const failed = [{ bidId, lotNo, reason: errorText(error), code: error.code }];
  store.showNotice({ text: t('bids.notice.failed', { count: 1 }), step: null, failed });
}
