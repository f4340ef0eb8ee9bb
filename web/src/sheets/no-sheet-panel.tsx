import { t } from '../shell/i18n/i18n.ts';
import css from './contradictions.module.css';

/** Says that the auction house has sent no sheet of a lot. */
export const NoSheetPanel = () => (
  <section aria-label={t('lots.sheet.name')}>
    <p className={`quiet ${css.none}`}>{t('lots.sheet.none')}</p>
  </section>
);
