import type { Moment } from '../list-index/list-index.ts';

export type SharedAnswers = <T>(key: string, at: Moment, find: () => Promise<T>) => Promise<T>;

interface Kept {
  at: Moment;
  answer: Promise<unknown>;
}

/** An answer is at most this old, so a lot that opens or closes by the clock is shown late by no more. */
const KEPT_MS = 1_000;
const MAX_KEPT = 500;

/** Shares one answer among readers with the same query on the same index version within a second. Failures are not shared. */
export function sharedAnswers(): SharedAnswers {
  const answers = new Map<string, Kept>();
  return <T>(key: string, at: Moment, find: () => Promise<T>): Promise<T> => {
    const last = answers.get(key);
    if (last?.at.version === at.version && Math.abs(at.nowMs - last.at.nowMs) < KEPT_MS)
      return last.answer as Promise<T>;
    const answer = find();
    // Last in the map, so that the oldest is first.
    answers.delete(key);
    answers.set(key, { at, answer });
    if (answers.size > MAX_KEPT) answers.delete(answers.keys().next().value as string);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
