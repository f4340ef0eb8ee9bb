import { BID_STATUS } from '@seri/contract/bids/statuses.ts';

/** A bid in screen order, with the status shown. */
export interface Place {
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
export function originOf(places: readonly Place[], bidId: number, wasNew: boolean): Origin {
  const here = places.findIndex((place) => place.bidId === bidId);
  return { bidId, ahead: places.slice(0, Math.max(0, here)).map((place) => place.bidId), wasNew };
}

/** A move of the focus that has to wait for an answer of the server. */
export type Move =
  /** To the next bid after a decision, once the list has been refetched. */
  | { kind: 'on'; origin: Origin }
  /** To another page, once it is shown; `seen` are the pages this move has already searched. */
  | { kind: 'page'; page: number; to: 'first' | 'last' }
  | { kind: 'page'; page: number; to: 'undecided'; origin: Origin; seen: readonly number[] }
  /** Back to a bid whose change was undone, if necessary on the page where it was decided. */
  | { kind: 'back'; bidId: number; page: number; isElsewhere?: boolean };

/** A move older than this is dropped at the next key press. */
const PATIENCE_MS = 3_000;

/**
 * Decides which bid comes next. Remembers this manager's decisions of the current pass, so that a bid that stays in the
 * list is not offered twice, and the bid it last focused itself, so that the next J does not skip it.
 */
export function createQueue({ onStart = () => {}, now = Date.now }: { onStart?: () => void; now?: () => number } = {}) {
  const decided = new Map<number, number>();
  let landed: number | null = null;
  let starts = 0;
  let move: (Move & { sinceMs: number | null; madeMs: number }) | null = null;

  const waits = ({ bidId, bidStatus }: Place, wasNew: boolean): boolean =>
    decided.get(bidId) !== bidStatus && (!wasNew || bidStatus === BID_STATUS.new);
  return {
    /** Records the status given to this bid. */
    decide: (bidId: number, bidStatus: number) => void decided.set(bidId, bidStatus),
    /** Marks the bid as undecided again, after a refusal or an undo. */
    putBack: (bidId: number) => void decided.delete(bidId),
    /** First undecided bid after the decided one, or with `before` ahead of it. */
    next: (places: readonly Place[], { bidId, ahead, wasNew }: Origin, before = false): Place | null => {
      const here = places.findIndex((place) => place.bidId === bidId);
      const isAhead = (place: Place, index: number) => (here >= 0 ? index < here : ahead.includes(place.bidId));
      const found = places.find(
        (place, index) => place.bidId !== bidId && isAhead(place, index) === before && waits(place, wasNew),
      );
      return found ?? null;
    },
    /** The bid the queue last focused itself, until the manager acts on it. */
    landed: () => landed,
    land: (bidId: number | null) => {
      landed = bidId;
    },
    move: () => move,
    /** Without `sinceMs` the move waits until `answered` is called. */
    start: (next: Move, sinceMs: number | null = null) => {
      move = { ...next, sinceMs, madeMs: now() };
      starts += 1;
      onStart();
    },
    /** Number of moves started so far; a change signals a new move. */
    starts: () => starts,
    /** Records an answer of the server: lists fetched after this moment include the decision. */
    answered: () => {
      if (move && move.sinceMs === null) move = { ...move, sinceMs: now() };
    },
    end: () => {
      move = null;
    },
    /** True while a move is pending. Drops a move that takes too long. */
    isMoving: (): boolean => {
      if (move && now() - move.madeMs > PATIENCE_MS) move = null;
      return move !== null;
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;
