import type { BidRow } from '@seri/contract/bids/records.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isDialogOpen } from '../../shell/navigation/keys.ts';
import type { Move, Origin } from './queue.ts';
import { focusBid, focusEnd, focusedRow, idOf, lostOrigin, moveFocus, noteFocus, queuedBids } from './row-focus.ts';
import { useSelectionAndUndo } from './selection-and-undo.ts';

/** Known pages of the list, and the function that opens one. */
export interface QueuePages {
  /** Page whose rows are on the screen. */
  shown: number;
  /** Number of pages. */
  count: number;
  /** Time the shown rows were fetched or changed locally, in ms. */
  readAtMs: number;
  /** Bids on all pages of this list, and the number of New bids under its filters in any status tab. */
  total: number;
  undecided: number;
  open: (page: number) => void;
}

/** Frames to wait while an open or closing dialog holds the focus. */
const MAX_FRAMES = 90;

/** Keeps the focus on the next undecided bid as the list changes. Returns the handler of J and K. */
export function useQueue(rows: readonly BidRow[], pages: QueuePages): (by: 1 | -1) => void {
  const store = useSelectionAndUndo();
  const { queue } = store;
  const shown = rows.map(({ bidId }) => bidId).join();
  const starts = useSyncExternalStore(store.subscribe, queue.starts);

  const focusAutomatically = (bidId: number) => {
    queue.end();
    if (focusBid(bidId)) queue.setAutoFocused(bidId);
  };
  const openPage = (move: Extract<Move, { kind: 'page' }>) => {
    queue.start(move);
    pages.open(move.page);
  };
  /** Moves to the next undecided bid: after the decided one, on later pages, ahead of it, on earlier pages. */
  const searchNext = (origin: Origin, searched: readonly number[]) => {
    const bids = queuedBids();
    const next = queue.next(bids, origin);
    if (next) return focusAutomatically(next.bidId);
    const searchedPages = [...searched, pages.shown];
    const unsearchedPages = [...Array(pages.count).keys()]
      .map((index) => index + 1)
      .filter((page) => !searchedPages.includes(page));
    const isLeft = origin.wasNew ? pages.undecided > 0 : pages.total > 0;
    const search = (page: number) =>
      openPage({ kind: 'page', page, to: 'undecided', origin, searchedPages: searchedPages });
    if (isLeft && unsearchedPages.includes(pages.shown + 1)) return search(pages.shown + 1);
    const before = queue.next(bids, origin, true);
    if (before) return focusAutomatically(before.bidId);
    const mayHaveMore = origin.wasNew || bids.length === 0;
    if (isLeft && mayHaveMore && unsearchedPages[0] !== undefined) return search(unsearchedPages[0]);
    // No bid is left: keep the focus on the last decided one while it is in the list.
    queue.end();
    focusBid(origin.bidId);
  };
  /** Makes the pending move once the answer it waits for is on the screen; false while a dialog is in the way. */
  const runPendingMove = useEffectEvent((ids: string, page: number, readAtMs: number): boolean => {
    if (document.activeElement?.closest('[role="dialog"]')) return false;
    // Rows above may have left the list, so record the focused position again.
    noteFocus();
    const move = queue.move();
    if (!move) {
      if (ids === '' && pages.total > 0 && page > pages.count) pages.open(pages.count);
      const left = lostOrigin();
      if (!left) return true;
      if (isDialogOpen()) return false;
      const bids = queuedBids();
      const bid = queue.next(bids, left) ?? bids.at(-1);
      if (bid) focusAutomatically(bid.bidId);
    } else if (move.kind === 'page') {
      if (page !== move.page) return true;
      if (move.to === 'undecided') searchNext(move.origin, move.searchedPages);
      else {
        queue.end();
        focusEnd(move.to);
      }
    } else if (move.sinceAtMs !== null && readAtMs >= move.sinceAtMs) {
      if (move.kind === 'on') searchNext(move.origin, []);
      else if (focusBid(move.bidId) || move.page === page) focusAutomatically(move.bidId);
      else if (!move.isElsewhere) {
        queue.start({ ...move, isElsewhere: true }, move.sinceAtMs);
        pages.open(move.page);
      }
    }
    return true;
  });
  useEffect(() => {
    const onFocus = () => {
      noteFocus();
      const here = idOf(focusedRow());
      if (here !== null && here !== queue.autoFocused()) queue.setAutoFocused(null);
    };
    addEventListener('focusin', onFocus);
    return () => removeEventListener('focusin', onFocus);
  }, [queue]);
  useEffect(() => store.retainSelected(shown === '' ? [] : shown.split(',').map(Number)), [store, shown]);
  useEffect(() => store.setPage(pages.shown), [store, pages.shown]);
  useEffect(() => {
    let frame = 0;
    let left = starts < 0 ? 0 : MAX_FRAMES;
    const run = () => {
      left -= 1;
      if (!runPendingMove(shown, pages.shown, pages.readAtMs) && left > 0) frame = requestAnimationFrame(run);
    };
    run();
    return () => cancelAnimationFrame(frame);
  }, [shown, pages.shown, pages.readAtMs, starts]);

  return (by) => {
    if (queue.isMoving()) return;
    const here = idOf(focusedRow());
    const autoFocused = queue.autoFocused();
    queue.setAutoFocused(null);
    // After a decision the focus has already moved on: a habitual J must not skip this bid.
    if (by === 1 && here !== null && here === autoFocused) return;
    if (moveFocus(by)) return;
    const page = pages.shown + by;
    if (page >= 1 && page <= pages.count) openPage({ kind: 'page', page, to: by === 1 ? 'first' : 'last' });
  };
}
