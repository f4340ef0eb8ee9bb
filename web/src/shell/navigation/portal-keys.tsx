import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { withAllTexts } from '../i18n/i18n.ts';
import { isDialogOpen, isForPage } from './keys.ts';

const KeyboardHelp = lazyPart(
  withAllTexts(() => import('./keyboard-help.tsx')),
  'KeyboardHelp',
);
const CommandPalette = lazyPart(
  withAllTexts(() => import('./command-palette.tsx')),
  'CommandPalette',
);

type Window = 'help' | 'palette';

/** Keys of every page: keyboard help, command palette, search. */
export function PortalKeys() {
  const [shown, setShown] = useState<{ window: Window; isOpen: boolean } | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyK';
      if (isPalette && !isDialogOpen()) {
        event.preventDefault();
        setShown({ window: 'palette', isOpen: true });
      }
      if (!isForPage(event)) return;
      if (event.key === '?') setShown({ window: 'help', isOpen: true });
      if (event.key === '/' && focusSearch()) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  if (!shown) return null;
  const Shown = shown.window === 'help' ? KeyboardHelp : CommandPalette;
  return (
    <Suspense>
      <Shown opened={shown.isOpen} onClose={() => setShown({ ...shown, isOpen: false })} />
    </Suspense>
  );
}

/** Focuses the first text field of the page. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main input');
  const search = [...fields].find(({ type, offsetParent }) => /^(text|search)$/.test(type) && offsetParent !== null);
  search?.focus();
  search?.select();
  return search !== undefined;
}
