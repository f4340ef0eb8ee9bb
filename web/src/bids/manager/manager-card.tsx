import { memo } from 'react';
import { ChatCell } from '../../chat/chat-cell-panel.tsx';
import { SheetDiffers } from '../../sheets/sheet-differs-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { Mileage } from '../../shell/mileage.tsx';
import { Photo } from '../../shell/photo.tsx';
import { Grade, LotLink, vehicleName } from '../core/bid-vehicle.tsx';
import lists from '../core/lists.module.css';
import { signatureOf } from '../core/row-signature.ts';
import { useHighlightOnChange } from '../core/use-highlight-on-change.ts';
import { DecisionCell } from '../decision/decision-cell.tsx';
import { BidPlace } from '../lists/bid-place.tsx';
import { NegotiationNote } from '../negotiation/negotiation-note.tsx';
import { SelectBid } from '../queue/select-bid.tsx';
import { useRowActions } from '../queue/use-row-actions.ts';
import { GroupHead } from '../workqueue/group-head.tsx';
import { GroupCell, OrderCell } from './agent-cell.tsx';
import { AutoBidSwitch } from './auto-bid-switch.tsx';
import { BidAmountCell } from './bid-amount-cell.tsx';
import { ClientCell } from './client-cell.tsx';
import { CutoffCell } from './cutoff-cell.tsx';
import { FailedDialog } from './failed-dialog.tsx';
import css from './manager-card.module.css';
import type { QueueListProps } from './manager-grid.tsx';
import { type ManagerRowProps, VehicleLine } from './manager-row.tsx';

/** Manager's row of a bid on a narrow screen: two lines, and what is decided rarely below them. */
const ManagerCard = memo(function ManagerCard({ row, onOnlyClient, isInHour = false }: ManagerRowProps) {
  const actions = useRowActions(row);
  const { saving } = actions;
  const isFresh = useHighlightOnChange(signatureOf(row));
  return (
    <article
      {...actions.rowProps}
      className={css.card}
      data-fresh={(isFresh && !saving.isSaving) || undefined}
      data-failed={saving.failure !== null || undefined}
    >
      <div className={css.tick}>
        <SelectBid row={row} />
      </div>
      <div className={css.lot}>
        <LotLink row={row} className={css.photo}>
          <Photo src={row.images[0]} alt="" sizes="64px" />
        </LotLink>
        <div className={lists.lines}>
          <LotLink row={row} className={lists.name}>
            {row.lotNo}
          </LotLink>
          <span>{row.auctionName}</span>
        </div>
      </div>
      <div className={`${lists.lines} ${css.vehicle}`}>
        <LotLink row={row} className={lists.cardName}>
          {vehicleName(row)} {row.year}
        </LotLink>
        <VehicleLine row={row} saving={saving} />
        <SheetDiffers lotId={row.id} differs={row.sheetDiffers} />
      </div>
      <div className={css.bid}>
        <BidAmountCell row={row} actions={actions} />
      </div>
      <div className={css.cutoff}>
        <CutoffCell row={row} isInHour={isInHour} />
      </div>
      <div className={css.condition}>
        <Grade condition={row.condition} />
        <Mileage of={row} />
      </div>
      <div className={css.client}>
        <ClientCell row={row} onOnly={onOnlyClient} />
      </div>
      <div className={css.range}>
        <BidPlace row={row} />
      </div>
      <div className={css.decision}>
        <DecisionCell row={row} actions={actions} withChat />
        <NegotiationNote row={row} forClient={false} />
      </div>
      <div className={css.rest}>
        <GroupCell row={row} />
        <span className={css.auto}>
          <span className="quiet small">{t('bids.col.autoLong')}</span>
          <AutoBidSwitch row={row} saving={saving} />
        </span>
        <OrderCell row={row} saving={saving} />
        <ChatCell row={row} />
      </div>
      <FailedDialog failure={saving.failure} onClose={saving.markRead} />
    </article>
  );
});

/** Cards of the bid manager in the parts of the queue. */
export function ManagerCards({ rows, groups, folds, onFold, onOnlyClient }: QueueListProps) {
  if (!groups) {
    return (
      <div className={lists.cards}>
        {rows.map((row) => (
          <ManagerCard key={row.bidId} row={row} onOnlyClient={onOnlyClient} />
        ))}
      </div>
    );
  }
  return groups.map((group) => {
    const isFolded = folds.get(group.key) ?? null;
    return (
      <section key={group.key} data-part={group.key} className={css.part}>
        <div className={css.head}>
          <GroupHead group={group} isFolded={isFolded} onFold={() => onFold(group.key)} />
        </div>
        {!isFolded &&
          group.rows.map((row) => (
            <ManagerCard key={row.bidId} row={row} onOnlyClient={onOnlyClient} isInHour={group.kind === 'hour'} />
          ))}
      </section>
    );
  });
}
