import { Suspense } from 'react';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useChosen } from './compare-selection.ts';

const Chosen = lazyPart(() => import('./compare-lots.tsx'), 'ChosenLots');

/** Chosen lots at the lower edge of the list, once there are any. */
export const CompareTray = () =>
  useChosen().length > 0 && (
    <Suspense>
      <Chosen />
    </Suspense>
  );
