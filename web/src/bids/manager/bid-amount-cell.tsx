import type { BidRow } from '@seri/contract/bids/records.ts';
import { IconPencil } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import { BidInRange } from '../lists/bid-in-range.tsx';
import { Overbid } from '../lists/overbid.tsx';
import type { RowActions } from '../queue/use-row-actions.ts';
import { EditBid } from './edit-bid.tsx';
import css from './manager.module.css';

interface BidAmountCellProps {
  row: BidRow;
  actions: RowActions;
}

/** Amount and overbid; the pencil appears on hover or keyboard focus. */
export function BidAmountCell({ row, actions }: BidAmountCellProps) {
  const { saving, edit } = actions;
  return (
    <div className={css.bidCell}>
      <div className={css.two}>
        <b>
          <Money yen={row.bidAmount} />
        </b>
        <Overbid yen={row.adjustmentPrice} />
        <BidInRange row={row} />
      </div>
      {actions.mayEdit && (
        <button
          type="button"
          className={css.pencil}
          aria-label={t('bids.row.editBid', { lotNo: row.lotNo })}
          disabled={saving.isSaving}
          onClick={actions.openEdit}
        >
          <IconPencil size={18} stroke={1.5} aria-hidden />
        </button>
      )}
      {edit.isMounted && (
        <EditBid key={edit.time} row={row} saving={saving} opened={edit.isOpen} onClose={edit.close} />
      )}
    </div>
  );
}
