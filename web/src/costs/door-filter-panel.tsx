import { lazy, Suspense } from 'react';
import type { DoorFilterProps } from './door-filter.tsx';

const Filter = lazy(() => import('./door-filter.tsx').then((part) => ({ default: part.DoorFilter })));

/** Filters by verdict and total; absent while the reader has no destination. */
export const DoorFilter = (props: DoorFilterProps) => (
  <Suspense>
    <Filter {...props} />
  </Suspense>
);
