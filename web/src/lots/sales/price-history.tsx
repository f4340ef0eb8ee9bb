import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { isSalesPage, type PageType, type SalesPage } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorText } from '../../shell/api/error-text.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { lotQueries } from '../core/queries.ts';
import css from './price-history.module.css';

const PriceChart = lazyPart(() => import('./price-chart.tsx'), 'PriceChart');

interface PriceHistoryProps {
  pageType: PageType;
  filter: LotFilter;
}

/** Monthly prices of the chosen model, on the statistics; applies the other filters, such as the grade, as well. */
export function PriceHistory({ pageType, filter }: PriceHistoryProps) {
  if (!isSalesPage(pageType) || filter.maker.length === 0 || filter.model.length === 0) return null;
  return <ModelHistory pageType={pageType} filter={filter} />;
}

function ModelHistory({ pageType, filter }: { pageType: SalesPage; filter: LotFilter }) {
  const [isOpen, setOpen] = useState(true);
  const { data, error, refetch } = useQuery({ ...lotQueries.priceHistory(pageType, filter), enabled: isOpen });
  const sold = data?.months.reduce((sum, month) => sum + month.sales, 0) ?? 0;
  return (
    <details className={`panel ${css.history}`} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.line}>
        <b>{t('lots.history.name', { model: filter.model.join(', ') })}</b>
        {data && <span className="quiet">{t('lots.history.sales', { count: sold })}</span>}
      </summary>
      <div className={css.body}>
        {error && !data && (
          <p role="alert">
            {errorText(error)}{' '}
            <ActionButton kind="quiet" onClick={() => void refetch()}>
              {t('ui.tryAgain')}
            </ActionButton>
          </p>
        )}
        {data && sold === 0 && <p className="quiet">{t('lots.history.none')}</p>}
        {data && sold > 0 && (
          <Suspense fallback={<SkeletonBlock height={248} quiet />}>
            <PriceChart months={data.months} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
