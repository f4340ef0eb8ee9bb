import { useNow } from '../../shell/i18n/clock.ts';
import { zonedClock } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import css from '../core/lists.module.css';

interface StaleNoteProps {
  query: { isRefetchError: boolean; dataUpdatedAt: number };
}

/** Shows the age of the list while refetching fails. */
export function StaleNote({ query }: StaleNoteProps) {
  const nowMs = useNow();
  if (!query.isRefetchError) return null;
  const asOfMs = nowMs - (Date.now() - query.dataUpdatedAt);
  return (
    <p className={css.stale} role="status">
      {t('bids.list.stale', { time: zonedClock(asOfMs) })}
    </p>
  );
}
