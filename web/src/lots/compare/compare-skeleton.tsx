import { t } from '../../shell/i18n/i18n.ts';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import css from './compare-screen.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function CompareSkeleton({ columns }: { columns: number }) {
  return (
    <div className={css.skeleton} role="status" aria-label={t('ui.loading')}>
      {ROWS.slice(0, columns).map((column) => (
        <div key={column}>
          <SkeletonBlock height={150} />
          {ROWS.map((row) => (
            <SkeletonBlock key={row} height={16} quiet />
          ))}
        </div>
      ))}
    </div>
  );
}
