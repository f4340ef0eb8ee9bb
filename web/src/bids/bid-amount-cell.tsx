import type { BidRow } from '@seri/contract/bids/records.ts';
import { EDITABLE_STATUSES } from '@seri/contract/bids/statuses.ts';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../shell/i18n.ts';
import { useMay } from '../shell/session.ts';
import { Money } from '../ui/money.tsx';
import { EditBid } from './edit-bid.tsx';
import css from './manager.module.css';
import type { RowSave } from './use-row-save.ts';

interface BidAmountCellProps {
  row: BidRow;
  saving: RowSave;
}

/** Amount and overbid; the pencil comes with the cursor or the keyboard focus. */
export function BidAmountCell({ row, saving }: BidAmountCellProps) {
  const mayEdit = useMay('bidManageBidPrice') && !row.archived && EDITABLE_STATUSES.includes(row.bidStatus ?? 0);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <div className={css.bidCell}>
      <div className={css.two}>
        <b>
          <Money yen={row.bidAmount} />
        </b>
        <span>{row.adjustmentPrice ? <Money yen={row.adjustmentPrice} signed /> : t('bids.row.noOverbid')}</span>
      </div>
      {mayEdit && (
        <button
          type="button"
          className={css.pencil}
          aria-label={t('bids.row.editBid', { lotNo: row.lotNo })}
          disabled={saving.isSaving}
          onClick={() => setIsEditing(true)}
        >
          <IconPencil size={18} stroke={1.5} aria-hidden />
        </button>
      )}
      {isEditing && <EditBid row={row} saving={saving} onClose={() => setIsEditing(false)} />}
    </div>
  );
}
