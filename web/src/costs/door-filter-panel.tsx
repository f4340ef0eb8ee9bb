import { Suspense } from 'react';
import { withAllTexts } from '../shell/i18n/i18n.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import css from './door-filter.module.css';
import type { DoorFilterProps } from './door-filter.tsx';

const Filter = lazyPart(
  withAllTexts(() => import('./door-filter.tsx')),
  'DoorFilter',
);

/** Filters by verdict and total; absent while the reader has no destination. */
export const DoorFilter = (props: DoorFilterProps) => (
  <Suspense fallback={<div className={css.reserved} />}>
    <Filter {...props} />
  </Suspense>
);
