import { useDebouncedCallback } from '@mantine/hooks';
import { PAYMENT_TYPES, type PaymentsQuery } from '@seri/contract/payments/list-search.ts';
import { useState } from 'react';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Segmented } from '../ui/actions/segmented.tsx';
import { DayField } from '../ui/forms/day-field.tsx';
import { TextSearch } from '../ui/forms/text-search.tsx';
import { DELAY_MS } from '../ui/theme/delays.ts';
import { paymentTypeText } from './payment-rows.tsx';
import css from './payments.module.css';

interface PaymentFiltersProps {
  search: PaymentsQuery;
  onChange: (patch: Partial<PaymentsQuery>, how?: { replace: boolean }) => void;
  total: number | undefined;
}

const ALL = 'all';

export function PaymentFilters({ search, onChange, total }: PaymentFiltersProps) {
  const types = PAYMENT_TYPES.map((type) => ({ value: type as string, label: paymentTypeText(type) }));
  const [pressed, setPressed] = useState<string | null>(null);
  const apply = useDebouncedCallback((value: string) => {
    setPressed(null);
    onChange({ type: PAYMENT_TYPES.find((type) => type === value) });
  }, DELAY_MS.paymentType);
  return (
    <div className={css.filters}>
      <TextSearch
        label={t('payments.search')}
        clearLabel={t('payments.search.clear')}
        value={search.qSearch}
        onChange={(qSearch) => onChange({ qSearch }, { replace: true })}
      />
      <DayField
        label={t('payments.from')}
        invalid={t('Errors.Invalid')}
        value={search.dateFrom}
        onChange={(dateFrom) => onChange({ dateFrom }, { replace: true })}
      />
      <DayField
        label={t('payments.to')}
        invalid={t('Errors.Invalid')}
        value={search.dateTo}
        onChange={(dateTo) => onChange({ dateTo }, { replace: true })}
      />
      <Segmented
        name={t('payments.type')}
        value={pressed ?? search.type ?? ALL}
        options={[{ value: ALL, label: t('Common.All') }, ...types]}
        onChange={(value) => {
          setPressed(value);
          apply(value);
        }}
      />
      {total !== undefined && <span className={css.count}>{t('payments.count', { n: groupThousands(total) })}</span>}
    </div>
  );
}
