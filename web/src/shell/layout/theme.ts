import { useSyncExternalStore } from 'react';
import { readStored, themeStorageKey, writeStored } from '../i18n/storage.ts';

export type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

const shown = (): Theme => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light');

function show(theme: Theme): void {
  document.documentElement.dataset.mantineColorScheme = theme;
  for (const listener of listeners) listener();
}

/** The chosen theme, or the system's while none is chosen; public/before-paint.js decides the same way. */
function chosenTheme(): Theme {
  const stored = readStored('theme');
  if (stored === 'light' || stored === 'dark') return stored;
  return system?.matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the system while nothing is chosen, and the choice of another tab. */
export function watchTheme(): void {
  const update = () => show(chosenTheme());
  system?.addEventListener('change', update);
  addEventListener('storage', (event) => 'key' in event && event.key === themeStorageKey && update());
}

/** Light or dark: one state behind every switch (business-rules.md#theme). */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, shown, () => 'light' as const);
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    writeStored('theme', next);
    show(next);
  };
  return { theme, toggle };
}
