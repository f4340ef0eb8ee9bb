import { useEffect, useEffectEvent, useId } from 'react';

const open = new Set<string>();
let isGoingBack = false;

const onTop = (): string | undefined => history.state?.openSheet;

/** Goes back over the latest history entries whose sheets are closed. */
function removeClosedEntries(): void {
  const id = onTop();
  if (isGoingBack || id === undefined || open.has(id)) return;
  isGoingBack = true;
  const arrive = () => {
    isGoingBack = false;
    removeClosedEntries();
  };
  addEventListener('popstate', arrive, { once: true });
  history.back();
}

/** While open, the browser's back button closes it instead of leaving the page; with several, the top one. */
export function useBackButton(opened: boolean, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const stop = new AbortController();
    const { signal } = stop;
    const enter = () => {
      if (isGoingBack) return addEventListener('popstate', enter, { once: true, signal });
      const before = onTop();
      open.add(id);
      // A sheet that replaces a closed one reuses its history entry. The router patches the methods of the history
      // object; these entries are none of its pages, so call the prototype.
      const isInPlace = before !== undefined && !open.has(before);
      const { pushState, replaceState } = History.prototype;
      (isInPlace ? replaceState : pushState).call(history, { ...history.state, openSheet: id }, '');
      addEventListener('popstate', () => onTop() !== id && close(), { signal });
    };
    enter();
    return () => {
      stop.abort();
      open.delete(id);
      // A link inside the sheet is about to change the history: wait, and remove only our own entries.
      setTimeout(removeClosedEntries);
    };
  }, [opened, id]);
}
