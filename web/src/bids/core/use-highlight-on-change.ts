import { useEffect, useState } from 'react';
import { DELAY_MS } from '../../ui/theme/delays.ts';

/** True for half a second after the value has changed, but not for the first value. */
export function useHighlightOnChange(value: string): boolean {
  const [seen, setSeen] = useState(value);
  useEffect(() => {
    if (seen === value) return;
    const timer = setTimeout(() => setSeen(value), DELAY_MS.highlight);
    return () => clearTimeout(timer);
  }, [seen, value]);
  return seen !== value;
}
