import { isDialogOpen } from '../../shell/navigation/keys.ts';
import { isQuestionOpen } from '../status/status-confirm-dialog.tsx';
import type { Origin, Queue } from './queue.ts';
import { dropFocus, focusBid, isFocusLost, shownPlaces } from './row-focus.ts';

/** Focuses the next undecided bid; at the end of the page, after the list has been refetched. */
export function goOnFrom(queue: Queue, origin: Origin): void {
  queue.end();
  const next = queue.next(shownPlaces(), origin);
  if (next && focusBid(next.bidId)) {
    queue.land(next.bidId);
    holdFocus(queue, next.bidId);
    return;
  }
  dropFocus();
  queue.land(null);
  queue.start({ kind: 'on', origin });
}

/** A dialog answered before its opening finished takes the focus as it closes: return the focus to the bid. */
function holdFocus(queue: Queue, bidId: number): void {
  const hold = () => {
    if (queue.landed() !== bidId) return;
    if (!isQuestionOpen() && isFocusLost() && focusBid(bidId)) queue.land(bidId);
    if (isDialogOpen()) requestAnimationFrame(hold);
  };
  requestAnimationFrame(hold);
}
