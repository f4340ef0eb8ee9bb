import { BID_STATUS } from '@seri/contract/bids/statuses.ts';

/** A bid in the order of the screen, with the status the screen shows. */
export interface Place {
  bidId: number;
  bidStatus: number;
}

/** Where the queue goes on from: a bid, and those ahead of it in the list, for when it is no longer there itself. */
export interface Origin {
  bidId: number;
  ahead: readonly number[];
  /** The decided bid was New: only New bids are looked for. */
  wasNew: boolean;
}

/** This bid as the place the queue goes on from. */
export function originOf(places: readonly Place[], bidId: number, wasNew: boolean): Origin {
  const here = places.findIndex((place) => place.bidId === bidId);
  return { bidId, ahead: places.slice(0, Math.max(0, here)).map((place) => place.bidId), wasNew };
}

/** A move of the focus that has to wait for an answer of the server. */
export type Move =
  /** On from a decision, once the list has been asked again. */
  | { kind: 'on'; origin: Origin }
  /** Onto another page, once it is shown; `seen` are the pages this move has looked through. */
  | { kind: 'page'; page: number; to: 'first' | 'last' }
  | { kind: 'page'; page: number; to: 'undecided'; origin: Origin; seen: readonly number[] }
  /** Back to a bid whose change was undone, if need be on the page where it was decided. */
  | { kind: 'back'; bidId: number; page: number; isElsewhere?: boolean };

/** Waiting for longer than this, a move is given up when the next key is pressed. */
const PATIENCE_MS = 3_000;

/**
 * Which bid comes next. It knows what this manager has decided in this pass, so that a bid that stays in the list is
 * not offered twice, and where it has put the focus by itself, so that the next J does not jump over that bid.
 */
export function createQueue({ onStart = () => {}, now = Date.now }: { onStart?: () => void; now?: () => number } = {}) {
  const decided = new Map<number, number>();
  let landed: number | null = null;
  let starts = 0;
  let move: (Move & { sinceMs: number | null; madeMs: number }) | null = null;

  const waits = ({ bidId, bidStatus }: Place, wasNew: boolean): boolean =>
    decided.get(bidId) !== bidStatus && (!wasNew || bidStatus === BID_STATUS.new);
  return {
    /** This bid was given this status. */
    decide: (bidId: number, bidStatus: number) => void decided.set(bidId, bidStatus),
    /** The server refused it, or it was undone: it waits again. */
    putBack: (bidId: number) => void decided.delete(bidId),
    /** The first bid that still waits behind the decided one, or with `before` ahead of it. */
    next: (places: readonly Place[], { bidId, ahead, wasNew }: Origin, before = false): Place | null => {
      const here = places.findIndex((place) => place.bidId === bidId);
      const isAhead = (place: Place, index: number) => (here >= 0 ? index < here : ahead.includes(place.bidId));
      const found = places.find(
        (place, index) => place.bidId !== bidId && isAhead(place, index) === before && waits(place, wasNew),
      );
      return found ?? null;
    },
    /** The bid the focus was put on by the queue itself, until the manager does something with it. */
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
    /** How many moves have been started: a change means that there is one to make. */
    starts: () => starts,
    /** The server has answered: lists that are newer than this moment know the decision. */
    answered: () => {
      if (move && move.sinceMs === null) move = { ...move, sinceMs: now() };
    },
    end: () => {
      move = null;
    },
    /** Is a move still under way? One that takes too long is given up. */
    isMoving: (): boolean => {
      if (move && now() - move.madeMs > PATIENCE_MS) move = null;
      return move !== null;
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;
