import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { createContext, use, useSyncExternalStore } from 'react';

/** How many changes can be taken back (platform section 9). */
const UNDO_STEPS = 5;

/** A change that was saved: the row before it, and what it gave the row. */
export interface Change {
  row: BidRow;
  patch: Partial<BidRow>;
}
/** What was asked once, of one bid or of several; taken back as it was done. */
export type Step = readonly Change[];

const UNDOABLE = ['bidStatus', 'soldPrice', 'autoBid', 'bidAmount'] as const;
const isUndoable = ({ patch }: Change): boolean =>
  UNDOABLE.some((key) => key in patch) && patch.bidStatus !== BID_STATUS.won;

/** What a manager has on his desk beside the rows themselves: the bids he has selected, and his last changes. */
export function createDesk() {
  let selected: ReadonlySet<number> = new Set();
  let steps: readonly Step[] = [];
  let last: number | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const select = (next: ReadonlySet<number>) => {
    selected = next;
    tell();
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    selected: () => selected,
    steps: () => steps,
    /** One bid, or with `order` all from the last one that was chosen up to it. */
    toggle: (bidId: number, order?: readonly number[]) => {
      const next = new Set(selected);
      const from = order && last !== null ? order.indexOf(last) : -1;
      const to = order?.indexOf(bidId) ?? -1;
      if (order && from >= 0 && to >= 0)
        for (const id of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id);
      else if (!next.delete(bidId)) next.add(bidId);
      last = bidId;
      select(next);
    },
    /** All of these, or none when all of them are selected already. */
    toggleAll: (bidIds: readonly number[]) =>
      select(bidIds.every((id) => selected.has(id)) ? new Set() : new Set(bidIds)),
    /** What is no longer in view cannot be meant. */
    keep: (bidIds: readonly number[]) => {
      const next = new Set([...selected].filter((id) => bidIds.includes(id)));
      if (next.size !== selected.size) select(next);
    },
    clear: () => select(new Set()),
    remember: (...changes: Change[]) => {
      const step = changes.filter(isUndoable);
      if (step.length === 0) return;
      steps = [...steps, step].slice(-UNDO_STEPS);
      tell();
    },
    /** It has been taken back, but for what could not be. */
    forget: (step: Step, left: Step = []) => {
      steps = steps.flatMap((other) => (other !== step ? [other] : left.length > 0 ? [left] : []));
      tell();
    },
  };
}
export type Desk = ReturnType<typeof createDesk>;

export const DeskContext = createContext<Desk>(createDesk());
export const useDesk = (): Desk => use(DeskContext);

export function useIsSelected(bidId: number): boolean {
  const desk = useDesk();
  return useSyncExternalStore(desk.subscribe, () => desk.selected().has(bidId));
}

export function useSelected(): ReadonlySet<number> {
  const desk = useDesk();
  return useSyncExternalStore(desk.subscribe, desk.selected);
}
