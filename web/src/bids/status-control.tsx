import { useMediaQuery } from '@mantine/hooks';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { updateBidStatus } from '@seri/contract/bids/routes.ts';
import { BID_STATUS, bidStatusTone, canSetStatus, MANAGER_BUTTONS } from '@seri/contract/bids/statuses.ts';
import { useState } from 'react';
import { serverNow } from '../shell/clock.ts';
import { t } from '../shell/i18n.ts';
import { useRepeatSafe } from '../shell/repeat-safe.ts';
import { useMay } from '../shell/session.ts';
import { startOf } from './bid-dates.ts';
import { BidStatus, bidStatusText } from './bid-status.tsx';
import { confirmationsFor } from './confirmations-for.ts';
import css from './manager.module.css';
import { type Question, StatusQuestions } from './status-questions.tsx';
import type { RowSave } from './use-row-save.ts';

interface StatusControlProps {
  row: BidRow;
  saving: RowSave;
}

/** Six buttons, a picker where they do not fit; every change is confirmed before it is sent. */
export function StatusControl({ row, saving }: StatusControlProps) {
  const mayChange = useMay('bidManageStatus');
  const lastHourBidWarning = useMay('lastHourBidWarning');
  const hasButtons = useMediaQuery('(min-width: 1366px)', undefined, { getInitialValueInEffect: false });
  const { mutateAsync } = useRepeatSafe(updateBidStatus);
  const [question, setQuestion] = useState<Question | null>(null);

  if (!mayChange || row.archived || row.bidStatus === null || row.bidStatus === BID_STATUS.won) {
    return <BidStatus status={row.bidStatus} />;
  }
  const ask = (to: number) => {
    const instants = { auctionAt: new Date(startOf(row.auctionDate)), agentCutoffAt: new Date(row.agentCutoff) };
    const asked = confirmationsFor({ to, now: new Date(serverNow()), ...instants, lastHourBidWarning });
    setQuestion({ to, asked });
  };
  const send = ({ to, asked }: Question) => {
    const accepted = asked.includes('lastHour') ? { lastHourAccepted: true } : {};
    setQuestion(null);
    void saving.save({ bidStatus: to }, () => mutateAsync({ bidId: row.bidId, status: to, ...accepted }));
  };
  const choices = { row, disabled: saving.isSaving, onChoose: ask };
  return (
    <>
      {hasButtons ? <StatusButtons {...choices} /> : <StatusPicker {...choices} />}
      <StatusQuestions row={row} question={question} onDone={send} onCancel={() => setQuestion(null)} />
    </>
  );
}

interface ChoicesProps {
  row: BidRow;
  disabled: boolean;
  onChoose: (status: number) => void;
}

const isPossible = (row: BidRow, to: number): boolean =>
  canSetStatus({
    actor: 'manager',
    from: row.bidStatus ?? 0,
    to,
    now: new Date(serverNow()),
    archived: row.archived,
    lot: {
      source: row.lotSource,
      auctionAt: new Date(startOf(row.auctionDate)),
      bidsCloseAt: new Date(row.biddingDeadline),
      cancelUntil: new Date(row.biddingDeadline),
    },
  });

function StatusButtons({ row, disabled, onChoose }: ChoicesProps) {
  return (
    <fieldset className={css.statuses} aria-label={t('bids.row.setStatus', { lotNo: row.lotNo })}>
      {MANAGER_BUTTONS.map((status) => {
        const isCurrent = status === row.bidStatus;
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isCurrent}
            title={bidStatusText(status, false)}
            data-dot={isCurrent ? bidStatusTone(status) : undefined}
            disabled={!isCurrent && (disabled || !isPossible(row, status))}
            onClick={() => !isCurrent && onChoose(status)}
          >
            {bidStatusText(status, false)}
          </button>
        );
      })}
    </fieldset>
  );
}

function StatusPicker({ row, disabled, onChoose }: ChoicesProps) {
  return (
    <select
      className={css.picker}
      aria-label={t('bids.row.setStatus', { lotNo: row.lotNo })}
      value={row.bidStatus ?? ''}
      disabled={disabled}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    >
      {MANAGER_BUTTONS.map((status) => (
        <option key={status} value={status} disabled={status !== row.bidStatus && !isPossible(row, status)}>
          {bidStatusText(status, false)}
        </option>
      ))}
    </select>
  );
}
