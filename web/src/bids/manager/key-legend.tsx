import { t } from '../../shell/i18n/i18n.ts';
import css from './key-legend.module.css';

/** The keys of the list in a bar at the foot of the screen; for devices with a keyboard. */
export const KeyLegend = () => (
  <div className={css.legend} aria-hidden>
    <span>
      <kbd>2</kbd> {t('bids.decide.2')}
    </span>
    <span>
      <kbd>3</kbd> {t('bids.decide.3')}
    </span>
    <span>
      <kbd>1</kbd>
      <kbd>4</kbd>
      <kbd>5</kbd>
      <kbd>6</kbd> {[t('BidStatus.1'), t('BidStatus.4'), t('BidStatus.5'), t('BidStatus.6')].join(', ')}
    </span>
    <span>
      <kbd>J</kbd>
      <kbd>K</kbd> {t('bids.keys.move')}
    </span>
    <span>
      <kbd>{t('bids.keys.space')}</kbd> {t('bids.keys.select')}
    </span>
    <span className={css.wide}>
      <kbd>E</kbd> {t('bids.keys.edit')}
    </span>
    <span className={css.wide}>
      <kbd>C</kbd> {t('bids.keys.chat')}
    </span>
    <span>
      <kbd>U</kbd> {t('bids.keys.undo')}
    </span>
    <span className={css.all}>
      <kbd>?</kbd> {t('bids.keys.all')}
    </span>
  </div>
);
