import { useEffect, useEffectEvent, useState } from 'react';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import type { BidFilter } from '../core/list-filter.ts';

/** Draft of the filter: shows choices at once, applies them 1.5 s after the last one. */
export function useFilterDraft(filter: BidFilter, apply: (changes: BidFilter) => void) {
  const [waiting, setWaiting] = useState<BidFilter | null>(null);
  const settle = useEffectEvent((changes: BidFilter) => {
    setWaiting(null);
    apply(changes);
  });
  useEffect(() => {
    if (waiting === null) return;
    const timer = setTimeout(() => settle(waiting), DELAY_MS.bidFilter);
    return () => clearTimeout(timer);
  }, [waiting]);
  return {
    shown: waiting === null ? filter : { ...filter, ...waiting },
    choose: (changes: BidFilter) => setWaiting({ ...waiting, ...changes }),
    /** Applies pending changes at once, for a removed tag or a typed day. */
    applyNow: (changes: BidFilter) => {
      setWaiting(null);
      apply({ ...waiting, ...changes });
    },
  };
}
