import { BID_STATUS } from '@seri/contract/bids/statuses.ts';

/** A bid in screen order, with the status shown. */
export interface QueuedBid {
  bidId: number;
  bidStatus: number;
}

/** Starting point for the next bid: the bid itself, and those ahead of it in case it leaves the list. */
export interface Origin {
  bidId: number;
  ahead: readonly number[];
  /** The decided bid was New: look for New bids only. */
  wasNew: boolean;
}

/** Starting point at this bid. */
export function originOf(bids: readonly QueuedBid[], bidId: number, wasNew: boolean): Origin {
  const here = bids.findIndex((bid) => bid.bidId === bidId);
  return { bidId, ahead: bids.slice(0, Math.max(0, here)).map((bid) => bid.bidId), wasNew };
}

/** A move of the focus that has to wait for an answer of the server. */
export type Move =
  /** To the next bid after a decision, once the list has been refetched. */
  | { kind: 'on'; origin: Origin }
  /** To another page, once it is shown; `seen` are the pages this move has already searched. */
  | { kind: 'page'; page: number; to: 'first' | 'last' }
  | { kind: 'page'; page: number; to: 'undecided'; origin: Origin; searchedPages: readonly number[] }
  /** Back to a bid whose change was undone, if necessary on the page where it was decided. */
  | { kind: 'back'; bidId: number; page: number; isElsewhere?: boolean };

/** A move older than this is dropped at the next key press. */
const MAX_MOVE_AGE_MS = 3_000;

/**
 * Decides which bid comes next. Remembers this manager's decisions of the current pass, so that a bid that stays in the
 * list is not offered twice, and the bid it last focused itself, so that the next J does not skip it.
 */
export function createQueue({ onStart = () => {}, now = Date.now }: { onStart?: () => void; now?: () => number } = {}) {
  const decided = new Map<number, number>();
  let autoFocusedId: number | null = null;
  let starts = 0;
  let move: (Move & { sinceAtMs: number | null; madeAtMs: number }) | null = null;

  const waits = ({ bidId, bidStatus }: QueuedBid, wasNew: boolean): boolean =>
    decided.get(bidId) !== bidStatus && (!wasNew || bidStatus === BID_STATUS.new);
  return {
    /** Records the status given to this bid. */
    decide: (bidId: number, bidStatus: number) => void decided.set(bidId, bidStatus),
    /** Marks the bid as undecided again, after a refusal or an undo. */
    putBack: (bidId: number) => void decided.delete(bidId),
    /** First undecided bid after the decided one, or with `before` ahead of it. */
    next: (bids: readonly QueuedBid[], { bidId, ahead, wasNew }: Origin, before = false): QueuedBid | null => {
      const here = bids.findIndex((bid) => bid.bidId === bidId);
      const isAhead = (bid: QueuedBid, index: number) => (here >= 0 ? index < here : ahead.includes(bid.bidId));
      const found = bids.find(
        (bid, index) => bid.bidId !== bidId && isAhead(bid, index) === before && waits(bid, wasNew),
      );
      return found ?? null;
    },
    /** The bid the queue last focused itself, until the manager acts on it. */
    autoFocused: () => autoFocusedId,
    setAutoFocused: (bidId: number | null) => {
      autoFocusedId = bidId;
    },
    move: () => move,
    /** Without `sinceMs` the move waits until `answered` is called. */
    start: (next: Move, sinceAtMs: number | null = null) => {
      move = { ...next, sinceAtMs, madeAtMs: now() };
      starts += 1;
      onStart();
    },
    /** Number of moves started so far; a change signals a new move. */
    starts: () => starts,
    /** Records an answer of the server: lists fetched after this moment include the decision. */
    answered: () => {
      if (move && move.sinceAtMs === null) move = { ...move, sinceAtMs: now() };
    },
    end: () => {
      move = null;
    },
    /** True while a move is pending. Drops a move that takes too long. */
    isMoving: (): boolean => {
      if (move && now() - move.madeAtMs > MAX_MOVE_AGE_MS) move = null;
      return move !== null;
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;
