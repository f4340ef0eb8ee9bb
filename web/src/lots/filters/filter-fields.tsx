import type { LotFilter } from '@seri/contract/lots/filter.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { RangeField } from '../../ui/forms/range-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { type Facet, type Range, rangeOf, withMaker, withRange } from '../core/lot-search.ts';
import { type LotFilters, lotQueries } from '../core/queries.ts';
import { optionsOf } from './choice-options.ts';

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
  const chosen = filter[facet].map(String);
  return (
    <SelectField
      label={t(`lots.filter.${facet}`)}
      options={optionsOf(facet, filters, chosen)}
      value={chosen}
      onChange={(values) => onChange({ [facet]: NUMBERS.has(facet) ? values.map(Number) : values })}
    />
  );
}

/** Facets whose values are numbers in the address. */
const NUMBERS: ReadonlySet<Facet> = new Set(['status', 'seats']);
