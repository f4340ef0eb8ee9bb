/**
 * Single-flight: concurrent callers share the next execution; results are never cached, so no result is older than
 * its call. A caller that arrives during an execution waits for the following one. A failure rejects for all its
 * callers.
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
