import type { BidRow } from '@seri/contract/bids/records.ts';
import { IconPencil } from '@tabler/icons-react';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import { EditBid } from '../decision/edit-bid.tsx';
import { Overbid } from '../lists/overbid.tsx';
import type { RowActions } from '../queue/use-row-actions.ts';
import css from './manager.module.css';
import { RivalBids } from './rival-bids.tsx';
import { SoldPriceCell } from './sold-price-cell.tsx';

interface BidAmountCellProps {
  row: BidRow;
  actions: RowActions;
}

/**
 * Amount, and below it another bid on the lot, the sold price or the start price. The pencil appears on hover or
 * keyboard focus.
 */
export function BidAmountCell({ row, actions }: BidAmountCellProps) {
  const { saving, edit } = actions;
  return (
    <div className={css.bidCell}>
      <div className={css.two}>
        <b className={css.amount}>
          <Money yen={row.bidAmount} />
        </b>
        <span className={css.below2500}>
          <Overbid yen={row.adjustmentPrice} />
        </span>
        <span className={css.secondLine}>
          {row.rivals && row.soldPrice === null ? (
            <RivalBids row={row} rivals={row.rivals} />
          ) : (
            row.soldPrice === null && (
              <span>
                {t('bids.row.start')} <Money yen={row.startPrice} />
              </span>
            )
          )}
          <SoldPriceCell row={row} saving={saving} />
        </span>
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
