import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useState } from 'react';
import { zonedTime } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { bidStatusText } from '../core/bid-status.tsx';
import { Callout } from '../core/callout.tsx';
import css from '../core/dialogs.module.css';
import { useQuestionKeys } from './question-keys.ts';
import type { Confirmation } from './required-confirmations.ts';

export interface Question {
  /** Status when the manager was asked: the row itself shows the new one while the window closes. */
  from: number;
  to: number;
  confirmations: readonly Confirmation[];
  /** Version of the bid when the manager was asked. */
  seenVersion: number;
}

interface StatusConfirmDialogProps {
  row: BidRow;
  question: Question | null;
  onDone: (question: Question) => void;
  onCancel: () => void;
}

/** Asks one confirmation after the other and sends the change after the last one. */
export function StatusConfirmDialog({ row, question, onDone, onCancel }: StatusConfirmDialogProps) {
  const [shown, setShown] = useState(question);
  const [step, setStep] = useState(0);
  if (question && question !== shown) {
    setShown(question);
    setStep(0);
  }
  const isOpen = question !== null;
  const goOn = () => {
    // A closing dialog has already been answered.
    if (!shown || !isOpen) return;
    if (step + 1 < shown.confirmations.length) setStep(step + 1);
    else onDone(shown);
  };
  useQuestionKeys({ isOpen, onEnter: goOn, onEscape: onCancel });
  if (!shown) return null;
  const current = shown.confirmations[step] ?? 'today';
  const from = bidStatusText(shown.from, false);
  return (
    <ConfirmDialog
      opened={question !== null}
      focusConfirm
      returnFocus={false}
      title={t('bids.ask.title', { lotNo: row.lotNo, from, to: bidStatusText(shown.to, false) })}
      confirmLabel={t(current === 'lastHour' ? 'Bids.Accept' : 'Bids.Confirm')}
      cancelLabel={t('bids.ask.back')}
      kind={current === 'lastHour' ? 'bid' : 'act'}
      onConfirm={goOn}
      onCancel={onCancel}
    >
      <p className="quiet small" data-question>
        {row.maker} {row.model} {row.year} · {row.auctionName} · {zonedTime(row.auctionDate)}
      </p>
      <div className={css.text}>
        {current === 'lastHour' ? (
          <Callout tone="amber" title={t('Bids.LastHour')}>
            {t('Bids.NotForwarded')}
          </Callout>
        ) : (
          questionText(current, row)
        )}
      </div>
      {shown.from === BID_STATUS.bid && current !== 'lastHour' && (
        <p className="quiet small">{t('bids.ask.withdraw')}</p>
      )}
    </ConfirmDialog>
  );
}

function questionText(confirmation: Exclude<Confirmation, 'lastHour'>, row: BidRow): string {
  if (confirmation === 'win') return t('Bids.WinConfirm');
  return confirmation === 'future'
    ? t('Bids.FutureAuction', { date: zonedTime(row.auctionDate) })
    : t('Bids.TodayConfirm');
}
