import { useEffect, useState } from 'react';

/**
 * False in the first render, then `opened`: the library restores the focus only for windows that were mounted before
 * they opened, and ours load on first use.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted && opened;
}

/** Attribute of a window that is closing: it takes no more keys (`isForPage`). */
export const closingMark = (opened: boolean) => ({ 'data-closing': opened ? undefined : true });
