import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useEffect, useRef } from 'react';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { bidStatusText } from '../core/bid-status.tsx';
import { useQuestionKeys } from '../status/question-keys.ts';
import type { Question } from '../status/status-confirm-dialog.tsx';
import css from './decision-cell.module.css';

interface RowQuestionProps {
  row: BidRow;
  question: Question;
  onDone: (question: Question) => void;
  onCancel: () => void;
}

/** Text of the question: what the status will be, and for a bid the amount at stake. */
const questionText = (row: BidRow, to: number): string =>
  to === BID_STATUS.bid
    ? t('bids.ask.bid', { amount: groupThousands(row.bidAmount) })
    : t('bids.ask.inRow', { to: bidStatusText(to, false) });

/**
 * The confirmation of a bid on one of today's auctions, asked where its buttons were, so that nothing covers the list.
 * Enter confirms, Escape goes back.
 */
export function RowQuestion({ row, question, onDone, onCancel }: RowQuestionProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const confirm = () => onDone(question);
  useQuestionKeys({ isOpen: true, onEnter: confirm, onEscape: onCancel, own: box });
  // The pressed button is gone: the answer takes its focus. A row that asks by key keeps the focus.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  const from = bidStatusText(question.from, false);
  return (
    <fieldset
      ref={box}
      className={css.question}
      aria-label={t('bids.ask.title', { lotNo: row.lotNo, from, to: bidStatusText(question.to, false) })}
      data-question
    >
      <span role="status" title={t('Bids.TodayConfirm')}>
        {questionText(row, question.to)}
      </span>
      <span className={css.answers}>
        <button type="button" className={css.go} data-filled onClick={confirm}>
          {t('Bids.Confirm')}
        </button>
        <button type="button" onClick={onCancel}>
          {t('bids.ask.back')}
        </button>
      </span>
    </fieldset>
  );
}
