import type { BidRow } from '@seri/contract/bids/records.ts';
import { memo } from 'react';
import { ChatCell } from '../../chat/chat-cell-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { Mileage } from '../../shell/mileage.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { BidTime } from '../core/bid-time.tsx';
import { Grade, LotCell, LotLink, vehicleName } from '../core/bid-vehicle.tsx';
import lists from '../core/lists.module.css';
import { specText } from '../core/lot-texts.ts';
import { signatureOf } from '../core/row-signature.ts';
import { useHighlightOnChange } from '../core/use-highlight-on-change.ts';
import { NegotiationNote } from '../negotiation/negotiation-note.tsx';
import { SelectBid } from '../queue/select-bid.tsx';
import { useRowActions } from '../queue/use-row-actions.ts';
import type { RowSave } from '../queue/use-row-save.ts';
import { AgentCell } from './agent-cell.tsx';
import { AutoBidSwitch } from './auto-bid-switch.tsx';
import { BidAmountCell } from './bid-amount-cell.tsx';
import { ClientCell } from './client-cell.tsx';
import { FailedDialog } from './failed-dialog.tsx';
import css from './manager.module.css';
import { SoldPriceCell } from './sold-price-cell.tsx';
import { StatusControl } from './status-control.tsx';

export interface ManagerRowProps {
  row: BidRow;
  onOnlyClient: (userId: number) => void;
}

/** All decisions about one bid in one row; renders only when its bid has changed. */
export const ManagerRow = memo(function ManagerRow({ row, onOnlyClient }: ManagerRowProps) {
  const actions = useRowActions(row);
  const { saving } = actions;
  const isFresh = useHighlightOnChange(signatureOf(row));
  return (
    <tr
      {...actions.rowProps}
      data-fresh={(isFresh && !saving.isSaving) || undefined}
      data-failed={saving.failure !== null || undefined}
    >
      <td className={css.tickCell}>
        <SelectBid row={row} />
      </td>
      <td>
        <LotCell row={row} className={css.lotCell} />
      </td>
      <td>
        <div className={lists.lines}>
          <BidTime row={row} forClient={false} />
          <JapanTime at={row.auctionDate} />
        </div>
      </td>
      <td>
        <div className={lists.lines}>
          <LotLink row={row} className={`${lists.vehicle} ${css.vehicle}`}>
            <span>{vehicleName(row)}</span> <span>{row.year}</span>
          </LotLink>
          <RowNote row={row} saving={saving} />
          <span>{specText(row)}</span>
        </div>
      </td>
      <td>
        <div className={css.condition}>
          <Grade condition={row.condition} />
          <Mileage of={row} />
        </div>
      </td>
      <td>
        <ClientCell row={row} onOnly={onOnlyClient} />
      </td>
      <td className={lists.right}>
        <div className={css.two}>
          <Money yen={row.startPrice} className="quiet" />
          <SoldPriceCell row={row} saving={saving} />
        </div>
      </td>
      <td className={lists.right}>
        <BidAmountCell row={row} actions={actions} />
      </td>
      <td>
        <AgentCell row={row} saving={saving} />
      </td>
      <td className={css.auto}>
        <AutoBidSwitch row={row} saving={saving} />
      </td>
      <td>
        <StatusControl row={row} actions={actions} />
        <NegotiationNote row={row} forClient={false} />
        <FailedDialog failure={saving.failure} onClose={saving.markRead} />
      </td>
      <td>
        <ChatCell row={row} />
      </td>
    </tr>
  );
});

/** Chassis number, or the message of a change. */
export function RowNote({ row, saving }: { row: BidRow; saving: RowSave }) {
  if (saving.failure) {
    return (
      <b className={css.failed} role="status">
        {t(saving.failure.result === 'partly' ? 'bids.row.partly' : 'bids.row.failed')}
      </b>
    );
  }
  if (saving.isSaved) {
    return (
      <b className={css.saved} role="status">
        {t('bids.row.saved')}
      </b>
    );
  }
  if (saving.isSaving) return <span role="status">{t('bids.row.saving')}</span>;
  return <span title={row.chassis}>{row.chassis || '–'}</span>;
}
