import { t } from '../../shell/i18n/i18n.ts';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import type { LotViewName } from '../core/lot-views.ts';
import css from './list-skeleton.module.css';
import grid from './lot-card.module.css';

interface ListSkeletonProps {
  view: LotViewName;
  isWide: boolean;
  /** Number of lots to reserve space for. */
  count: number;
}

/** Placeholder of a list in its later layout and height. */
export function ListSkeleton({ view, isWide, count }: ListSkeletonProps) {
  const lots = numbers(count);
  if (view === 'rows') {
    return (
      <div className={isWide ? `panel ${css.rows}` : css.phone} role="status" aria-label={t('ui.loading')}>
        {lots.map((lot) => (
          <div key={lot} className={css.row}>
            <SkeletonBlock height={isWide ? 57 : 93} />
            <Lines seed={lot} count={isWide ? 2 : 4} />
            {isWide && [1, 2, 3, 4].map((column) => <Lines key={column} seed={lot + column} count={2} />)}
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={grid.grid} data-view={view} role="status" aria-label={t('ui.loading')}>
      {lots.map((lot) => (
        <div key={lot} className={grid.slot}>
          <div className={`${grid.card} ${css.card}`}>
            <div className={css.photo} />
            <Lines seed={lot} count={5} />
          </div>
        </div>
      ))}
    </div>
  );
}

function Lines({ seed, count }: { seed: number; count: number }) {
  return (
    <div>
      {numbers(count).map((line) => (
        <SkeletonBlock
          key={line}
          width={`${45 + ((seed * 7 + line * 23) % 45)}%`}
          height={line ? 10 : 14}
          quiet={line > 0}
        />
      ))}
    </div>
  );
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
