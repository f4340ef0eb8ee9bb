import type { Moment } from '../list-index/list-index.ts';

export type SharedAnswers = <T>(key: string, at: Moment, find: () => Promise<T>) => Promise<T>;

interface Kept {
  at: Moment;
  answer: Promise<unknown>;
}

/** Within a second, no lot that opens or closes by the clock alone is missed by more. */
const KEPT_MS = 1_000;
const MAX_KEPT = 500;

/** One answer for all who ask the same of the same version of the index within a second; a failed one is not kept. */
export function sharedAnswers(): SharedAnswers {
  const kept = new Map<string, Kept>();
  return <T>(key: string, at: Moment, find: () => Promise<T>): Promise<T> => {
    const last = kept.get(key);
    if (last?.at.version === at.version && Math.abs(at.nowMs - last.at.nowMs) < KEPT_MS)
      return last.answer as Promise<T>;
    const answer = find();
    // Last in the map, so that the oldest is first.
    kept.delete(key);
    kept.set(key, { at, answer });
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
