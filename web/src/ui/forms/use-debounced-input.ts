import { useEffect, useEffectEvent, useState } from 'react';
import { DELAY_MS } from '../theme/delays.ts';

const acceptAll = () => true;

/**
 * Debounces typed text: shows it at once and passes it on 700 ms after the last key (business-rules.md#delays). Invalid
 * text stays in the field and is not passed on; `isSettled` is true after the pause.
 */
export function useDebouncedInput(
  value: string,
  onTyped: (text: string) => void,
  isAcceptable: (text: string) => boolean = acceptAll,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isSettled, setIsSettled] = useState(true);
  const applyTyped = (text: string) => {
    setIsSettled(true);
    if (!isAcceptable(text)) return;
    setTyped(null);
    if (text !== value) onTyped(text);
  };
  const apply = useEffectEvent(applyTyped);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => apply(typed), DELAY_MS.field);
    return () => clearTimeout(timer);
  }, [typed]);
  const type = (text: string) => {
    setIsSettled(false);
    setTyped(text);
  };
  /** Passes the text on at once, on blur or Enter; returns true if there was something to pass on. */
  const flush = (): boolean => {
    if (typed === null || isSettled) return false;
    applyTyped(typed);
    return true;
  };
  return [typed ?? value, type, isSettled, flush] as const;
}
