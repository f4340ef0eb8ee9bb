import { groupLabel } from '@seri/contract/bids/groups.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { IconArrowBackUp, IconBan, IconCheck, IconDots, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { SheetDiffers } from '../../sheets/sheet-differs-panel.tsx';
import { yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { mileageText } from '../../shell/mileage.tsx';
import { Photo } from '../../shell/photo.tsx';
import { useMay } from '../../shell/session/session.ts';
import { Money } from '../../ui/data/money.tsx';
import { ClientName } from '../../users/clients/client-name-panel.tsx';
import { Grade, LotLink, vehicleName } from '../core/bid-vehicle.tsx';
import { specText } from '../core/lot-texts.ts';
import { bidQueries } from '../core/queries.ts';
import { EditBid } from '../decision/edit-bid.tsx';
import { RowMenu } from '../decision/row-menu.tsx';
import { BidPlace } from '../lists/bid-place.tsx';
import { useSelectionAndUndo, useSteps } from '../queue/selection-and-undo.ts';
import { type RowActions, useRowActions } from '../queue/use-row-actions.ts';
import { StatusSign } from '../status/status-block.tsx';
import { isPossible } from '../status/status-change.ts';
import { StatusConfirmDialog } from '../status/status-confirm-dialog.tsx';
import css from './decide-card.module.css';
import { useSwipe } from './use-swipe.ts';

interface DecideCardProps {
  row: BidRow;
  /** Postpones the bid; null if it is the only one. */
  onLater: (() => void) | null;
}

/**
 * One bid on the whole screen. A swipe to the right bids and one to the left does not; the two buttons do the same, the
 * second press confirms. Auctions of other days and a passed cut-off ask in a sheet.
 */
export function DecideCard({ row, onLater }: DecideCardProps) {
  const actions = useRowActions(row);
  const { question, edit } = actions;
  const isShort = actions.shortYen > 0;
  const card = useRef<HTMLElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const canBid = actions.maySetStatus && !isShort && isPossible(row, BID_STATUS.bid);
  const canStop = actions.maySetStatus && isPossible(row, BID_STATUS.dontBid);
  const swipe = useSwipe({
    card,
    ground,
    canGo: (side) => (side === 'right' ? canBid : canStop),
    onDecide: (side) => actions.decideAtOnce(side === 'right' ? BID_STATUS.bid : BID_STATUS.dontBid),
  });
  const asked = actions.isAskedInRow ? question : null;
  return (
    <>
      <div className={css.stack}>
        <div ref={ground} className={css.ground} data-fill={0} aria-hidden>
          <Ground isShort={isShort} shortYen={actions.shortYen} />
        </div>
        <article
          ref={card}
          {...actions.rowProps}
          {...swipe}
          className={css.card}
          aria-label={t('bids.row.lot', { lotNo: row.lotNo })}
        >
          <CardFacts row={row} actions={actions} />
        </article>
      </div>
      <div className={css.bar}>
        <div className={css.line}>
          <UndoLast />
          {onLater && (
            <button type="button" className={css.quiet} onClick={onLater}>
              {t('bids.phone.later')}
            </button>
          )}
          <RowMenu row={row} actions={actions} withChat className={css.more}>
            <IconDots size={20} stroke={1.6} aria-hidden /> {t('bids.phone.more')}
          </RowMenu>
        </div>
        {isShort && (
          <p className={css.reason} role="status">
            {t('bids.row.short', { amount: yen(actions.shortYen) })}
          </p>
        )}
        <div className={css.buttons}>
          {asked && asked.to !== BID_STATUS.dontBid ? (
            <button type="button" className={css.back} onClick={actions.cancelStatus}>
              {t('bids.ask.back')}
            </button>
          ) : (
            <button
              type="button"
              data-fill={BID_STATUS.dontBid}
              disabled={actions.saving.isSaving || !canStop}
              onClick={() => (asked ? actions.sendStatus(asked) : actions.requestStatus(BID_STATUS.dontBid))}
            >
              <IconBan size={22} stroke={1.8} aria-hidden />
              {asked ? t('Bids.Confirm') : t('bids.decide.3')}
            </button>
          )}
          {asked && asked.to === BID_STATUS.dontBid ? (
            <button type="button" className={css.back} onClick={actions.cancelStatus}>
              {t('bids.ask.back')}
            </button>
          ) : (
            <button
              type="button"
              data-fill={asked?.to ?? BID_STATUS.bid}
              disabled={actions.saving.isSaving || !canBid}
              onClick={() => (asked ? actions.sendStatus(asked) : actions.requestStatus(BID_STATUS.bid))}
            >
              {asked ? <StatusSign status={asked.to} size={22} /> : <IconCheck size={22} stroke={1.8} aria-hidden />}
              {asked
                ? asked.to === BID_STATUS.bid
                  ? t('bids.phone.confirm', { amount: yen(row.bidAmount) })
                  : t('Bids.Confirm')
                : t('bids.decide.2')}
            </button>
          )}
        </div>
      </div>
      <StatusConfirmDialog
        row={row}
        question={asked ? null : question}
        onDone={actions.sendStatus}
        onCancel={actions.cancelStatus}
      />
      {edit.isMounted && (
        <EditBid key={edit.time} row={row} saving={actions.saving} opened={edit.isOpen} onClose={edit.close} />
      )}
    </>
  );
}

/** The ground behind a dragged card: the status, and from a third of the width on what letting go does. */
const Ground = ({ isShort, shortYen }: { isShort: boolean; shortYen: number }) => (
  <>
    <span className={css.stop}>
      <IconBan size={28} stroke={2} />
      <b>{t('bids.decide.3')}</b>
      {t('bids.phone.letGo')}
    </span>
    <span className={css.go}>
      {isShort ? (
        t('bids.bulk.short', { amount: yen(shortYen) })
      ) : (
        <>
          <IconCheck size={28} stroke={2} />
          <b>{t('bids.decide.2')}</b>
          {t('bids.phone.letGo')}
        </>
      )}
    </span>
  </>
);

function CardFacts({ row, actions }: { row: BidRow; actions: RowActions }) {
  const { data: types = [] } = useQuery({ ...bidQueries.types(true), enabled: useMay('exportTypeShow') });
  const type = row.exportType === undefined ? null : types.find(({ value }) => value === row.exportType)?.label;
  const allowed = row.user && 'balance' in row.user ? row.user.bidAllow : undefined;
  return (
    <>
      <LotLink row={row} className={css.photo}>
        <Photo src={row.images[0]} alt="" sizes="364px" />
        <span className={css.plate}>
          {row.lotNo} · {row.auctionName}
        </span>
      </LotLink>
      <div className={css.facts}>
        <div className={css.pair}>
          <b className={css.name}>
            {vehicleName(row)} {row.year}
          </b>
          <Grade condition={row.condition} />
        </div>
        <p className="quiet">{[mileageText(row), row.chassis, specText(row)].filter(Boolean).join(' · ')}</p>
        <SheetDiffers lotId={row.id} differs={row.sheetDiffers} />
        <div className={css.pair}>
          <span>
            <span className="quiet small">{t('bids.head.bidAmount')}</span>
            <Money yen={row.bidAmount} className={css.amount} />
          </span>
          <span className="quiet">
            {t('bids.row.start')} <Money yen={row.startPrice} />
            {row.rivals && (
              <span className={css.block}>
                {row.rivals.place === 1 ? t('bids.rivals.highest', row.rivals) : t('bids.rivals.place', row.rivals)}
              </span>
            )}
          </span>
        </div>
        <div className={css.range}>
          <BidPlace row={row} isWide />
        </div>
        <div className={css.pair}>
          {row.user ? <ClientName client={row.user} /> : '–'}
          {actions.shortYen > 0 ? (
            <span className={css.red}>
              {t('bids.client.short')} <Money yen={actions.shortYen} />
            </span>
          ) : (
            <span>
              {allowed === null || allowed === undefined ? (
                t('bids.client.noLimit')
              ) : (
                <>
                  {t('bids.client.free')} <Money yen={allowed} />
                </>
              )}
            </span>
          )}
        </div>
        <div className={css.pair}>
          <span>{row.bidGroup === null ? '–' : t('bids.group.of', { group: groupLabel(row.bidGroup) })}</span>
          <span className="quiet">{type}</span>
        </div>
        {row.message !== null && (
          <button type="button" className={css.message} onClick={actions.openChat}>
            <IconMessage size={18} stroke={1.5} aria-hidden />
            <span>{row.message}</span>
            {row.unreadMessages > 0 && <b>{row.unreadMessages}</b>}
          </button>
        )}
      </div>
    </>
  );
}

/** Takes back the last decision, with its lot number. */
function UndoLast() {
  const store = useSelectionAndUndo();
  const step = useSteps().at(-1);
  const [change] = step ?? [];
  if (!step || !change) return <span />;
  return (
    <button type="button" className={css.quiet} onClick={() => store.requestUndo(step)}>
      <IconArrowBackUp size={20} stroke={1.6} aria-hidden />
      {t('bids.phone.undo', { lotNo: change.row.lotNo })}
    </button>
  );
}
