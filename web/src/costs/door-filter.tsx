import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { groupThousands, numberOf } from '../ui/theme/number-text.ts';
import { currencySign, inReaderLanguage, YEN, yenFor } from './cost-texts.ts';
import css from './door-filter.module.css';
import { doorQuery } from './door-queries.ts';

export interface DoorFilterProps {
  filter: Pick<LotFilter, 'doorTo' | 'importable'>;
  onChange: (changes: Partial<LotFilter>) => void;
}

const CHOICES = ['1', 'check'] as const;

/** Whether lots may be imported, and the most they may cost at the reader's door, in their currency. */
export function DoorFilter({ filter, onChange }: DoorFilterProps) {
  const importId = useId();
  const totalId = useId();
  const { data } = useQuery(doorQuery);
  const place = data?.destinations.find(({ code }) => code === data.door.destination);
  if (!data) return <div className={css.reserved} />;
  if (!place) return null;
  const { door, rates } = data;
  const inUnits = (yen: number) => (door.currency === YEN ? yen : Math.round(yen / (rates[door.currency] ?? 1)));
  return (
    <div className={css.filter}>
      <div>
        <label htmlFor={importId}>{t('costs.filter.import')}</label>
        <select
          id={importId}
          value={filter.importable ?? ''}
          onChange={(event) => onChange({ importable: CHOICES.find((choice) => choice === event.currentTarget.value) })}
        >
          <option value="">{t('costs.filter.import.any')}</option>
          {CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {t(`lots.filter.import.${choice}`)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={totalId}>
          {t('costs.filter.doorTo')}, {currencySign(door.currency)}
        </label>
        <input
          id={totalId}
          inputMode="numeric"
          autoComplete="off"
          value={filter.doorTo ? groupThousands(inUnits(filter.doorTo)) : ''}
          title={inReaderLanguage(place.label)}
          onChange={(event) => {
            const amount = numberOf(event.currentTarget.value);
            const yen = Math.min(yenFor({ amount, currency: door.currency }, rates), MAX_YEN);
            onChange({ doorTo: yen || undefined });
          }}
        />
      </div>
    </div>
  );
}
/** The greatest total that the listing accepts. */
const MAX_YEN = 999_999_999;
