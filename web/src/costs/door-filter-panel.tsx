import { lazy, Suspense } from 'react';
import { withAllTexts } from '../shell/i18n/i18n.ts';
import css from './door-filter.module.css';
import type { DoorFilterProps } from './door-filter.tsx';

const Filter = lazy(withAllTexts(() => import('./door-filter.tsx').then((part) => ({ default: part.DoorFilter }))));

/** Filters by verdict and total; absent while the reader has no destination. */
export const DoorFilter = (props: DoorFilterProps) => (
  <Suspense fallback={<div className={css.reserved} />}>
    <Filter {...props} />
  </Suspense>
);
