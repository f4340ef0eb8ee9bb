import { useEffect, useState } from 'react';

const SHOWN_MS = 500;

/** True for half a second after the value has changed; never for the first one. */
export function useFlash(value: string): boolean {
  const [seen, setSeen] = useState(value);
  useEffect(() => {
    if (seen === value) return;
    const timer = setTimeout(() => setSeen(value), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [seen, value]);
  return seen !== value;
}
