import { useEffect } from 'react';
import type { TextKey } from '../i18n/i18n.ts';

export interface KeyLine {
  keys: readonly string[];
  text: TextKey;
}
export interface KeyPart {
  title: TextKey;
  lines: readonly KeyLine[];
}

export const PORTAL_KEYS: KeyPart = {
  title: 'keys.portal',
  lines: [
    { keys: ['?'], text: 'keys.help' },
    { keys: ['Ctrl K', '⌘ K'], text: 'keys.palette' },
    { keys: ['/'], text: 'keys.search' },
  ],
};

let ofScreen: KeyPart | null = null;
export const screenKeys = (): KeyPart | null => ofScreen;

/** Adds the keys of a screen while it is shown; define `part` at module level. */
export function useScreenKeys(part: KeyPart): void {
  useEffect(() => {
    ofScreen = part;
    return () => {
      ofScreen = null;
    };
  }, [part]);
}
