import type { BidRow } from '@seri/contract/bids/records.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isDialogOpen } from '../../shell/navigation/keys.ts';
import type { Move, Origin } from './queue.ts';
import { focusBid, focusEnd, focusedRow, idOf, leftPlace, moveFocus, noteFocus, shownPlaces } from './row-focus.ts';
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
const FRAMES = 90;

/** Keeps the focus on the next undecided bid as the list changes. Returns the handler of J and K. */
export function useQueue(rows: readonly BidRow[], pages: QueuePages): (by: 1 | -1) => void {
  const desk = useSelectionAndUndo();
  const { queue } = desk;
  const shown = rows.map(({ bidId }) => bidId).join();
  const starts = useSyncExternalStore(desk.subscribe, queue.starts);

  const land = (bidId: number) => {
    queue.end();
    if (focusBid(bidId)) queue.land(bidId);
  };
  const openPage = (move: Extract<Move, { kind: 'page' }>) => {
    queue.start(move);
    pages.open(move.page);
  };
  /** Moves to the next undecided bid: after the decided one, on later pages, ahead of it, on earlier pages. */
  const goOn = (origin: Origin, seen: readonly number[]) => {
    const places = shownPlaces();
    const next = queue.next(places, origin);
    if (next) return land(next.bidId);
    const looked = [...seen, pages.shown];
    const unseen = [...Array(pages.count).keys()].map((index) => index + 1).filter((page) => !looked.includes(page));
    const isLeft = origin.wasNew ? pages.undecided > 0 : pages.total > 0;
    const search = (page: number) => openPage({ kind: 'page', page, to: 'undecided', origin, seen: looked });
    if (isLeft && unseen.includes(pages.shown + 1)) return search(pages.shown + 1);
    const before = queue.next(places, origin, true);
    if (before) return land(before.bidId);
    const isWorthAnotherLook = origin.wasNew || places.length === 0;
    if (isLeft && isWorthAnotherLook && unseen[0] !== undefined) return search(unseen[0]);
    // No bid is left: keep the focus on the last decided one while it is in the list.
    queue.end();
    focusBid(origin.bidId);
  };
  /** Makes the pending move once the answer it waits for is on the screen; false while a dialog is in the way. */
  const settle = useEffectEvent((ids: string, page: number, readAtMs: number): boolean => {
    if (document.activeElement?.closest('[role="dialog"]')) return false;
    // Rows above may have left the list, so record the focused position again.
    noteFocus();
    const move = queue.move();
    if (!move) {
      if (ids === '' && pages.total > 0 && page > pages.count) pages.open(pages.count);
      const left = leftPlace();
      if (!left) return true;
      if (isDialogOpen()) return false;
      const places = shownPlaces();
      const place = queue.next(places, left) ?? places.at(-1);
      if (place) land(place.bidId);
    } else if (move.kind === 'page') {
      if (page !== move.page) return true;
      if (move.to === 'undecided') goOn(move.origin, move.seen);
      else {
        queue.end();
        focusEnd(move.to);
      }
    } else if (move.sinceMs !== null && readAtMs >= move.sinceMs) {
      if (move.kind === 'on') goOn(move.origin, []);
      else if (focusBid(move.bidId) || move.page === page) land(move.bidId);
      else if (!move.isElsewhere) {
        queue.start({ ...move, isElsewhere: true }, move.sinceMs);
        pages.open(move.page);
      }
    }
    return true;
  });
  useEffect(() => {
    const onFocus = () => {
      noteFocus();
      const here = idOf(focusedRow());
      if (here !== null && here !== queue.landed()) queue.land(null);
    };
    addEventListener('focusin', onFocus);
    return () => removeEventListener('focusin', onFocus);
  }, [queue]);
  useEffect(() => desk.keep(shown === '' ? [] : shown.split(',').map(Number)), [desk, shown]);
  useEffect(() => desk.onPage(pages.shown), [desk, pages.shown]);
  useEffect(() => {
    let frame = 0;
    let left = starts < 0 ? 0 : FRAMES;
    const run = () => {
      left -= 1;
      if (!settle(shown, pages.shown, pages.readAtMs) && left > 0) frame = requestAnimationFrame(run);
    };
    run();
    return () => cancelAnimationFrame(frame);
  }, [shown, pages.shown, pages.readAtMs, starts]);

  return (by) => {
    if (queue.isMoving()) return;
    const here = idOf(focusedRow());
    const landed = queue.landed();
    queue.land(null);
    // After a decision the focus has already moved on: a habitual J must not skip this bid.
    if (by === 1 && here !== null && here === landed) return;
    if (moveFocus(by)) return;
    const page = pages.shown + by;
    if (page >= 1 && page <= pages.count) openPage({ kind: 'page', page, to: by === 1 ? 'first' : 'last' });
  };
}
