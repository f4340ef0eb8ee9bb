import { useSyncExternalStore } from 'react';

const USUAL_TEXT_PX = 16;
let known: number | null = null;

const letterPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const measured = (px: number): number => (px / letterPx()) * USUAL_TEXT_PX;

function watch(onChange: () => void): () => void {
  const page = document.getElementById('main');
  const watcher = new ResizeObserver(([entry]) => {
    if (entry) known = measured(entry.contentRect.width);
    onChange();
  });
  if (page) watcher.observe(page);
  return () => {
    known = null;
    watcher.disconnect();
  };
}

const room = (): number => {
  known ??= measured(document.getElementById('main')?.clientWidth ?? innerWidth);
  return known;
};

/** True if the page beside the menu, wide or slim, has this width in px at the usual text size. */
export const useMinContentWidth = (px: number): boolean => useSyncExternalStore(watch, () => room() >= px);
