import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { RowPrice } from '@seri/contract/prices/price-records.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { priceRangeText } from '../../shell/i18n/price-range-text.ts';
import { Money } from '../../ui/data/money.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { lotQueries } from '../core/queries.ts';
import css from './similar-sales.module.css';

const SimilarSales = lazyPart(() => import('./similar-sales.tsx'), 'SimilarSales');

interface AveragePriceProps {
  pageType: PageType;
  lotId: string;
  averageYen: number | null;
  price?: RowPrice | undefined;
}

/** The likely price with its range, and a button that opens the similar sales. */
export function AveragePrice({ pageType, lotId, averageYen, price }: AveragePriceProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(lotQueries.similarSales({ pageType, id: lotId }));
  return (
    <>
      {averageYen !== null && <Money yen={averageYen} />}
      {averageYen !== null && price?.lowYen && price.highYen && (
        <div className="quiet small">{priceRangeText(price.lowYen, price.highYen)}</div>
      )}
      <button type="button" className={css.open} onClick={() => setOpen(true)}>
        {averageYen === null && t('lots.average.none')}
        {averageYen !== null && (data ? t('lots.average.sales', { count: data.items.length }) : t('lots.average.open'))}
      </button>
      <Dialog opened={isOpen} title={t('lots.average.title')} size={760} onClose={() => setOpen(false)}>
        <Suspense>
          <SimilarSales pageType={pageType} lotId={lotId} />
        </Suspense>
      </Dialog>
    </>
  );
}
