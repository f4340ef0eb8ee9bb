import { lazy, Suspense } from 'react';
import { useChosen } from './compare-selection.ts';

const Chosen = lazy(() => import('./compare-lots.tsx').then((part) => ({ default: part.ChosenLots })));

/** Chosen lots at the lower edge of the list, once there are any. */
export const CompareTray = () =>
  useChosen().length > 0 && (
    <Suspense>
      <Chosen />
    </Suspense>
  );
