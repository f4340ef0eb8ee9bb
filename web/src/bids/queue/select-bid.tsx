import type { BidRow } from '@seri/contract/bids/records.ts';
import { useEffect, useRef } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { shownBids } from './row-focus.ts';
import css from './selection-and-undo.module.css';
import { useIsSelected, useSelected, useSelectionAndUndo } from './selection-and-undo.ts';

/** Checkbox of a bid. With Shift it selects all from the last one to this one. */
export function SelectBid({ row }: { row: BidRow }) {
  const store = useSelectionAndUndo();
  const isSelected = useIsSelected(row.bidId);
  const box = useRef<HTMLInputElement>(null);
  // Set the attribute directly: rendering the whole row for its colour would delay a press.
  useEffect(() => {
    box.current?.closest('[data-bid]')?.toggleAttribute('data-selected', isSelected);
  }, [isSelected]);
  return (
    <label className={css.tick}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('bids.bulk.select', { lotNo: row.lotNo })}
        checked={isSelected}
        onChange={(event) => {
          const { shiftKey } = event.nativeEvent as MouseEvent;
          store.toggle(row.bidId, shiftKey ? shownBids() : undefined);
        }}
      />
    </label>
  );
}

/** Checkbox in the table head: all bids of the page, or none. */
export function SelectAllBids({ rows }: { rows: readonly BidRow[] }) {
  const store = useSelectionAndUndo();
  const { size } = useSelected();
  return (
    <label className={css.tick}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = size > 0 && size < rows.length;
        }}
        type="checkbox"
        aria-label={t('bids.bulk.selectAll')}
        checked={size > 0 && size === rows.length}
        onChange={() => store.toggleAll(rows.map(({ bidId }) => bidId))}
      />
    </label>
  );
}
