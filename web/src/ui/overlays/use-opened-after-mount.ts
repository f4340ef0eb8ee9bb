import { useEffect, useState } from 'react';

/**
 * False on the first drawing, then `opened`: the library gives the focus back only from windows that were there before
 * they opened, and ours are loaded when they are first asked for.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted && opened;
}
