import { exclusionOf, exclusionsOf, type LotFilter } from '@seri/contract/lots/filter.ts';
import type { ReactNode } from 'react';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { EXCLUDED_FACETS, type Facet, hasFacets, MORE_FACETS, MORE_RANGES, type Range } from '../core/lot-search.ts';
import { type MoreFiltersProps, optionsOf } from './choice-options.ts';
import { FacetField, RangeFilter } from './filter-fields.tsx';
import css from './more-filters.module.css';

/** Fields of the folded part of the filters, in groups. */
export function MoreFields(props: MoreFiltersProps) {
  const { pageType, filter } = props;
  const range = (name: Range) => <RangeFilter key={name} range={name} {...props} />;
  const facet = (name: Facet) => <FacetField key={name} facet={name} {...props} />;
  const prices = MORE_RANGES.price(pageType);
  return (
    <div className={css.groups}>
      {prices.length > 0 && <Group name={t('lots.more.price')}>{prices.map(range)}</Group>}
      <Group name={t('lots.more.technical')}>
        {range('engine')}
        {range('power')}
        {MORE_FACETS.technical(pageType).map(facet)}
        {filter.model.length > 0 && facet('trim')}
      </Group>
      <Group name={t('lots.more.condition')}>
        {range('age')}
        {MORE_FACETS.condition(pageType).map(facet)}
      </Group>
      <Group name={t('lots.more.exclude')}>
        {EXCLUDED_FACETS.filter((name) => name !== 'chassis' || hasFacets(filter)).map((name) => (
          <ExcludeField key={name} facet={name} {...props} />
        ))}
      </Group>
      <Group name={t('lots.more.own')}>
        <OwnChoices {...props} />
      </Group>
    </div>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend className="quiet small">{name}</legend>
      <div className={css.fields}>{children}</div>
    </fieldset>
  );
}

/** Values of a filter to leave out. */
function ExcludeField({ facet, filter, filters, onChange }: MoreFiltersProps & { facet: Facet }) {
  const excluded = exclusionsOf(filter.not)[facet] ?? [];
  const others = filter.not.filter((text) => !text.startsWith(`${facet}:`));
  return (
    <SelectField
      label={t('lots.more.without', { filter: t(`lots.filter.${facet}`) })}
      allLabel={t('lots.more.nothing')}
      options={optionsOf(facet, filters, excluded)}
      value={excluded}
      onChange={(values) => onChange({ not: [...others, ...values.map((value) => exclusionOf(facet, value))] })}
    />
  );
}

/** Lots by the reader's own marks. */
function OwnChoices({ filter, filters, onChange }: MoreFiltersProps) {
  const own = filters?.own;
  const tags = filters?.select.tag ?? [];
  const toggle = (name: string, isOn: boolean, count: number | undefined, changes: Partial<LotFilter>) => (
    <button type="button" aria-pressed={isOn} onClick={() => onChange(changes)}>
      {count === undefined ? name : `${name} (${groupThousands(count)})`}
    </button>
  );
  return (
    <>
      <div className={css.toggles}>
        {toggle(t('lots.own.new'), filter.new === '1', own?.new, { new: filter.new ? undefined : '1' })}
        {toggle(t('lots.own.unseen'), filter.seen === '0', own?.unseen, {
          seen: filter.seen === '0' ? undefined : '0',
        })}
        {toggle(t('lots.own.hidden'), filter.hidden === '1', own?.hidden, { hidden: filter.hidden ? undefined : '1' })}
      </div>
      {(tags.length > 0 || filter.tag.length > 0) && (
        <SelectField
          label={t('lots.own.tags')}
          options={[
            ...tags.map(({ value, label, counter }) => ({ value: String(value), label, counter })),
            ...filter.tag
              .filter((tag) => !tags.some(({ value }) => value === tag))
              .map((tag) => ({ value: tag, label: tag, counter: 0 })),
          ]}
          value={filter.tag}
          onChange={(tag) => onChange({ tag })}
        />
      )}
    </>
  );
}
