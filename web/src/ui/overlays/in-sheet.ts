import { createContext, use } from 'react';

/** True inside a sheet: a field's list then opens within the scrolling content, and never over the sheet's buttons. */
export const InSheet = createContext(false);

export const useInSheet = (): boolean => use(InSheet);
