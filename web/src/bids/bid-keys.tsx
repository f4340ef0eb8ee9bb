import type { BidRow } from '@seri/contract/bids/records.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { paths } from '../app/paths.ts';
import { useOpenChat } from '../chat/chat-cell-panel.tsx';
import { t } from '../shell/i18n.ts';
import { type KeyPart, useScreenKeys } from '../shell/key-map.ts';
import { isDialogOpen, isForPage, keyOf } from '../shell/keys.ts';
import css from './desk.module.css';
import { type Step, useDesk } from './desk.ts';
import { focusedRow, idOf, keepFocus, moveFocus, noteFocus, shownBids } from './row-focus.ts';
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

/** The keys that belong to the list as a whole; those of one bid are answered by its row. */
export function BidKeys({ rows }: { rows: readonly BidRow[] }) {
  const desk = useDesk();
  const openChatOf = useOpenChat();
  const [undoing, setUndoing] = useState<Step | null>(null);
  useScreenKeys(BID_KEYS);
  useFocusThatStays(rows);

  const openChat = () => {
    const bidId = idOf(focusedRow());
    if (bidId !== null) openChatOf(bidId);
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isInRow = focusedRow() !== null;
    const actions: Record<string, () => void> = {
      j: () => moveFocus(1),
      k: () => moveFocus(-1),
      ...(isInRow ? { arrowdown: () => moveFocus(1), arrowup: () => moveFocus(-1) } : {}),
      c: openChat,
      u: () => setUndoing(desk.steps().at(-1) ?? null),
      a: () => desk.toggleAll(shownBids()),
      escape: desk.clear,
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
      <p className={css.aside}>
        <Link {...paths.bidDay()}>{t('bids.day.title')}</Link>
        <span className={css.keys}>
          <kbd>J</kbd>
          <kbd>K</kbd> {t('bids.keys.row')} <kbd>1</kbd>–<kbd>6</kbd> {t('bids.keys.status')} <kbd>E</kbd>{' '}
          {t('bids.keys.edit')} <kbd>?</kbd> {t('bids.keys.all')}
        </span>
      </p>
      {undoing && <UndoStep step={undoing} onDone={() => setUndoing(null)} />}
    </>
  );
}

/** While a window is open or closing the focus is not the list's to place. */
const FRAMES = 90;

function useFocusThatStays(rows: readonly BidRow[]): void {
  const desk = useDesk();
  const shown = rows.map(({ bidId }) => bidId).join();
  useEffect(() => {
    addEventListener('focusin', noteFocus);
    return () => removeEventListener('focusin', noteFocus);
  }, []);
  useEffect(() => {
    desk.keep(shown === '' ? [] : shown.split(',').map(Number));
    let frame = 0;
    let left = FRAMES;
    const settle = () => {
      if (!isDialogOpen()) return keepFocus();
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(settle);
    };
    settle();
    return () => cancelAnimationFrame(frame);
  }, [desk, shown]);
}
