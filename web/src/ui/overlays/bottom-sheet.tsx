import { Suspense } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';
import type { BottomSheetProps } from './bottom-sheet-drawer.tsx';
import { useHasOpened } from './use-has-opened.ts';

const Drawer = lazyPart(() => import('./bottom-sheet-drawer.tsx'), 'BottomSheetDrawer');

/**
 * A sheet from below with a grip, or from the right; closes by dragging its head down, close button, Escape and the
 * back button. Loads when it first opens.
 */
export function BottomSheet(props: BottomSheetProps) {
  if (!useHasOpened(props.opened)) return null;
  return (
    <Suspense>
      <Drawer {...props} />
    </Suspense>
  );
}
