import { useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { checkedZones, toggleZone, ZONES } from './checked-zones.ts';
import css from './sheet.module.css';

/** Check list for a sheet; the checks are stored in this browser. */
export function CheckList({ lotId }: { lotId: string }) {
  const [checked, setChecked] = useState(() => checkedZones(lotId));
  return (
    <fieldset className={css.checks}>
      <legend>
        {t('sheets.checks')}{' '}
        <span className="quiet small" aria-live="polite">
          {t('sheets.checksDone', { done: checked.length, all: ZONES.length })}
        </span>
      </legend>
      {ZONES.map((zone) => (
        <label key={zone} className={css.check}>
          <input
            type="checkbox"
            checked={checked.includes(zone)}
            onChange={() => setChecked(toggleZone(lotId, zone))}
          />
          <span>{t(`sheets.zone.${zone}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
