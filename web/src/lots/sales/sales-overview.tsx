import { PriceHistory } from './price-history.tsx';
import { SaleStatistics } from './sale-statistics.tsx';
import type { SalesOverviewProps } from './sales-overview-panel.tsx';

/** Monthly prices and statistics of the sales under the filters. */
export function SalesOverview(props: SalesOverviewProps) {
  return (
    <>
      <PriceHistory {...props} />
      <SaleStatistics {...props} />
    </>
  );
}
