import type { BidRow, QueuePart } from '@seri/contract/bids/records.ts';
import { useEffect, useRef, useState } from 'react';
import { useByClock } from '../../shell/i18n/clock.ts';
import { arrangeQueue, type QueueGroup } from '../parts/queue-groups.ts';
import { focusedRow, idOf } from '../queue/row-focus.ts';

/** A decided row stays where it is for this time, or until the focus leaves its part of the queue. */
const HOLD_MS = 2_000;
const MINUTE_MS = 60_000;

/**
 * The rows of a page in the parts of the queue, or null in a plain list. A row whose status changes stays in its place
 * for a while, so that nothing moves under the manager's eyes.
 */
export function useQueueGroups(rows: readonly BidRow[], parts: readonly QueuePart[] | undefined): QueueGroup[] | null {
  const nowMs = useByClock((ms) => Math.floor(ms / MINUTE_MS) * MINUTE_MS);
  const [held, setHeld] = useState<ReadonlyMap<number, { status: number; untilMs: number }>>(new Map());
  const [known, setKnown] = useState<ReadonlyMap<number, number>>(new Map());

  // During rendering: the row must not move in the frame of its change.
  const changed = rows.filter(({ bidId, bidStatus }) => known.has(bidId) && known.get(bidId) !== (bidStatus ?? 0));
  if (changed.length > 0 || rows.some(({ bidId }) => !known.has(bidId))) {
    setKnown(new Map([...known, ...rows.map(({ bidId, bidStatus }) => [bidId, bidStatus ?? 0] as const)]));
    if (changed.length > 0) {
      const untilMs = Date.now() + HOLD_MS;
      const next = new Map(held);
      for (const { bidId } of changed)
        next.set(bidId, { status: held.get(bidId)?.status ?? known.get(bidId) ?? 0, untilMs });
      setHeld(next);
    }
  }
  useRelease(held, (bidIds) => setHeld((before) => new Map([...before].filter(([bidId]) => !bidIds.includes(bidId)))));
  if (!parts) return null;
  return arrangeQueue(rows, parts, new Map([...held].map(([bidId, { status }]) => [bidId, status])), nowMs);
}

/** Lets held rows go after their time, or when the focus has moved to another part of the queue. */
function useRelease(held: ReadonlyMap<number, { untilMs: number }>, release: (bidIds: number[]) => void): void {
  const act = useRef(release);
  useEffect(() => {
    act.current = release;
  });
  useEffect(() => {
    if (held.size === 0) return;
    const firstMs = Math.min(...[...held.values()].map(({ untilMs }) => untilMs));
    const timer = setTimeout(
      () => act.current([...held].filter(([, { untilMs }]) => untilMs <= firstMs).map(([bidId]) => bidId)),
      Math.max(0, firstMs - Date.now()),
    );
    const onFocus = () => {
      const here = focusedRow()?.closest<HTMLElement>('[data-part]')?.dataset.part;
      if (here === undefined) return;
      const elsewhere = [...held.keys()].filter((bidId) => {
        const part = document.querySelector<HTMLElement>(`[data-bid="${bidId}"]`)?.closest<HTMLElement>('[data-part]');
        return part !== null && part?.dataset.part !== here && bidId !== idOf(focusedRow());
      });
      if (elsewhere.length > 0) act.current(elsewhere);
    };
    addEventListener('focusin', onFocus);
    return () => {
      clearTimeout(timer);
      removeEventListener('focusin', onFocus);
    };
  }, [held]);
}
