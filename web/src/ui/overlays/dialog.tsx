import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { useHasOpened } from './use-has-opened.ts';

const Window = lazy(() => import('./dialog-window.tsx').then((part) => ({ default: part.DialogWindow })));

/** A window over the page with its own content; closes by close button, Escape and a click outside, unless pending. */
export function Dialog(props: DialogProps) {
  if (!useHasOpened(props.opened)) return null;
  return (
    <Suspense>
      <Window {...props} />
    </Suspense>
  );
}
