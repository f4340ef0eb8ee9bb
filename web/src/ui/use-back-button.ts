import { useEffect, useEffectEvent, useId } from 'react';

/** While open, the browser's back button closes instead of leaving the page. */
export function useBackButton(opened: boolean, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    // The router watches pushState of the history object; this entry is none of its pages, so it goes by the prototype.
    History.prototype.pushState.call(history, { ...history.state, openSheet: id }, '');
    addEventListener('popstate', close);
    return () => {
      removeEventListener('popstate', close);
      // A link inside the sheet is about to change the history: only what is still ours afterwards is taken back.
      setTimeout(() => history.state?.openSheet === id && history.back());
    };
  }, [opened, id]);
}
