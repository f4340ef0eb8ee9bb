import { useEffect, useRef, useState } from 'react';

/** Returns a stable callback that always calls the latest handler. */
export function useEventCallback<Arguments extends unknown[]>(work: (...args: Arguments) => unknown) {
  const newest = useRef(work);
  useEffect(() => {
    newest.current = work;
  });
  const [stable] = useState(() => (...args: Arguments): void => {
    newest.current(...args);
  });
  return stable;
}
