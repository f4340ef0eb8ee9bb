import { t } from '../../shell/i18n/i18n.ts';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import type { DataProblem } from '../core/checked-list.ts';
import css from '../core/lists.module.css';

const MAX_SHOWN = 10;

/** Invalid rows of a list's answer, one line each; the rest of the list stays on the screen. */
export function DataProblems({ problems }: { problems: readonly DataProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <FormAlert>
      <b>{t('bids.problems.title')}</b>
      <ul className={css.problems}>
        {problems.slice(0, MAX_SHOWN).map(({ path, expected }) => (
          <li key={`${path} ${expected}`}>{t('bids.problems.item', { path: path || '–', expected })}</li>
        ))}
      </ul>
      {problems.length > MAX_SHOWN && <p>{t('bids.problems.more', { count: problems.length - MAX_SHOWN })}</p>}
    </FormAlert>
  );
}
