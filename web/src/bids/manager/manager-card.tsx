import { memo, type ReactNode } from 'react';
import { ChatCell } from '../../chat/chat-cell-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { Mileage } from '../../shell/mileage.tsx';
import { Photo } from '../../shell/photo.tsx';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Parts } from '../../ui/data/parts.tsx';
import { BidTime } from '../core/bid-time.tsx';
import { Grade, LotLink, vehicleName } from '../core/bid-vehicle.tsx';
import lists from '../core/lists.module.css';
import { specText } from '../core/lot-texts.ts';
import { signatureOf } from '../core/row-signature.ts';
import { useHighlightOnChange } from '../core/use-highlight-on-change.ts';
import { NegotiationNote } from '../negotiation/negotiation-note.tsx';
import { SelectBid } from '../queue/select-bid.tsx';
import { useRowActions } from '../queue/use-row-actions.ts';
import { AgentCell } from './agent-cell.tsx';
import { AutoBidSwitch } from './auto-bid-switch.tsx';
import { BidAmountCell } from './bid-amount-cell.tsx';
import { ClientCell } from './client-cell.tsx';
import { FailedDialog } from './failed-dialog.tsx';
import css from './manager.module.css';
import { type ManagerRowProps, RowNote } from './manager-row.tsx';
import { SoldPriceCell } from './sold-price-cell.tsx';
import { StatusControl } from './status-control.tsx';

/** Manager's row of a bid on a narrow screen. */
export const ManagerCard = memo(function ManagerCard({ row, onOnlyClient }: ManagerRowProps) {
  const actions = useRowActions(row);
  const { saving } = actions;
  const isFresh = useHighlightOnChange(signatureOf(row));
  return (
    <article
      {...actions.rowProps}
      className={lists.card}
      data-fresh={(isFresh && !saving.isSaving) || undefined}
      data-failed={saving.failure !== null || undefined}
    >
      <div>
        <LotLink row={row}>
          <Photo src={row.images[0]} alt="" sizes="124px" />
        </LotLink>
        <div className={lists.cardSide}>
          <Grade condition={row.condition} />
          <b>
            <Mileage of={row} />
          </b>
          <BidTime row={row} forClient={false} />
          <ChatCell row={row} />
        </div>
      </div>
      <div className={lists.cardBody}>
        <div className={css.cardHead}>
          <LotLink row={row} className={lists.cardName}>
            {vehicleName(row)} {row.year}
          </LotLink>
          <SelectBid row={row} />
        </div>
        <div className="quiet small">
          <Parts
            parts={[
              row.auctionName,
              t('bids.row.lot', { lotNo: row.lotNo }),
              <JapanTime key="auctionAt" at={row.auctionDate} zone />,
            ]}
          />
        </div>
        <div className="quiet small">
          <RowNote row={row} saving={saving} />
        </div>
        <div className="quiet small">{specText(row)}</div>
      </div>
      <div className={css.cardGrid}>
        <Labelled label={t('bids.filter.client')}>
          <ClientCell row={row} onOnly={onOnlyClient} />
        </Labelled>
        <Labelled label={t('bids.col.bid')}>
          <BidAmountCell row={row} actions={actions} />
        </Labelled>
        <Labelled label={t('bids.col.prices')}>
          <div className={css.two}>
            <Money yen={row.startPrice} className="quiet" />
            <SoldPriceCell row={row} saving={saving} />
          </div>
        </Labelled>
        <Labelled label={t('bids.col.agent')}>
          <AgentCell row={row} saving={saving} />
        </Labelled>
        <Labelled label={t('bids.col.autoLong')}>
          <AutoBidSwitch row={row} saving={saving} />
        </Labelled>
        <Labelled label={t('bids.col.status')}>
          <StatusControl row={row} actions={actions} />
          <NegotiationNote row={row} forClient={false} />
        </Labelled>
      </div>
      <FailedDialog failure={saving.failure} onClose={saving.markRead} />
    </article>
  );
});

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className="quiet small">{label}</div>
      {children}
    </div>
  );
}
