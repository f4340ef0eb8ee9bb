import type { PageType } from '@seri/contract/lots/page-types.ts';
import { lazy, Suspense, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { readStored } from '../shell/i18n/storage.ts';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import css from './costs.module.css';

const LandedCost = lazy(() => import('./landed-cost.tsx').then((part) => ({ default: part.LandedCost })));

interface LandedCostPanelProps {
  pageType: PageType;
  lotId: string;
  /** Initial amount: the reader's own bid, the average or the start price. */
  firstYen: number | null;
}

/** Landed cost of the car at the port; closed until opened, but open for readers who have chosen a port before. */
export function LandedCostPanel(props: LandedCostPanelProps) {
  const [isOpen, setOpen] = useState(() => readStored('costDestination') !== null);
  return (
    <details className={`panel ${css.panel}`} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.line}>
        <h2>{t('costs.title')}</h2>
        <span className="quiet">{t('costs.lead')}</span>
      </summary>
      {isOpen && (
        <Suspense fallback={<SkeletonBlock height={320} quiet />}>
          <LandedCost {...props} />
        </Suspense>
      )}
    </details>
  );
}
