import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { lazy, Suspense } from 'react';
import { withAllTexts } from '../../shell/i18n/i18n.ts';
import type { SalesOverviewProps } from './sales-overview.tsx';

const loadOverview = withAllTexts(() => import('./sales-overview.tsx'));
const Overview = lazy(() => loadOverview().then((part) => ({ default: part.SalesOverview })));

/** Prices above a list of past sales; loads only there. */
export const SalesOverview = (props: SalesOverviewProps) =>
  isSalesPage(props.pageType) && (
    <Suspense>
      <Overview {...props} />
    </Suspense>
  );
