import { groupLabel } from '@seri/contract/bids/groups.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { bidStatusText } from '../core/bid-status.tsx';

/** Bid fields that managers change, each with its name on the screen. */
export const CHANGE_LABELS = {
  bidStatus: 'bids.col.status',
  soldPrice: 'bids.row.soldPrice',
  bidAmount: 'bids.edit.amount',
  adjustmentPrice: 'bids.edit.adjustment',
  autoBid: 'bids.col.autoLong',
  bidGroup: 'bids.group.label',
  exportType: 'bids.form.exportType',
} as const;
export type ChangeName = keyof typeof CHANGE_LABELS;

export const isNamed = (name: string): name is ChangeName => name in CHANGE_LABELS;

/** Text of a value of one of these fields. */
export function changeValue(name: ChangeName, value: BidRow[ChangeName]): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return t(value ? 'bids.undo.on' : 'bids.undo.off');
  if (name === 'bidStatus') return bidStatusText(value, false);
  return name === 'bidGroup' ? groupLabel(value) : groupThousands(value);
}
