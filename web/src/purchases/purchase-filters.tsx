import type { PurchasedQuery } from '@seri/contract/purchases/list-search.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import { DayField } from '../ui/forms/day-field.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { TextSearch } from '../ui/forms/text-search.tsx';
import css from './purchases.module.css';

interface PurchaseFiltersProps {
  search: PurchasedQuery;
  statuses: readonly { value: string | number; label: string }[];
  onChange: (patch: Partial<PurchasedQuery>, how?: { replace: boolean }) => void;
  total: number | undefined;
}

export function PurchaseFilters({ search, statuses, onChange, total }: PurchaseFiltersProps) {
  return (
    <div className={css.filters}>
      <TextSearch
        label={t('purchases.search')}
        clearLabel={t('purchases.search.clear')}
        value={search.qSearch}
        onChange={(qSearch) => onChange({ qSearch }, { replace: true })}
      />
      <DayField
        label={t('purchases.from')}
        invalid={t('Errors.Invalid')}
        value={search.dateFrom}
        onChange={(dateFrom) => onChange({ dateFrom }, { replace: true })}
      />
      <DayField
        label={t('purchases.to')}
        invalid={t('Errors.Invalid')}
        value={search.dateTo}
        onChange={(dateTo) => onChange({ dateTo }, { replace: true })}
      />
      <div className={css.status}>
        <SelectField
          single
          label={t('purchases.status')}
          options={statuses.map(({ value, label }) => ({
            value: String(value),
            label: textOf(`PurchaseStatus.${value}`, 'purchases.raw', { text: label }),
          }))}
          value={search.status === undefined ? [] : [search.status]}
          onChange={([status]) => onChange({ status })}
        />
      </div>
      {total !== undefined && <span className={css.count}>{t('purchases.count', { n: groupThousands(total) })}</span>}
    </div>
  );
}
