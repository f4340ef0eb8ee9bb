import type { ReplyOf } from '@seri/contract/http.ts';
import type { CarLot } from '@seri/contract/lots/records.ts';
import type { carProductionMonth } from '@seri/contract/sheets/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type TextKey, t } from '../shell/i18n/i18n.ts';
import { monthName } from '../shell/i18n/month-name.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { DataList, DataRow } from '../ui/data/data-row.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import css from './production-month.module.css';
import { type BuiltVehicle, productionMonthOf } from './production-month-queries.ts';
import { SheetCrop } from './sheet-crop.tsx';

const MAX_LENGTH = 40;

interface ProductionMonthSearchProps {
  vehicle: BuiltVehicle;
  sheet: CarLot['mopDeail'] | undefined;
}

/** Chassis code and dash are prefilled; without a serial number the search uses the lot's own number. */
export function ProductionMonthSearch({ vehicle, sheet }: ProductionMonthSearchProps) {
  const fieldId = useId();
  const [draft, setDraft] = useState(vehicle.chassis && `${vehicle.chassis}-`);
  const [searched, setSearched] = useState('');
  const { data, isFetching, refetch } = useQuery(productionMonthOf(vehicle, searched));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = draft.trim();
    if (typed === searched) void refetch();
    setSearched(typed);
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
            maxLength={MAX_LENGTH}
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
        {!isFetching && !data && searched !== '' && <p>{t('MonthOfProduction.Empty')}</p>}
      </div>
    </div>
  );
}

function focusEnd(field: HTMLInputElement | null): void {
  if (!field || document.activeElement === field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

type Found = ReplyOf<typeof carProductionMonth>['carInfo'];

/** The order is fixed; an unknown item is not shown (business-rules.md#production-month). */
const ITEMS = [
  'modelCode',
  'modelName',
  'gradeCode',
  'engineNo',
  'transmission',
  'description',
  'code',
  'colorCode',
  'trimCode',
  'catalogNo',
] as const satisfies readonly (keyof Found)[];

function ProductionMonthResult({ found }: { found: Found }) {
  return (
    <DataList>
      {found.year !== null && (
        <DataRow label={t('MonthOfProduction.year')} strong>
          {[found.year, found.month && monthName(found.month)].filter(Boolean).join('/')}
        </DataRow>
      )}
      {ITEMS.map((item) => {
        const label: TextKey = `MonthOfProduction.${item}`;
        return (
          found[item] && (
            <DataRow key={item} label={t(label)}>
              {found[item]}
            </DataRow>
          )
        );
      })}
    </DataList>
  );
}
