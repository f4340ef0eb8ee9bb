import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { Suspense } from 'react';
import { withAllTexts } from '../../shell/i18n/i18n.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import type { SalesOverviewProps } from './sales-overview.tsx';

const Overview = lazyPart(
  withAllTexts(() => import('./sales-overview.tsx')),
  'SalesOverview',
);

/** Prices above a list of past sales; loads only there. */
export const SalesOverview = (props: SalesOverviewProps) =>
  isSalesPage(props.pageType) && (
    <Suspense>
      <Overview {...props} />
    </Suspense>
  );
