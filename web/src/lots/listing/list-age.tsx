import { t } from '../../shell/i18n/i18n.ts';
import { zonedClock } from '../../ui/data/japan-text.ts';
import css from './lot-list.module.css';

/** Age of a list, if it is older than a few seconds. */
export function ListAge({ at }: { at: string | undefined }) {
  return (
    at && (
      <p className={css.age} role="status">
        {t('lots.asOf', { time: zonedClock(at) })}
      </p>
    )
  );
}
