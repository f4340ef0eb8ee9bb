import { ApiError } from '../../calls/errors.ts';

export interface QueueLimits {
  /** Maximum running at the same time. */
  maxRunning: number;
  /** Maximum running at the same time for one subject. */
  maxRunningPerSubject: number;
  /** Maximum waiting for one subject; one more is refused with 429. */
  maxWaitingPerSubject: number;
  /** Maximum waiting in total; one more is refused with 503. */
  maxWaiting: number;
}

export interface Work {
  /** Called when the turn comes: work whose caller has left is refused. */
  isGone?: () => boolean;
  /** Minimum interval between pieces of work of one subject after a burst, in ms; 0 is unlimited. */
  paceMs?: number;
}

export interface FairQueue {
  /**
   * Waits until this subject (a user, a network, a service token) may run one more piece of work. Returns the
   * function that ends it, which is idempotent. Throws ApiError('TooManyRequests') or ApiError('Busy') when too many
   * wait.
   */
  take(subject: string, work?: Work): Promise<() => void>;
  /** For tests and metrics. */
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
  /** Sequence number of the subject's last turn; 0 before the first one. */
  lastTurn: number;
}

const RETRY_SECONDS = 2;
/** Allowed lead over the pace, whichever is larger: opening a page causes many requests at once, and then none. */
const BURST = { ms: 5_000, pieces: 10 };
const SWEEP_ABOVE = 10_000;

const busy = (code: 'TooManyRequests' | 'Busy') =>
  new ApiError(code, { retryAfterSeconds: RETRY_SECONDS, details: { seconds: RETRY_SECONDS } });

/**
 * A bounded queue with fair turns: the subject with the oldest last turn comes next, regardless of how much another
 * one has queued. A subject that is ahead of its pace by more than a burst waits.
 * @param maxRunning the limit at this moment, at least 1; a higher one takes effect when a piece of work ends
 */
export function createFairQueue(limits: QueueLimits, maxRunning = () => limits.maxRunning): FairQueue {
  const queues = new Map<string, Queue>();
  /** Time up to which a subject has used its pace, in ms of `performance.now()`. */
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
  const hasRoom = (queue: Queue) => running < maxRunning() && queue.running < limits.maxRunningPerSubject;

  /** Time until the next piece of work may start, in ms; 0 or less is now. */
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
      if (queue.waiting.length >= limits.maxWaitingPerSubject) return Promise.reject(busy('TooManyRequests'));
      if (waiting >= limits.maxWaiting) {
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
