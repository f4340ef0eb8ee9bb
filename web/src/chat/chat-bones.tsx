import { t } from '../shell/i18n/i18n.ts';
import { Bone } from '../ui/data/skeleton.tsx';
import css from './chat.module.css';

/** Placeholder for loading messages. */
export function ChatBones() {
  return (
    <div className={css.bones} role="status" aria-label={t('ui.loading')}>
      <Bone width="62%" height={40} />
      <Bone width="48%" height={40} />
      <Bone width="70%" height={40} />
    </div>
  );
}
