import type { BidRow } from '@seri/contract/bids/records.ts';
import { updateBidStatus } from '@seri/contract/bids/routes.ts';
import { BID_STATUS, EDITABLE_STATUSES } from '@seri/contract/bids/statuses.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useOpenChat } from '../../chat/chat-cell-panel.tsx';
import { useVersionedMutation } from '../../shell/api/idempotent-mutation.ts';
import { isDialogOpen, isForPage, keyOf } from '../../shell/navigation/keys.ts';
import { useSession } from '../../shell/session/session.ts';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import { isQuestionOpen, noteQuestion } from '../status/question-keys.ts';
import { confirmationFor, isPossible, statusBody } from '../status/status-change.ts';
import type { Question } from '../status/status-confirm-dialog.tsx';
import { type Origin, originOf, type Queue } from './queue.ts';
import { dropFocus, focusBid, isFocusLost, queuedBids, shownBids } from './row-focus.ts';
import { useSelectionAndUndo } from './selection-and-undo.ts';
import { useRowSave } from './use-row-save.ts';

/** Actions of a manager on one row, by pointer or key, with the state of each. */
export function useRowActions(row: BidRow) {
  const { permissions } = useSession();
  const store = useSelectionAndUndo();
  const saving = useRowSave(row);
  const { mutateAsync } = useVersionedMutation(updateBidStatus);
  const [question, setQuestion] = useState<Question | null>(null);
  const edit = useEditWindow();
  const showChat = useOpenChat();
  // Element that opened the question; it gets the focus back after a cancel.
  const opener = useRef<Element | null>(null);

  const isLive = !row.archived && row.bidStatus !== null && row.bidStatus !== BID_STATUS.won;
  const maySetStatus = permissions.bidManageStatus && isLive;
  const mayEdit = permissions.bidManageBidPrice && isLive && EDITABLE_STATUSES.includes(row.bidStatus ?? 0);
  const shortYen = row.shortYen ?? 0;
  const requestStatus = (to: number, isByKey = false) => {
    if (!maySetStatus || saving.isSaving || to === row.bidStatus || !isPossible(row, to)) return;
    // The limit does not cover the open bids of the client: it has to be raised first.
    if (to === BID_STATUS.bid && shortYen > 0) return;
    noteQuestion(isByKey);
    opener.current = document.activeElement;
    setQuestion(confirmationFor(row, to, permissions.lastHourBidWarning));
  };
  /** Asks, or where the gesture itself is the answer, sends at once: a bid on one of today's auctions. */
  const decideAtOnce = (to: number) => {
    if (!maySetStatus || saving.isSaving || to === row.bidStatus || !isPossible(row, to)) return;
    const asked = confirmationFor(row, to, permissions.lastHourBidWarning);
    if (asked.confirmations.join() === 'today') void sendStatus(asked);
    else requestStatus(to);
  };
  const sendStatus = async (answered: Question) => {
    setQuestion(null);
    store.queue.decide(row.bidId, answered.to);
    focusNextFrom(store.queue, originOf(queuedBids(), row.bidId, row.bidStatus === BID_STATUS.new));
    const isSaved = await saving.save(
      { bidStatus: answered.to },
      (version) => mutateAsync({ body: statusBody(row.bidId, answered), version }),
      answered.seenVersion,
    );
    if (!isSaved) store.queue.putBack(row.bidId);
  };
  const cancelStatus = () => {
    setQuestion(null);
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    else focusBid(row.bidId);
  };
  const openEdit = () => {
    if (mayEdit && !saving.isSaving) edit.open();
  };
  const openChat = () => showChat(row.bidId);
  const openHistory = () => showChat(row.bidId, 'history');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // React also bubbles events of this row's dialogs; ignore them.
    if (!isForPage(event.nativeEvent) || !event.currentTarget.contains(event.target as Node)) return;
    const key = keyOf(event);
    const isOnRow = event.target === event.currentTarget;
    if (key === 'x' || (key === ' ' && isOnRow)) store.toggle(row.bidId, event.shiftKey ? shownBids() : undefined);
    else if (key === 'e') openEdit();
    else if (key === 'h') openHistory();
    else if (key === 's') pressIn(event.currentTarget, '[data-sold]');
    else if (key === 'enter' && isOnRow) pressIn(event.currentTarget, 'a[target="_blank"]');
    // With bids selected, the number applies to all of them.
    else if (/^[1-6]$/.test(key) && store.selected().size === 0) requestStatus(Number(key), true);
    else return;
    // The manager has acted on this bid: J moves on from it.
    store.queue.setAutoFocused(null);
    event.preventDefault();
  };
  return {
    saving,
    /** Attributes that make the row a target of keyboard focus. */
    rowProps: {
      'data-bid': row.bidId,
      'data-lot': row.lotNo,
      'data-status': row.bidStatus ?? 0,
      tabIndex: -1,
      onKeyDown,
    },
    maySetStatus,
    /** Yen by which the open bids of the client exceed their limit; Bid is refused then. */
    shortYen,
    question,
    /** A bid on one of today's auctions: the question is asked in the row itself. */
    isAskedInRow: question?.confirmations.join() === 'today',
    requestStatus,
    decideAtOnce,
    sendStatus: (answered: Question) => void sendStatus(answered),
    cancelStatus,
    mayEdit,
    edit,
    openEdit,
    openChat,
    openHistory,
  };
}
/** Presses a control of the row, if it has it. */
const pressIn = (row: HTMLElement, control: string): void => row.querySelector<HTMLElement>(control)?.click();

export type RowActions = ReturnType<typeof useRowActions>;

function useEditWindow() {
  const [shown, setShown] = useState({ time: 0, isOpen: false, isMounted: false });
  const isClosing = shown.isMounted && !shown.isOpen;
  useEffect(() => {
    if (!isClosing) return;
    const timer = setTimeout(() => setShown((before) => ({ ...before, isMounted: false })), DELAY_MS.modalReset);
    return () => clearTimeout(timer);
  }, [isClosing]);
  return {
    ...shown,
    /** Each opening starts from the bid's current values. */
    open: () => setShown(({ time }) => ({ time: time + 1, isOpen: true, isMounted: true })),
    close: () => setShown((before) => ({ ...before, isOpen: false })),
  };
}

/** Focuses the next undecided bid; at the end of the page, after the list has been refetched. */
function focusNextFrom(queue: Queue, origin: Origin): void {
  queue.end();
  const next = queue.next(queuedBids(), origin);
  if (next && focusBid(next.bidId)) {
    queue.setAutoFocused(next.bidId);
    holdFocus(queue, next.bidId);
    return;
  }
  dropFocus();
  queue.setAutoFocused(null);
  queue.start({ kind: 'on', origin });
}

/** A dialog answered before its opening finished takes the focus as it closes: return the focus to the bid. */
function holdFocus(queue: Queue, bidId: number): void {
  const hold = () => {
    if (queue.autoFocused() !== bidId) return;
    if (!isQuestionOpen() && isFocusLost() && focusBid(bidId)) queue.setAutoFocused(bidId);
    if (isDialogOpen()) requestAnimationFrame(hold);
  };
  requestAnimationFrame(hold);
}
