import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { RangeField } from '../../ui/forms/range-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { type Facet, type Range, rangeOf, withMaker, withRange } from '../core/lot-search.ts';
import { colorText, gearboxText, gradeMeaning, statusText } from '../core/lot-texts.ts';
import { type LotFilters, lotQueries } from '../core/queries.ts';

interface FieldProps {
  pageType: PageType;
  filter: LotFilter;
  onChange: (changes: Partial<LotFilter>) => void;
}

export function MakerField({ pageType, filter, onChange }: FieldProps) {
  const { data: makers = [] } = useQuery(lotQueries.makers(pageType));
  return (
    <SelectField
      single
      label={t('lots.filter.maker')}
      options={makers}
      value={filter.maker}
      onChange={(maker) => onChange(withMaker(maker))}
    />
  );
}

/** Offered once a maker is chosen, each model with its lot count. */
export function ModelField({ pageType, filter, onChange }: FieldProps) {
  const [maker] = filter.maker;
  const { data: models = [] } = useQuery(lotQueries.models(pageType, maker));
  const options = models.map(({ value, label, counter }) => ({ value: String(value), label, counter }));
  return (
    <SelectField
      label={t('lots.filter.model')}
      options={options}
      value={filter.model}
      disabled={maker === undefined && filter.model.length === 0}
      onChange={(model) => onChange({ model })}
    />
  );
}

const DIGITS: Record<Range, number> = {
  ...{ year: 4, mileage: 7, engine: 5, power: 4, age: 4 },
  ...{ startPrice: 9, averagePrice: 9, soldPrice: 9 },
};

interface RangeFilterProps extends Omit<FieldProps, 'pageType'> {
  range: Range;
  filters: LotFilters | undefined;
}

export function RangeFilter({ range, filter, filters, onChange }: RangeFilterProps) {
  const isYear = range === 'year';
  const ends = filters?.range[range];
  const shown = (value: number) => (isYear ? String(value) : groupThousands(value));
  return (
    <div title={ends && ends.max > 0 ? `${shown(ends.min)} – ${shown(ends.max)}` : undefined}>
      <RangeField
        label={t(`lots.filter.${range}Short`)}
        {...rangeOf(filter, range)}
        grouped={!isYear}
        maxDigits={DIGITS[range]}
        onChange={(ends) => onChange(withRange(range, ends))}
      />
    </div>
  );
}

interface FacetFieldProps extends Omit<FieldProps, 'pageType'> {
  facet: Facet;
  filters: LotFilters | undefined;
}

export function FacetField({ facet, filter, filters, onChange }: FacetFieldProps) {
  const choices = filters?.select[facet] ?? [];
  const options = choices.map(({ value, label, counter }) => ({
    value: String(value),
    label: choiceText(facet, String(value), label),
    counter,
  }));
  const chosen = filter[facet].map(String);
  // Keep a choice without matching lots, so that it can be removed.
  const missing = chosen.filter((value) => !options.some((option) => option.value === value));
  return (
    <SelectField
      label={t(`lots.filter.${facet}`)}
      options={[...options, ...missing.map((value) => ({ value, label: choiceText(facet, value, value), counter: 0 }))]}
      value={chosen}
      onChange={(values) => onChange({ [facet]: NUMBERS.has(facet) ? values.map(Number) : values })}
    />
  );
}

/** Facets whose values are numbers in the address. */
const NUMBERS: ReadonlySet<Facet> = new Set(['status', 'seats']);
/** Facets whose values have texts of their own. */
const NAMED: ReadonlySet<Facet> = new Set(['fuel', 'hybrid', 'drive', 'steering', 'body', 'repaired']);

export function choiceText(facet: Facet, value: string, label: string): string {
  if (facet === 'status') return statusText(Number(value));
  if (facet === 'color') return colorText(value);
  if (facet === 'gearbox') return gearboxText(value);
  if (NAMED.has(facet)) return textOf(`lots.value.${facet}.${value}`, 'lots.value.unknown');
  return facet === 'condition' ? `${value}, ${gradeMeaning(value).toLocaleLowerCase()}` : label;
}
