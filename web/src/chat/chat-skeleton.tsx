import { t } from '../shell/i18n/i18n.ts';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import css from './chat.module.css';

/** Placeholder for loading messages. */
export function ChatSkeleton() {
  return (
    <div className={css.skeleton} role="status" aria-label={t('ui.loading')}>
      <SkeletonBlock width="62%" height={40} />
      <SkeletonBlock width="48%" height={40} />
      <SkeletonBlock width="70%" height={40} />
    </div>
  );
}
