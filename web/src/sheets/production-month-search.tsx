import type { CarLot } from '@seri/contract/lots/records.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { t } from '../shell/i18n/i18n.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import css from './production-month.module.css';
import { type BuiltVehicle, productionMonthOf } from './production-month-queries.ts';
import { ProductionMonthResult } from './production-month-result.tsx';
import { SheetCrop } from './sheet-crop.tsx';

const LONGEST = 40;

interface ProductionMonthSearchProps {
  vehicle: BuiltVehicle;
  sheet: CarLot['mopDeail'] | undefined;
}

/** Chassis code and dash are prefilled; without a serial number the search uses the lot's own number. */
export function ProductionMonthSearch({ vehicle, sheet }: ProductionMonthSearchProps) {
  const fieldId = useId();
  const [draft, setDraft] = useState(vehicle.chassis && `${vehicle.chassis}-`);
  const [asked, setAsked] = useState('');
  const { data, isFetching, refetch } = useQuery(productionMonthOf(vehicle, asked));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = draft.trim();
    if (typed === asked) void refetch();
    setAsked(typed);
  };
  return (
    <div className={css.search}>
      {sheet && <SheetCrop sheet={sheet} />}
      <form onSubmit={submit} className={css.form}>
        <label htmlFor={fieldId}>{t('MonthOfProduction.chassis')}</label>
        <div className={css.row}>
          <input
            id={fieldId}
            className={css.field}
            value={draft}
            maxLength={LONGEST}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            ref={focusEnd}
            aria-describedby={`${fieldId}-hint`}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <ActionButton type="submit" size="md" loading={isFetching} disabled={draft.trim() === ''}>
            {t('MonthOfProduction.find')}
          </ActionButton>
        </div>
        <p id={`${fieldId}-hint`} className="quiet small">
          {t('MonthOfProduction.hint')}
        </p>
      </form>
      <div role="status">
        {isFetching && <SkeletonRows rows={3} columns={['1fr', '1fr']} />}
        {!isFetching && data && <ProductionMonthResult found={data.carInfo} />}
        {!isFetching && !data && asked !== '' && <p>{t('MonthOfProduction.Empty')}</p>}
      </div>
    </div>
  );
}

function focusEnd(field: HTMLInputElement | null): void {
  if (!field || document.activeElement === field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
