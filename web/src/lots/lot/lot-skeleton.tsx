import { t } from '../../shell/i18n/i18n.ts';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { Page } from '../../ui/theme/page.tsx';
import css from './lot-screen.module.css';

const FACTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

export function LotSkeleton() {
  return (
    <Page>
      <div role="status" aria-label={t('ui.loading')}>
        <div className={css.heading}>
          <SkeletonBlock width="260px" />
          <SkeletonBlock width="min(420px, 100%)" height={28} quiet />
        </div>
        <div className={css.columns}>
          <div className={css.car}>
            <SkeletonBlock height={380} />
            <div>
              {FACTS.map((name) => (
                <SkeletonBlock key={name} height={16} quiet />
              ))}
            </div>
          </div>
          <div className={css.bid}>
            <SkeletonBlock height={380} />
          </div>
        </div>
      </div>
    </Page>
  );
}
