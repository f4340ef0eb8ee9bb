import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useState } from 'react';
import { zonedTime } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { bidStatusText } from './bid-status.tsx';
import type { Confirmation } from './confirmations-for.ts';
import css from './dialogs.module.css';
import { Why } from './why.tsx';

export interface Question {
  to: number;
  asked: readonly Confirmation[];
}

interface StatusQuestionsProps {
  row: BidRow;
  question: Question | null;
  onDone: (question: Question) => void;
  onCancel: () => void;
}

/** Asks one question after the other; the change is sent after the last yes. */
export function StatusQuestions({ row, question, onDone, onCancel }: StatusQuestionsProps) {
  const [shown, setShown] = useState(question);
  const [step, setStep] = useState(0);
  if (question && question !== shown) {
    setShown(question);
    setStep(0);
  }
  if (!shown) return null;
  const current = shown.asked[step] ?? 'today';
  const goOn = () => (step + 1 < shown.asked.length ? setStep(step + 1) : onDone(shown));
  const from = bidStatusText(row.bidStatus ?? BID_STATUS.new, false);
  return (
    <ConfirmDialog
      opened={question !== null}
      focusConfirm
      title={t('bids.ask.title', { lotNo: row.lotNo, from, to: bidStatusText(shown.to, false) })}
      confirmLabel={t(current === 'lastHour' ? 'Bids.Accept' : 'Bids.Confirm')}
      cancelLabel={t('bids.ask.back')}
      kind={current === 'lastHour' ? 'bid' : 'act'}
      onConfirm={goOn}
      onCancel={onCancel}
    >
      <p className="quiet small">
        {row.maker} {row.model} {row.year} · {row.auctionName} · {zonedTime(row.auctionDate)}
      </p>
      <div className={css.text}>
        {current === 'lastHour' ? (
          <Why tone="amber" title={t('Bids.LastHour')}>
            {t('Bids.NotForwarded')}
          </Why>
        ) : (
          questionText(current, row)
        )}
      </div>
      {row.bidStatus === BID_STATUS.bid && current !== 'lastHour' && (
        <p className="quiet small">{t('bids.ask.withdraw')}</p>
      )}
    </ConfirmDialog>
  );
}

function questionText(asked: Exclude<Confirmation, 'lastHour'>, row: BidRow): string {
  if (asked === 'win') return t('Bids.WinConfirm');
  return asked === 'future' ? t('Bids.FutureAuction', { date: zonedTime(row.auctionDate) }) : t('Bids.TodayConfirm');
}
