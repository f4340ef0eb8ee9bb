/**
 * Single-flight: concurrent callers share the next execution; results are never cached, so no result is older than
 * its call. An execution begins after the calls of the same tick, which share it; a caller that arrives during one waits
 * for the following one. A failure rejects for all its callers.
 */
export function createSingleFlight<T>(find: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null;
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
    next ??= (running ?? Promise.resolve()).then(begin, begin);
    return next;
  };
}
