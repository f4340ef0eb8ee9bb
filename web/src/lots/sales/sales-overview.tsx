import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { PriceHistory } from './price-history.tsx';
import { SaleStatistics } from './sale-statistics.tsx';

export interface SalesOverviewProps {
  pageType: PageType;
  filter: LotFilter;
}

/** Monthly prices and statistics of the sales under the filters. */
export function SalesOverview(props: SalesOverviewProps) {
  return (
    <>
      <PriceHistory {...props} />
      <SaleStatistics {...props} />
    </>
  );
}
