import { Suspense } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';
import type { DialogProps } from './dialog-window.tsx';
import { useHasOpened } from './use-has-opened.ts';

const Window = lazyPart(() => import('./dialog-window.tsx'), 'DialogWindow');

/** A window over the page with its own content; closes by close button, Escape and a click outside, unless pending. */
export function Dialog(props: DialogProps) {
  if (!useHasOpened(props.opened)) return null;
  return (
    <Suspense>
      <Window {...props} />
    </Suspense>
  );
}
