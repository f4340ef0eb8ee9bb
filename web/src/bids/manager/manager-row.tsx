import type { BidRow } from '@seri/contract/bids/records.ts';
import { memo } from 'react';
import { ChatCell } from '../../chat/chat-cell-panel.tsx';
import { SheetDiffers } from '../../sheets/sheet-differs-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { Mileage } from '../../shell/mileage.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Grade, LotCell, LotLink, vehicleName } from '../core/bid-vehicle.tsx';
import lists from '../core/lists.module.css';
import { specText } from '../core/lot-texts.ts';
import { signatureOf } from '../core/row-signature.ts';
import { useHighlightOnChange } from '../core/use-highlight-on-change.ts';
import { DecisionCell } from '../decision/decision-cell.tsx';
import { BidPlace } from '../lists/bid-place.tsx';
import { NegotiationNote } from '../negotiation/negotiation-note.tsx';
import { SelectBid } from '../queue/select-bid.tsx';
import { useRowActions } from '../queue/use-row-actions.ts';
import type { RowSave } from '../queue/use-row-save.ts';
import { GroupCell, OrderCell } from './agent-cell.tsx';
import { AutoBidSwitch } from './auto-bid-switch.tsx';
import { BidAmountCell } from './bid-amount-cell.tsx';
import { ClientCell } from './client-cell.tsx';
import { CutoffCell } from './cutoff-cell.tsx';
import { FailedDialog } from './failed-dialog.tsx';
import css from './manager.module.css';

export interface ManagerRowProps {
  row: BidRow;
  onOnlyClient: (userId: number) => void;
  /** The head of its part names the day, so the row needs only the hour. */
  isInHour?: boolean;
  /** The state of the order has a column of its own. */
  hasOrderColumn?: boolean;
}

/** All decisions about one bid in one row; renders only when its bid has changed. */
export const ManagerRow = memo(function ManagerRow(props: ManagerRowProps) {
  const { row, onOnlyClient, isInHour = false, hasOrderColumn = false } = props;
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
        <CutoffCell row={row} isInHour={isInHour} />
      </td>
      <td>
        <div className={css.condition}>
          <Grade condition={row.condition} />
          <Mileage of={row} />
        </div>
      </td>
      <td>
        <div className={lists.lines}>
          <LotLink row={row} className={css.vehicle}>
            <span className={css.name} title={vehicleName(row)}>
              {vehicleName(row)}
            </span>{' '}
            <span>{row.year}</span> <span className={css.trim}>{row.grade}</span>
          </LotLink>
          <VehicleLine row={row} saving={saving} />
          <SheetDiffers lotId={row.id} differs={row.sheetDiffers} />
        </div>
      </td>
      <td>
        <ClientCell row={row} onOnly={onOnlyClient} />
      </td>
      <td className={lists.right}>
        <BidAmountCell row={row} actions={actions} />
      </td>
      <td className={`${lists.right} ${css.from2500}`}>
        <div className={css.two}>
          <Money yen={row.adjustmentPrice ?? null} signed />
          <span>{t('bids.col.overbid')}</span>
        </div>
      </td>
      <td>
        <BidPlace row={row} />
      </td>
      <td>
        <GroupCell row={row} />
      </td>
      <td className={css.auto}>
        <AutoBidSwitch row={row} saving={saving} />
      </td>
      {hasOrderColumn && (
        <td>
          <OrderCell row={row} saving={saving} />
        </td>
      )}
      <td className={css.from2500}>
        <div className={css.message}>{row.message ?? '–'}</div>
      </td>
      <td>
        <DecisionCell row={row} actions={actions} />
        {!hasOrderColumn && <OrderCell row={row} saving={saving} />}
        <NegotiationNote row={row} forClient={false} />
        <FailedDialog failure={saving.failure} onClose={saving.markRead} />
      </td>
      <td>
        <ChatCell row={row} />
      </td>
    </tr>
  );
});

/** Chassis, gearbox, engine and colour in one line, or the message of a change. */
export function VehicleLine({ row, saving }: { row: BidRow; saving: RowSave }) {
  if (saving.failure || saving.isSaved || saving.isSaving) return <RowNote saving={saving} />;
  return <span>{[row.chassis, specText(row)].filter(Boolean).join(' · ')}</span>;
}

function RowNote({ saving }: { saving: RowSave }) {
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
  return <span role="status">{t('bids.row.saving')}</span>;
}
