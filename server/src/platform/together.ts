export type Together = <T>(key: string, find: () => Promise<T>) => Promise<T>;

interface Turn {
  over: Promise<void>;
  /** Begins when this one is over, for all who came meanwhile. */
  next: Promise<unknown> | null;
}

/**
 * One answer for all who ask for the same at the same time. Nothing is kept and nothing is older than its question: who
 * comes while an answer is being worked out waits for the next one, which has not begun yet. A failed one fails for all
 * who wait for it.
 */
export function askTogether(): Together {
  const turns = new Map<string, Turn>();
  const begin = <T>(key: string, find: () => Promise<T>): Promise<T> => {
    const answer = find();
    const turn: Turn = { over: answer.then(ignore, ignore), next: null };
    turns.set(key, turn);
    void turn.over.then(() => {
      if (!turn.next) turns.delete(key);
    });
    return answer;
  };
  return <T>(key: string, find: () => Promise<T>): Promise<T> => {
    const turn = turns.get(key);
    if (!turn) return begin(key, find);
    turn.next ??= turn.over.then(() => begin(key, find));
    return turn.next as Promise<T>;
  };
}

const ignore = () => {};
