import type { BidRow } from '@seri/contract/bids/records.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { ErrorCode } from '@seri/contract/errors.ts';
import { createContext, use, useSyncExternalStore } from 'react';
import { createQueue } from './queue.ts';

/** Number of changes that can be undone (business-rules.md#saving-a-bid). */
const UNDO_STEPS = 5;

/**
 * A saved change: the row before it, the changed values, the page it was made on, and the time in ms of
 * `performance.now()`.
 */
export interface Change {
  row: BidRow;
  patch: Partial<BidRow>;
  page?: number | undefined;
  madeAtMs?: number;
}
/** A change of one bid or of several together; undone as one. */
export type Step = readonly Change[];

/** Notice of the last change, with the step that Undo reverts and the bids that were not changed. */
export interface Notice {
  text: string;
  /** About one decided bid: shown instead of the text. */
  decision?: { status: number; lotNo: number; vehicle: string; nextLotNo: number | null };
  /** Status given to several bids. */
  status?: number;
  step: Step | null;
  failed: readonly { bidId: number; lotNo: number; reason: string; code: ErrorCode }[];
}

const UNDOABLE = ['bidStatus', 'soldPrice', 'autoBid', 'bidAmount'] as const;
const madeAt = ([change]: Step): number => change?.madeAtMs ?? 0;
const isUndoable = ({ patch }: Change): boolean =>
  UNDOABLE.some((key) => key in patch) && patch.bidStatus !== BID_STATUS.won;

/** State of a bid manager page beside its rows: selected bids, last changes and the notice. */
export function createSelectionAndUndo() {
  let selected: ReadonlySet<number> = new Set();
  let steps: readonly Step[] = [];
  let last: number | null = null;
  let notice: Notice | null = null;
  let undoing: Step | null = null;
  let unanswered = 0;
  let isUndoWaiting = false;
  let page: number | undefined;
  /** Versions that this manager's own changes gave to bids. */
  const ownVersions = new Map<number, number>();
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  const askUndo = (step: Step | null) => {
    undoing = step;
    notifyListeners();
  };
  const latest = (): Step | null => steps.at(-1) ?? null;
  const select = (next: ReadonlySet<number>) => {
    selected = next;
    notifyListeners();
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    queue: createQueue({ onStart: notifyListeners }),
    noteVersion: (bidId: number, version: number) => void ownVersions.set(bidId, version),
    /**
     * Version to send with a change of this bid: the one the manager saw, or that of their own later change, which the
     * list may not show yet.
     */
    versionOf: (bidId: number, seenVersion: number): number => Math.max(seenVersion, ownVersions.get(bidId) ?? 0),
    selected: () => selected,
    steps: () => steps,
    notice: () => notice,
    /** Shows a notice until the next one or until it is dismissed. */
    showNotice: (next: Notice | null) => {
      notice = next;
      notifyListeners();
    },
    undoing: () => undoing,
    /** Asks for confirmation to undo this step. */
    requestUndo: askUndo,
    /** The same for the latest change. One that is not answered yet is the latest: asks once it is saved. */
    requestUndoOfLatest: () => {
      if (unanswered > 0) isUndoWaiting = true;
      else askUndo(latest());
    },
    closeUndo: () => askUndo(null),
    /** Notes that a change is being sent; a later change drops an undo that waits. */
    noteSent: () => {
      unanswered += 1;
      isUndoWaiting = false;
    },
    /** Notes its answer, after a saved change was remembered. */
    noteAnswered: (isSaved: boolean) => {
      unanswered -= 1;
      const isDue = isUndoWaiting && isSaved && unanswered === 0;
      if (isDue || !isSaved) isUndoWaiting = false;
      if (isDue) askUndo(latest());
    },
    /** Sets the page of the list that later changes are made on. */
    setPage: (shown: number) => {
      page = shown;
    },
    /** Toggles one bid, or with `order` all from the last selected one to this one. */
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
    /** Adds these to the selection. */
    add: (bidIds: readonly number[]) => select(new Set([...selected, ...bidIds])),
    /** Selects all of these, or none if all of them are selected already. */
    toggleAll: (bidIds: readonly number[]) =>
      select(bidIds.every((id) => selected.has(id)) ? new Set() : new Set(bidIds)),
    /** Deselects bids that are no longer in view. */
    retainSelected: (bidIds: readonly number[]) => {
      const next = new Set([...selected].filter((id) => bidIds.includes(id)));
      if (next.size !== selected.size) select(next);
    },
    clear: () => select(new Set()),
    /**
     * Stores a change for Undo. Returns its step, or null if it cannot be undone. Steps are ordered by the time of the
     * change, since answers may arrive in another order.
     */
    remember: (...changes: Change[]): Step | null => {
      const step = changes.filter(isUndoable).map((change) => ({ madeAtMs: performance.now(), ...change, page }));
      if (step.length === 0) return null;
      steps = [...steps, step].sort((one, other) => madeAt(one) - madeAt(other)).slice(-UNDO_STEPS);
      notifyListeners();
      return step;
    },
    /** Removes an undone step, except for the changes that could not be undone. */
    forget: (step: Step, left: Step = []) => {
      steps = steps.flatMap((other) => (other !== step ? [other] : left.length > 0 ? [left] : []));
      if (notice?.step === step) notice = null;
      notifyListeners();
    },
  };
}
export type SelectionAndUndo = ReturnType<typeof createSelectionAndUndo>;

export const SelectionAndUndoContext = createContext<SelectionAndUndo>(createSelectionAndUndo());
export const useSelectionAndUndo = (): SelectionAndUndo => use(SelectionAndUndoContext);

export function useIsSelected(bidId: number): boolean {
  const store = useSelectionAndUndo();
  return useSyncExternalStore(store.subscribe, () => store.selected().has(bidId));
}

export function useSelected(): ReadonlySet<number> {
  const store = useSelectionAndUndo();
  return useSyncExternalStore(store.subscribe, store.selected);
}

export function useNotice(): Notice | null {
  const store = useSelectionAndUndo();
  return useSyncExternalStore(store.subscribe, store.notice);
}

/** Changes that can be undone, the last one at the end. */
export function useSteps(): readonly Step[] {
  const store = useSelectionAndUndo();
  return useSyncExternalStore(store.subscribe, store.steps);
}

export function useUndoing(): Step | null {
  const store = useSelectionAndUndo();
  return useSyncExternalStore(store.subscribe, store.undoing);
}
