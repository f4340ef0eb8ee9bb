import { useState } from 'react';

/** True from the first opening on, so that a window can animate its closing. */
export function useHasOpened(opened: boolean): boolean {
  const [ever, setEver] = useState(opened);
  if (opened && !ever) setEver(true);
  return ever || opened;
}
