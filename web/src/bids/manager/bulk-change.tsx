import { groupLabel } from '@seri/contract/bids/groups.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../shell/i18n/clock.ts';
import { japanDay, japanIsoDay, yen, zonedClock } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Photo } from '../../shell/photo.tsx';
import { useMay } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { bidStatusText } from '../core/bid-status.tsx';
import { vehicleName } from '../core/bid-vehicle.tsx';
import { BidPlace, isSuspicious } from '../lists/bid-place.tsx';
import { type Notice, useSelectionAndUndo } from '../queue/selection-and-undo.ts';
import { type StatusRequest, useBulkSave } from '../queue/use-bulk-save.ts';
import { confirmationFor, isPossible } from '../status/status-change.ts';
import css from './bulk-change.module.css';

interface BulkChangeProps {
  requests: readonly StatusRequest[];
  title: (count: number) => string;
  confirmLabel: (count: number) => string;
  /** Called with the saved changes and the refusals, after the dialog has closed. */
  onSaved: (saved: readonly StatusRequest[], refused: Notice['failed']) => void;
  onClose: () => void;
}

/** The button acts on Enter only after this time: a key that was meant for the list must not decide. */
const EARLY_ENTER_MS = 600;

interface Candidate extends StatusRequest {
  /** Why the bid is left out; a bid with a reason that is `final` cannot be ticked. */
  reason: { text: string; isFinal: boolean } | null;
  isOtherDay: boolean;
  isLate: boolean;
}

/** One confirmation for several bids, with what matters about each; those that must not go with the rest are at the end. */
export function BulkChange({ requests, title, confirmLabel, onSaved, onClose }: BulkChangeProps) {
  const lastHourBidWarning = useMay('lastHourBidWarning');
  const store = useSelectionAndUndo();
  const send = useBulkSave();
  const [isOpen, setIsOpen] = useState(true);
  // Decide eligibility when the dialog opens; the list below keeps updating.
  const [bids] = useState(() => candidatesOf(requests, lastHourBidWarning));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(bids.filter(({ reason }) => reason === null).map(({ row }) => row.bidId)),
  );
  const chosen = bids.filter(({ row }) => ticked.has(row.bidId));
  const isLate = chosen.some((bid) => bid.isLate);
  const button = useRef<HTMLButtonElement>(null);
  const isReady = useReadyAfter(EARLY_ENTER_MS);
  const close = () => {
    setIsOpen(false);
    onClose();
  };
  const confirm = async () => {
    setIsOpen(false);
    store.noteSent();
    const { saved, refused } = await send(chosen, isLate);
    onSaved(saved, refused);
    onClose();
    store.noteAnswered(saved.length > 0);
  };
  const toggle = (bidId: number) =>
    setTicked((before) => {
      const next = new Set(before);
      if (!next.delete(bidId)) next.add(bidId);
      return next;
    });
  const isBid = chosen.some(({ to }) => to === BID_STATUS.bid);
  const label = isLate ? t('Bids.Accept') : confirmLabel(chosen.length);
  return (
    <Dialog opened={isOpen} title={title(chosen.length)} onClose={close} size={920} returnFocus={false}>
      <ul className={css.bids} aria-label={t('bids.bulk.bar')}>
        {bids.map((bid) => (
          <BulkRow
            key={bid.row.bidId}
            bid={bid}
            isTicked={ticked.has(bid.row.bidId)}
            onToggle={() => toggle(bid.row.bidId)}
          />
        ))}
      </ul>
      <Totals chosen={chosen} />
      <div className={css.foot}>
        <span className="quiet small">{isLate ? t('Bids.NotForwarded') : t('bids.bulk.nothingYet')}</span>
        <ActionButton kind="plain" size="md" onClick={close}>
          {t('bids.ask.back')}
        </ActionButton>
        <ActionButton
          ref={button}
          size="md"
          className={css.confirm}
          data-fill={isBid ? BID_STATUS.bid : BID_STATUS.dontBid}
          data-ready={isReady || undefined}
          data-autofocus
          disabled={chosen.length === 0}
          onKeyDown={(event) => event.key === 'Enter' && (!isReady || event.repeat) && event.preventDefault()}
          onClick={() => void confirm()}
        >
          {label}
        </ActionButton>
      </div>
    </Dialog>
  );
}

function useReadyAfter(ms: number): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isReady;
}

function candidatesOf(requests: readonly StatusRequest[], lastHourBidWarning: boolean): Candidate[] {
  const today = japanIsoDay(serverNow());
  const bids = requests.map(({ row, to }): Candidate => {
    const { confirmations } = confirmationFor(row, to, lastHourBidWarning);
    const isLate = confirmations.includes('lastHour');
    return { row, to, isLate, isOtherDay: japanIsoDay(row.auctionDate) !== today, reason: reasonOf(row, to) };
  });
  // A passed cut-off and an auction of another day ask their own question: they go alone, or all of them together.
  const isMixed = bids.some(({ isLate, reason }) => !isLate && reason === null);
  const hasToday = bids.some(({ isOtherDay, reason }) => !isOtherDay && reason === null);
  const leftOut = ({ isLate, isOtherDay }: Candidate): Parameters<typeof t>[0] | null =>
    isLate && isMixed ? 'bids.bulk.late' : isOtherDay && hasToday ? 'bids.bulk.later' : null;
  return bids
    .map((bid) => {
      const key = bid.reason === null ? leftOut(bid) : null;
      return key === null ? bid : { ...bid, reason: { text: t(key), isFinal: false } };
    })
    .sort((one, other) => Number(one.reason !== null) - Number(other.reason !== null));
}

function reasonOf(row: BidRow, to: number): Candidate['reason'] {
  if (row.bidStatus === to || !isPossible(row, to)) return { text: t('bids.bulk.impossible'), isFinal: true };
  if (to === BID_STATUS.bid && row.shortYen) {
    return { text: t('bids.bulk.short', { amount: yen(row.shortYen) }), isFinal: true };
  }
  if (to === BID_STATUS.bid && isSuspicious(row)) return { text: t('bids.bulk.zero'), isFinal: false };
  return null;
}

interface BulkRowProps {
  bid: Candidate;
  isTicked: boolean;
  onToggle: () => void;
}

function BulkRow({ bid: { row, to, reason, isOtherDay }, isTicked, onToggle }: BulkRowProps) {
  const day = isOtherDay ? `${japanDay(row.auctionDate)} ` : '';
  const group = row.bidGroup === null ? '' : ` · ${t('bids.group.of', { group: groupLabel(row.bidGroup) })}`;
  const allowed = row.user && 'balance' in row.user ? row.user.bidAllow : undefined;
  return (
    <li data-out={!isTicked || undefined}>
      <input
        type="checkbox"
        checked={isTicked}
        disabled={reason?.isFinal}
        aria-label={t('bids.bulk.select', { lotNo: row.lotNo })}
        onChange={onToggle}
      />
      <span className={css.photo}>
        <Photo src={row.images[0]} alt="" sizes="48px" />
      </span>
      <span className={css.lot}>
        <b>{row.lotNo}</b>
        <span>
          {row.auctionName} · {day}
          {zonedClock(row.agentCutoff)}
        </span>
      </span>
      <span className={css.vehicle}>
        <b>
          {vehicleName(row)} {row.year}
        </b>
        <span>
          {row.user?.name}
          {group}
        </span>
      </span>
      <span className={css.amount}>
        <b>
          <Money yen={row.bidAmount} />
        </b>
        {row.adjustmentPrice !== undefined && (
          <span>
            {t('bids.bulk.most')} <Money yen={row.bidAmount + row.adjustmentPrice} />
          </span>
        )}
      </span>
      <span className={css.range}>
        <BidPlace row={row} />
      </span>
      <span className={css.left} data-tone={reason ? 'red' : undefined}>
        {reason ? (
          reason.text
        ) : (
          <>
            <span>
              {bidStatusText(row.bidStatus ?? BID_STATUS.new, false)} → {bidStatusText(to, false)}
            </span>
            {allowed !== null && allowed !== undefined && (
              <span className="quiet">
                {t('bids.client.free')} <Money yen={allowed} />
              </span>
            )}
          </>
        )}
      </span>
    </li>
  );
}

function Totals({ chosen }: { chosen: readonly Candidate[] }) {
  const sumYen = chosen.reduce((sum, { row }) => sum + row.bidAmount, 0);
  const isMaxKnown = chosen.every(({ row }) => row.adjustmentPrice !== undefined);
  const maxYen = chosen.reduce((sum, { row }) => sum + row.bidAmount + (row.adjustmentPrice ?? 0), 0);
  const houses = new Set(chosen.map(({ row }) => row.auctionName)).size;
  const otherDays = chosen.filter(({ isOtherDay }) => isOtherDay).length;
  return (
    <dl className={css.totals}>
      <div>
        <dt>{t('bids.bulk.count', { count: chosen.length })}</dt>
        <dd>
          <Money yen={sumYen} />
        </dd>
      </div>
      {isMaxKnown && (
        <div>
          <dt>{t('bids.bulk.mostLong')}</dt>
          <dd>
            <Money yen={maxYen} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('bids.bulk.houses')}</dt>
        <dd>{houses}</dd>
      </div>
      <div>
        <dt>{t('bids.bulk.otherDay')}</dt>
        <dd>{otherDays === 0 ? t('bids.bulk.allToday') : otherDays}</dd>
      </div>
    </dl>
  );
}
