import { japanDate, japanDay, japanSeconds } from '../../ui/data/japan-text.ts';
import { useNow } from '../i18n/clock.ts';
import { japanClock } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';
import css from './japan-now.module.css';

/** Japan clock of the sidebar, by the server's time. */
export function JapanNow({ slim = false }: { slim?: boolean }) {
  const now = useNow();
  if (slim) {
    return (
      <div className={css.slim} title={t('Time.Japan')}>
        <span className="quiet small">JST</span>
        <span className="strong">{japanClock(now)}</span>
        <span className="quiet small">{japanDay(now)}</span>
      </div>
    );
  }
  return (
    <div className={css.wide}>
      <span className="quiet small">{t('Time.Japan')}</span>
      <span className={css.time}>{japanSeconds(now)}</span>
      <span className="quiet small">{japanDate(now)}, UTC+9</span>
    </div>
  );
}

/** One-line clock for pages without a sidebar. */
export function JapanNowLine() {
  const now = useNow();
  return (
    <span className="quiet small nowrap">
      {t('Time.Japan')} <span className={css.line}>{japanSeconds(now)}</span> {japanDate(now)}
    </span>
  );
}
