import type { BidList, BidRow } from '@seri/contract/bids/records.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { paths } from '../../app/paths.ts';
import { useOpenChat } from '../../chat/chat-cell-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { type KeyPart, useScreenKeys } from '../../shell/navigation/key-map.ts';
import { isForPage, keyOf } from '../../shell/navigation/keys.ts';
import { QueueProgress } from '../queue/queue-progress.tsx';
import { focusedRow, idOf, shownBids } from '../queue/row-focus.ts';
import css from '../queue/selection-and-undo.module.css';
import { useSelectionAndUndo, useUndoing } from '../queue/selection-and-undo.ts';
import { type QueuePages, useQueue } from '../queue/use-queue.ts';
import { UndoStep } from './undo-step.tsx';

const BID_KEYS: KeyPart = {
  title: 'keys.bids',
  lines: [
    { keys: ['J', 'K'], text: 'keys.bids.move' },
    { keys: ['1', '2', '3', '4', '5', '6'], text: 'keys.bids.status' },
    { keys: ['E'], text: 'keys.bids.edit' },
    { keys: ['C'], text: 'keys.bids.chat' },
    { keys: ['U'], text: 'keys.bids.undo' },
    { keys: ['X', '⇧ X'], text: 'keys.bids.select' },
    { keys: ['A'], text: 'keys.bids.selectAll' },
    { keys: ['Esc'], text: 'keys.bids.clear' },
  ],
};

interface BidKeysProps {
  rows: readonly BidRow[];
  counters: BidList['counters'] | undefined;
  pages: QueuePages;
}

/** Keys for the list as a whole; each row handles its own keys. */
export function BidKeys({ rows, counters, pages }: BidKeysProps) {
  const store = useSelectionAndUndo();
  const undoing = useUndoing();
  const openChatOf = useOpenChat();
  useScreenKeys(BID_KEYS);
  const moveBy = useQueue(rows, pages);

  const openChat = () => {
    const bidId = idOf(focusedRow());
    if (bidId !== null) openChatOf(bidId);
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isInRow = focusedRow() !== null;
    const actions: Record<string, () => void> = {
      j: () => moveBy(1),
      k: () => moveBy(-1),
      ...(isInRow ? { arrowdown: () => moveBy(1), arrowup: () => moveBy(-1) } : {}),
      c: openChat,
      u: () => store.requestUndo(),
      a: () => store.toggleAll(shownBids()),
      escape: store.clear,
    };
    const action = actions[keyOf(event)];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => isForPage(event) && pressed(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <div className={css.aside}>
        <Link {...paths.bidDay()}>{t('bids.day.title')}</Link>
        <QueueProgress counters={counters} />
        <span className={css.keys}>
          <kbd>J</kbd>
          <kbd>K</kbd> {t('bids.keys.row')} <kbd>1</kbd>–<kbd>6</kbd> {t('bids.keys.status')} <kbd>E</kbd>{' '}
          {t('bids.keys.edit')} <kbd>?</kbd> {t('bids.keys.all')}
        </span>
      </div>
      {undoing && <UndoStep step={undoing} onDone={store.closeUndo} />}
    </>
  );
}
