import { createContext, use } from 'react';
import type { ListedLot } from '../core/queries.ts';

/** What opens over a list from one of its lots. */
export type LotWindow = 'photos' | 'bid' | 'more';

export const LotWindowContext = createContext<(window: LotWindow, lot: ListedLot) => void>(() => {});

/** Opens a window over the list for this lot; the list keeps one for all its rows. */
export const useLotWindow = () => use(LotWindowContext);
