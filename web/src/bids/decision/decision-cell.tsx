import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { useId } from 'react';
import { yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import type { RowActions } from '../queue/use-row-actions.ts';
import { StatusBlock } from '../status/status-block.tsx';
import { isPossible } from '../status/status-change.ts';
import { StatusConfirmDialog } from '../status/status-confirm-dialog.tsx';
import css from './decision-cell.module.css';
import { RowMenu } from './row-menu.tsx';
import { RowQuestion } from './row-question.tsx';

interface DecisionCellProps {
  row: BidRow;
  actions: RowActions;
  /** The card has no button for the chat, so the menu has it. */
  withChat?: boolean;
}

/**
 * The decision about a bid: two buttons while it is New, afterwards its status; and the menu with everything else. Asks
 * about today's auctions in place, about others in a dialog.
 */
export function DecisionCell({ row, actions, withChat = false }: DecisionCellProps) {
  const { question } = actions;
  const isInRow = question !== null && actions.isAskedInRow;
  return (
    <>
      {isInRow ? (
        <RowQuestion row={row} question={question} onDone={actions.sendStatus} onCancel={actions.cancelStatus} />
      ) : (
        <div className={css.cell}>
          {row.bidStatus === BID_STATUS.new && actions.maySetStatus ? (
            <DecisionButtons row={row} actions={actions} />
          ) : (
            row.bidStatus !== null && <StatusBlock status={row.bidStatus} />
          )}
          <RowMenu row={row} actions={actions} withChat={withChat} />
        </div>
      )}
      <StatusConfirmDialog
        row={row}
        question={isInRow ? null : question}
        onDone={actions.sendStatus}
        onCancel={actions.cancelStatus}
      />
    </>
  );
}

function DecisionButtons({ row, actions }: { row: BidRow; actions: RowActions }) {
  const noteId = useId();
  const isShort = actions.shortYen > 0;
  const { isSaving } = actions.saving;
  return (
    <fieldset className={css.buttons} aria-label={t('bids.row.setStatus', { lotNo: row.lotNo })}>
      <button
        type="button"
        className={css.go}
        // Focusable, so that the reason can be read.
        aria-disabled={isShort || undefined}
        aria-describedby={isShort ? noteId : undefined}
        title={isShort ? t('bids.row.short', { amount: yen(actions.shortYen) }) : undefined}
        disabled={isSaving || !isPossible(row, BID_STATUS.bid)}
        onClick={() => actions.requestStatus(BID_STATUS.bid)}
      >
        {t('bids.decide.2')}
        <kbd aria-hidden>2</kbd>
      </button>
      {isShort && (
        <span id={noteId} hidden>
          {t('bids.row.short', { amount: yen(actions.shortYen) })}
        </span>
      )}
      <button
        type="button"
        disabled={isSaving || !isPossible(row, BID_STATUS.dontBid)}
        onClick={() => actions.requestStatus(BID_STATUS.dontBid)}
      >
        {t('bids.decide.3')}
        <kbd aria-hidden>3</kbd>
      </button>
    </fieldset>
  );
}
