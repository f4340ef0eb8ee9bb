import type { BidFilters, FilterList } from '@seri/contract/bids/list-routes.ts';
import { japanDate } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { DayField } from '../../ui/forms/day-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { type BidFilter, choicePatch, chosenIn } from '../core/list-filter.ts';
import type { FilterField } from '../core/list-layouts.ts';
import css from './list-filters.module.css';

interface FilterFieldsProps {
  layout: readonly FilterField[];
  filter: BidFilter;
  choices: BidFilters['filters'] | undefined;
  onChoose: (changes: BidFilter) => void;
  /** Called for a typed day, which has already been debounced. */
  onDay: (changes: BidFilter) => void;
}

/** Fields of a filter panel in the order of its layout. */
export const FilterFields = ({ layout, ...props }: FilterFieldsProps) => (
  <>
    {layout.map((field) => {
      if (field === 'mine') return <MineField key={field} {...props} />;
      if (field === 'span') return <SpanFields key={field} {...props} />;
      return <ChoiceField key={field} list={field} {...props} />;
    })}
  </>
);

type FieldProps = Omit<FilterFieldsProps, 'layout'>;

function ChoiceField({ list, filter, choices, onChoose }: FieldProps & { list: FilterList }) {
  const value = chosenIn(filter, list);
  const options = (choices?.[list] ?? []).map((choice) => ({ value: String(choice.value), label: choice.label }));
  // Keep a choice from the address visible, even if no bid has that value any more.
  const missing = value.filter((chosen) => options.every((option) => option.value !== chosen));
  return (
    <div className={css.field}>
      <SelectField
        label={t(`bids.filter.${list}`)}
        options={[
          ...options,
          ...missing.map((chosen) => ({ value: chosen, label: list === 'dates' ? japanDate(chosen) : chosen })),
        ]}
        value={value}
        onChange={(chosen) => onChoose(choicePatch(list, chosen))}
      />
    </div>
  );
}

function MineField({ filter, onChoose }: FieldProps) {
  const isMine = filter.mine !== undefined;
  return (
    <button
      type="button"
      className={css.mine}
      aria-pressed={isMine}
      onClick={() => onChoose({ mine: isMine ? undefined : '1' })}
    >
      {t('bids.filter.mine')}
    </button>
  );
}

const SpanFields = ({ filter, onDay }: FieldProps) => (
  <div className={css.span}>
    <DayField
      label={t('bids.filter.from')}
      invalid={t('Errors.Invalid')}
      value={filter.auctionDateFrom}
      onChange={(auctionDateFrom) => onDay({ auctionDateFrom })}
    />
    <DayField
      label={t('bids.filter.to')}
      invalid={t('Errors.Invalid')}
      value={filter.auctionDateTo}
      onChange={(auctionDateTo) => onDay({ auctionDateTo })}
    />
  </div>
);
