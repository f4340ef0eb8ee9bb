/**
 * One answer for all who ask at the same time. Nothing is kept and nothing is older than its question: who comes while an
 * answer is being worked out waits for the next one, which has not begun yet. A failed one fails for all who wait for it.
 */
export function createSingleFlight<T>(find: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = () => {
    next = null;
    const answer = find();
    running = answer;
    const over = () => {
      if (!next) running = null;
    };
    answer.then(over, over);
    return answer;
  };
  return () => {
    if (!running) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
}
