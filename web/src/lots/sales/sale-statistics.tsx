import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { isSalesPage, type PageType, type SalesPage } from '@seri/contract/lots/page-types.ts';
import { Suspense, useState } from 'react';
import { t, withAllTexts } from '../../shell/i18n/i18n.ts';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import css from './price-history.module.css';

const SaleCharts = lazyPart(
  withAllTexts(() => import('./sale-charts.tsx')),
  'SaleCharts',
);

interface SaleStatisticsProps {
  pageType: PageType;
  filter: LotFilter;
}

/** On the statistics: what sales under the filters cost over their mileage, and where they sell. Loads when opened. */
export function SaleStatistics({ pageType, filter }: SaleStatisticsProps) {
  if (!isSalesPage(pageType)) return null;
  return <Opened key={pageType} pageType={pageType} filter={filter} />;
}

function Opened({ pageType, filter }: { pageType: SalesPage; filter: LotFilter }) {
  const [isOpen, setOpen] = useState(filter.model.length > 0);
  return (
    <details className={`panel ${css.history}`} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.line}>
        <b>{t('lots.history.market')}</b>
      </summary>
      <div className={css.body}>
        {isOpen && (
          <Suspense fallback={<SkeletonBlock height={320} quiet />}>
            <SaleCharts pageType={pageType} filter={filter} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
