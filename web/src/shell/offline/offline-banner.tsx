import { zonedOwnTime } from '../../ui/data/japan-text.ts';
import { t } from '../i18n/i18n.ts';
import css from './offline-banner.module.css';

/** Above a page that this device shows without a network. */
export function OfflineBanner({ asOf }: { asOf: string }) {
  return (
    <p className={css.banner} role="status">
      {t('shell.offline', { time: zonedOwnTime(asOf) })}
    </p>
  );
}
