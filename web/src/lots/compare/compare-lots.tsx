import { IconX } from '@tabler/icons-react';
import { paths } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { LinkButton } from '../../shell/link-button.tsx';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { MAX_COMPARED, MIN_COMPARED } from '../core/comparison.ts';
import css from './compare.module.css';
import { clearChosen, toggleChosen, useChosen } from './compare-selection.ts';

/** Chosen lots with the link to the comparison. */
export function ChosenLots() {
  const chosen = useChosen();
  const isEnough = chosen.length >= MIN_COMPARED;
  return (
    <section className={css.tray} aria-label={t('lots.pick.tray')}>
      <p className={css.count} role="status">
        {isEnough
          ? t('lots.pick.chosen', { n: chosen.length, most: MAX_COMPARED })
          : t('lots.pick.oneMore', { most: MAX_COMPARED })}
      </p>
      <ul className={css.chosen}>
        {chosen.map((lot) => (
          <li key={`${lot.pageType}:${lot.id}`}>
            <span className="ellipsis" title={lot.name}>
              {lot.name}
            </span>
            <button type="button" aria-label={t('ui.removeTag', { tag: lot.name })} onClick={() => toggleChosen(lot)}>
              <IconX size={16} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <ActionButton kind="quiet" onClick={clearChosen}>
        {t('lots.pick.clear')}
      </ActionButton>
      {isEnough ? (
        <LinkButton {...paths.compare(chosen.map(({ pageType, id }) => `${pageType}:${id}`))}>
          {t('lots.pick.name')}
        </LinkButton>
      ) : (
        <ActionButton disabled>{t('lots.pick.name')}</ActionButton>
      )}
    </section>
  );
}
