import { useCallback, useSyncExternalStore } from 'react';
import { minWidth } from './widths.ts';

/** Calls back when the reader changes the text size, which browsers do not report as a change of a media query. */
function watchTextSize(onChange: () => void): () => void {
  const letter = document.createElement('div');
  Object.assign(letter.style, { position: 'absolute', visibility: 'hidden', width: '1rem', height: '0' });
  document.body.append(letter);
  const watcher = new ResizeObserver(onChange);
  watcher.observe(letter);
  return () => {
    watcher.disconnect();
    letter.remove();
  };
}

function watch(query: string, onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  const endTextSize = watchTextSize(onChange);
  return () => {
    media.removeEventListener('change', onChange);
    endTextSize();
  };
}

/** True from this width of the window on, in px at the usual text size. */
export function useMinWidth(px: number): boolean {
  const query = minWidth(px);
  const subscribe = useCallback((onChange: () => void) => watch(query, onChange), [query]);
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
