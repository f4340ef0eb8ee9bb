import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { lazy, Suspense } from 'react';
import { withAllTexts } from '../../shell/i18n/i18n.ts';

const loadOverview = withAllTexts(() => import('./sales-overview.tsx'));
const Overview = lazy(() => loadOverview().then((part) => ({ default: part.SalesOverview })));

export interface SalesOverviewProps {
  pageType: PageType;
  filter: LotFilter;
}

/** Prices above a list of past sales; loads only there. */
export const SalesOverview = (props: SalesOverviewProps) =>
  isSalesPage(props.pageType) && (
    <Suspense>
      <Overview {...props} />
    </Suspense>
  );
