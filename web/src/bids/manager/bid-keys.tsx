import type { BidRow } from '@seri/contract/bids/records.ts';
import { useEffect, useEffectEvent } from 'react';
import { useOpenChat } from '../../chat/chat-cell-panel.tsx';
import { type KeyPart, useScreenKeys } from '../../shell/navigation/key-map.ts';
import { isForPage, keyOf } from '../../shell/navigation/keys.ts';
import { focusedRow, idOf, shownBids } from '../queue/row-focus.ts';
import { useSelectionAndUndo, useUndoing } from '../queue/selection-and-undo.ts';
import { type QueuePages, useQueue } from '../queue/use-queue.ts';
import { UndoStep } from './undo-step.tsx';

const BID_KEYS: KeyPart = {
  title: 'keys.bids',
  lines: [
    { keys: ['J', 'K'], text: 'keys.bids.move' },
    { keys: ['1', '2', '3', '4', '5', '6'], text: 'keys.bids.status' },
    { keys: ['Enter'], text: 'keys.bids.open' },
    { keys: ['E'], text: 'keys.bids.edit' },
    { keys: ['S'], text: 'keys.bids.sold' },
    { keys: ['C'], text: 'keys.bids.chat' },
    { keys: ['H'], text: 'keys.bids.history' },
    { keys: ['U'], text: 'keys.bids.undo' },
    { keys: ['Space', 'X', '⇧ X'], text: 'keys.bids.select' },
    { keys: ['⇧ J', '⇧ K'], text: 'keys.bids.extend' },
    { keys: ['A'], text: 'keys.bids.selectAll' },
    { keys: ['Esc'], text: 'keys.bids.clear' },
  ],
};

interface BidKeysProps {
  rows: readonly BidRow[];
  pages: QueuePages;
}

/** Keys for the list as a whole; each row handles its own keys. */
export function BidKeys({ rows, pages }: BidKeysProps) {
  const store = useSelectionAndUndo();
  const undoing = useUndoing();
  const openChatOf = useOpenChat();
  useScreenKeys(BID_KEYS);
  const moveBy = useQueue(rows, pages);

  const openChat = () => {
    const bidId = idOf(focusedRow());
    if (bidId !== null) openChatOf(bidId);
  };
  /** Moves and selects the bid that was left and the one that is reached. */
  const extend = (by: 1 | -1) => {
    const from = idOf(focusedRow());
    // An explicit step of a selection is no habitual J after a decision.
    store.queue.setAutoFocused(null);
    moveBy(by);
    store.add([from, idOf(focusedRow())].filter((bidId) => bidId !== null));
  };
  /** A status key before any bid has the focus concerns the first one, whose question names it. */
  const decideFirst = (key: string) => {
    moveBy(1);
    focusedRow()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isInRow = focusedRow() !== null;
    const actions: Record<string, () => void> = {
      j: () => (event.shiftKey ? extend(1) : moveBy(1)),
      k: () => (event.shiftKey ? extend(-1) : moveBy(-1)),
      ...(isInRow ? { arrowdown: () => moveBy(1), arrowup: () => moveBy(-1) } : {}),
      c: openChat,
      u: store.requestUndoOfLatest,
      a: () => store.toggleAll(shownBids()),
      escape: store.clear,
    };
    const key = keyOf(event);
    const isFirst = /^[1-6]$/.test(key) && !isInRow && store.selected().size === 0 && rows.length > 0;
    const action = isFirst ? () => decideFirst(key) : actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => isForPage(event) && pressed(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return undoing && <UndoStep key={undoing[0]?.madeAtMs} step={undoing} onDone={store.closeUndo} />;
}
