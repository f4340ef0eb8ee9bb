import { useEffect, useRef, useState } from 'react';

/** One function for the whole life of a component that does what the newest one would: what is memoized stays so. */
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
