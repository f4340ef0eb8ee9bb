import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { createContext, use, useSyncExternalStore } from 'react';
import { createQueue } from './queue.ts';

/** Changes that can be undone (business-rules.md#saving-a-bid). */
const UNDO_STEPS = 5;

/** A change that was saved: the row before it, what it gave the row, the page it was made on, and when, in ms of `performance.now()`. */
export interface Change {
  row: BidRow;
  patch: Partial<BidRow>;
  page?: number | undefined;
  madeAtMs?: number;
}
/** What was asked once, of one bid or of several; taken back as it was done. */
export type Step = readonly Change[];

/** What has just happened, in words, with the step Undo takes back and the bids that were left as they are. */
export interface Notice {
  text: string;
  step: Step | null;
  failed: readonly { bidId: number; lotNo: number; reason: string }[];
}

const UNDOABLE = ['bidStatus', 'soldPrice', 'autoBid', 'bidAmount'] as const;
const madeAt = ([change]: Step): number => change?.madeAtMs ?? 0;
const isUndoable = ({ patch }: Change): boolean =>
  UNDOABLE.some((key) => key in patch) && patch.bidStatus !== BID_STATUS.won;

/** What a manager has on his desk beside the rows themselves: the bids he has selected, and his last changes. */
export function createSelectionAndUndo() {
  let selected: ReadonlySet<number> = new Set();
  let steps: readonly Step[] = [];
  let last: number | null = null;
  let notice: Notice | null = null;
  let undoing: Step | null = null;
  let page: number | undefined;
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
    queue: createQueue({ onStart: tell }),
    selected: () => selected,
    steps: () => steps,
    notice: () => notice,
    /** Shows what has happened until the next thing happens or somebody has read it. */
    say: (next: Notice | null) => {
      notice = next;
      tell();
    },
    undoing: () => undoing,
    /** Asks about taking this step back, or else the last one that can be. */
    askUndo: (step: Step | null = steps.at(-1) ?? null) => {
      undoing = step;
      tell();
    },
    endUndo: () => {
      undoing = null;
      tell();
    },
    /** Changes from now on are made on this page of the list. */
    onPage: (shown: number) => {
      page = shown;
    },
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
    /**
     * Keeps a change for Undo; the step it makes, or null when it cannot be taken back. Steps are in the order in which
     * they were made: answers may come in another one.
     */
    remember: (...changes: Change[]): Step | null => {
      const step = changes.filter(isUndoable).map((change) => ({ madeAtMs: performance.now(), ...change, page }));
      if (step.length === 0) return null;
      steps = [...steps, step].sort((one, other) => madeAt(one) - madeAt(other)).slice(-UNDO_STEPS);
      tell();
      return step;
    },
    /** It has been taken back, but for what could not be. */
    forget: (step: Step, left: Step = []) => {
      steps = steps.flatMap((other) => (other !== step ? [other] : left.length > 0 ? [left] : []));
      if (notice?.step === step) notice = null;
      tell();
    },
  };
}
export type SelectionAndUndo = ReturnType<typeof createSelectionAndUndo>;

export const SelectionAndUndoContext = createContext<SelectionAndUndo>(createSelectionAndUndo());
export const useSelectionAndUndo = (): SelectionAndUndo => use(SelectionAndUndoContext);

export function useIsSelected(bidId: number): boolean {
  const desk = useSelectionAndUndo();
  return useSyncExternalStore(desk.subscribe, () => desk.selected().has(bidId));
}

export function useSelected(): ReadonlySet<number> {
  const desk = useSelectionAndUndo();
  return useSyncExternalStore(desk.subscribe, desk.selected);
}

export function useNotice(): Notice | null {
  const desk = useSelectionAndUndo();
  return useSyncExternalStore(desk.subscribe, desk.notice);
}

export function useUndoing(): Step | null {
  const desk = useSelectionAndUndo();
  return useSyncExternalStore(desk.subscribe, desk.undoing);
}
