import { useState } from 'react';

/** True from the first opening on, so that a window may close with its motion. */
export function useHasOpened(opened: boolean): boolean {
  const [ever, setEver] = useState(opened);
  if (opened && !ever) setEver(true);
  return ever || opened;
}
