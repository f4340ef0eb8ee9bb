import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let stored: Map<string, string>;
let system: { matches: boolean; listeners: (() => void)[] };
let html: { dataset: Record<string, string> };
let onStorage: ((event: { key: string }) => void) | undefined;

/** A fake browser with the system's preference and the stored theme. */
beforeEach(async () => {
  vi.resetModules();
  stored = new Map();
  system = { matches: false, listeners: [] };
  html = { dataset: { mantineColorScheme: 'light' } };
  vi.stubGlobal('document', { documentElement: html });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return system.matches;
    },
    addEventListener: (_: string, listener: () => void) => system.listeners.push(listener),
  }));
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => {
    onStorage = listener;
  });
  (await import('./theme.ts')).watchTheme();
});
afterEach(() => vi.unstubAllGlobals());

const systemTurns = (dark: boolean) => {
  system.matches = dark;
  for (const listener of system.listeners) listener();
};
const shown = () => html.dataset.mantineColorScheme;

// @covers L10N-04
test('without a choice the theme follows the system, also when it changes', () => {
  systemTurns(true);
  expect(shown()).toBe('dark');
  systemTurns(false);
  expect(shown()).toBe('light');
});

// @covers L10N-04
test('a chosen theme stays when the system changes', () => {
  stored.set('seri.theme', 'light');
  systemTurns(true);
  expect(shown()).toBe('light');
});

// @covers L10N-04
test('a choice made in another tab applies at once', () => {
  stored.set('seri.theme', 'dark');
  onStorage?.({ key: 'seri.theme' });
  expect(shown()).toBe('dark');
});
