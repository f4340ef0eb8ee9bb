import { ApiError } from '../../calls/errors.ts';

export interface QueueLimits {
  /** How many run at the same time. */
  most: number;
  /** How many of them may be of one subject. */
  mostOfOne: number;
  /** How many of one subject may wait; one more is refused with 429. */
  mostWaitingOfOne: number;
  /** How many may wait together; one more is refused with 503. */
  mostWaiting: number;
}

export interface Work {
  /** Asked when the turn comes: work that nobody waits for any more is refused. */
  isGone?: () => boolean;
  /** After a burst, the subject's next piece of work begins this much later, in ms; 0 is no pace. */
  paceMs?: number;
}

export interface FairQueue {
  /**
   * Waits until this subject (a person, a network, a service token) may run one more piece of work and answers the
   * function that ends it, which may be called more than once. Throws Refused('TooManyRequests') or Refused('Busy')
   * when too many wait.
   */
  take(subject: string, work?: Work): Promise<() => void>;
  /** For tests and figures. */
  counted(): { running: number; waiting: number };
}

interface Waiting {
  begin: () => void;
  refuse: (error: ApiError) => void;
  isGone: () => boolean;
  paceMs: number;
}

interface Queue {
  running: number;
  waiting: Waiting[];
  /** Counted over all turns; 0 before the first one. */
  lastTurn: number;
}

const RETRY_SECONDS = 2;
/** What a subject may run ahead of its pace, whichever is more: opening a page asks for much at once, and then for nothing. */
const BURST = { ms: 5_000, pieces: 10 };
const SWEEP_ABOVE = 10_000;

const busy = (code: 'TooManyRequests' | 'Busy') =>
  new ApiError(code, { retryAfterSeconds: RETRY_SECONDS, details: { seconds: RETRY_SECONDS } });

/**
 * A bounded queue with fair turns: the subject whose last turn is longest ago comes next, however many pieces of work
 * another one has in the queue. A subject that is ahead of its pace by more than a burst waits.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  const queues = new Map<string, Queue>();
  /** Until when what a subject has run lasts at its pace, in ms of `performance.now()`. */
  const paidUntilMs = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let running = 0;
  let waiting = 0;
  let turn = 0;

  const queueOf = (subject: string): Queue => {
    const queue = queues.get(subject) ?? { running: 0, waiting: [], lastTurn: 0 };
    queues.set(subject, queue);
    return queue;
  };
  const hasRoom = (queue: Queue) => running < limits.most && queue.running < limits.mostOfOne;

  /** When the next piece of work may begin, in ms from now; 0 or less is now. */
  const untilPace = (subject: string, paceMs: number) =>
    (paidUntilMs.get(subject) ?? 0) - Math.max(BURST.ms, BURST.pieces * paceMs) - performance.now();

  function pay(subject: string, paceMs: number): void {
    if (paceMs === 0) return;
    const nowMs = performance.now();
    if (paidUntilMs.size > SWEEP_ABOVE)
      for (const [one, untilMs] of paidUntilMs) if (untilMs <= nowMs) paidUntilMs.delete(one);
    paidUntilMs.set(subject, Math.max(nowMs, paidUntilMs.get(subject) ?? 0) + paceMs);
  }

  function begin(subject: string, queue: Queue, paceMs: number): () => void {
    running += 1;
    queue.running += 1;
    queue.lastTurn = ++turn;
    pay(subject, paceMs);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      queue.running -= 1;
      if (queue.running === 0 && queue.waiting.length === 0) queues.delete(subject);
      next();
    };
  }

  function next(): void {
    for (let found = longestWithoutTurn(); found; found = longestWithoutTurn()) {
      const [subject, queue] = found;
      const first = shiftPresent(queue);
      if (first) first.begin();
      else if (queue.running === 0) queues.delete(subject);
    }
  }

  function longestWithoutTurn(): [string, Queue] | undefined {
    let found: [string, Queue] | undefined;
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const [subject, queue] of queues) {
      const [first] = queue.waiting;
      if (!first || !hasRoom(queue)) continue;
      const waitMs = untilPace(subject, first.paceMs);
      if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs);
      else if (queue.lastTurn < (found?.[1].lastTurn ?? Number.POSITIVE_INFINITY)) found = [subject, queue];
    }
    clearTimeout(timer);
    if (soonestMs < Number.POSITIVE_INFINITY) timer = setTimeout(next, Math.ceil(soonestMs)).unref();
    return found;
  }

  function shiftPresent(queue: Queue): Waiting | undefined {
    for (let first = queue.waiting.shift(); first; first = queue.waiting.shift()) {
      waiting -= 1;
      if (!first.isGone()) return first;
      first.refuse(busy('Busy'));
    }
    return undefined;
  }

  return {
    take: (subject, { isGone = () => false, paceMs = 0 } = {}) => {
      const queue = queueOf(subject);
      const isDue = queue.waiting.length === 0 && untilPace(subject, paceMs) <= 0;
      if (isDue && hasRoom(queue)) return Promise.resolve(begin(subject, queue, paceMs));
      if (queue.waiting.length >= limits.mostWaitingOfOne) return Promise.reject(busy('TooManyRequests'));
      if (waiting >= limits.mostWaiting) {
        if (queue.running === 0 && queue.waiting.length === 0) queues.delete(subject);
        return Promise.reject(busy('Busy'));
      }
      waiting += 1;
      return new Promise((resolve, reject) => {
        const beginIt = () => resolve(begin(subject, queue, paceMs));
        queue.waiting.push({ isGone, begin: beginIt, refuse: reject, paceMs });
        if (!isDue) next();
      });
    },
    counted: () => ({ running, waiting }),
  };
}
