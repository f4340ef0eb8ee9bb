import { createContext, use } from 'react';
import type { ListedLot } from '../core/queries.ts';

/** Windows that a lot of a list opens over the list. */
export type LotWindow = 'photos' | 'bid' | 'more';

export const LotWindowContext = createContext<(window: LotWindow, lot: ListedLot) => void>(() => {});

/** Returns the function that opens a window over the list for a lot; all rows share one window. */
export const useLotWindow = () => use(LotWindowContext);
