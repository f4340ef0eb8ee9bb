import { createContext, use } from 'react';

/** Whether a field lies in a sheet: its list then opens within what scrolls there, and never over the sheet's buttons. */
export const InSheet = createContext(false);

export const useInSheet = (): boolean => use(InSheet);
