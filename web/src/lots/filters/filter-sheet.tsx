import { useDebouncedValue } from '@mantine/hooks';
import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { IconArrowsSort } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DoorFilter } from '../../costs/door-filter-panel.tsx';
import { groupThousands } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import { hasAuctionDays } from '../core/listing-page.ts';
import { EMPTY_FILTER, hasFacets, isFiltered, MAIN_FACETS, MAIN_RANGES } from '../core/lot-search.ts';
import { lotQueries } from '../core/queries.ts';
import type { LotSearch } from '../core/use-lot-search.ts';
import { DateFields } from './date-fields.tsx';
import { DayStrip } from './day-strip.tsx';
import { FacetField, MakerField, ModelField, RangeFilter } from './filter-fields.tsx';
import css from './filter-sheet.module.css';
import { MoreFilters } from './more-filters.tsx';
import { QuickSearch } from './quick-search.tsx';
import { sortedText } from './sort-menu.tsx';

interface FilterSheetProps {
  opened: boolean;
  lots: LotSearch;
  /** Opens the sheet of orders and layouts in place of this one. */
  onSort: () => void;
  onClose: () => void;
}

/** All filters of a phone; shows the lot count while choosing, and the button applies them. */
export function FilterSheet({ opened, lots, onSort, onClose }: FilterSheetProps) {
  const { pageType } = lots;
  const [filter, setFilter] = useState<LotFilter>(lots.filter);
  const [hasWrongDay, setHasWrongDay] = useState({ dateFrom: false, dateTo: false });
  const [debounced] = useDebouncedValue(filter, DELAY_MS.field);
  const { data: filters } = useQuery({ ...lotQueries.filters(pageType, debounced), enabled: opened });
  const onChange = (changes: Partial<LotFilter>) => setFilter({ ...filter, ...changes });
  const show = () => void lots.apply(filter, true).then(onClose);
  const footer = (
    <div className={css.actions}>
      <ActionButton kind="plain" size="lg" disabled={!isFiltered(filter)} onClick={() => setFilter(EMPTY_FILTER)}>
        {t('Common.ClearAll')}
      </ActionButton>
      <ActionButton size="lg" disabled={hasWrongDay.dateFrom || hasWrongDay.dateTo} onClick={show}>
        {filters && debounced === filter
          ? t('lots.show', { found: groupThousands(filters.totalSearchResults) })
          : t('lots.showLots')}
      </ActionButton>
    </div>
  );
  return (
    <BottomSheet isFull opened={opened} onClose={onClose} title={t('lots.filter.name')} footer={footer}>
      <div className={css.fields}>
        <div className={css.sort}>
          <ActionButton
            kind="plain"
            size="lg"
            fullWidth
            leftSection={<IconArrowsSort size={20} stroke={1.5} aria-hidden />}
            onClick={onSort}
          >
            {sortedText(lots.search)}
          </ActionButton>
        </div>
        <QuickSearch
          pageType={pageType}
          search={filter.search}
          onType={(search) => onChange({ search })}
          onSubmit={(search) => onChange({ search })}
        />
        <p className="quiet">{t('lots.days.name')}</p>
        {hasAuctionDays(pageType) && (
          <DayStrip look="tiles" days={filter.date} onChange={(date) => onChange({ date })} />
        )}
        <DateFields
          dateFrom={filter.dateFrom}
          dateTo={filter.dateTo}
          onChange={onChange}
          onWrong={(end, isWrong) => setHasWrongDay((before) => ({ ...before, [end]: isWrong }))}
        />
        {!isSalesPage(pageType) && <DoorFilter filter={filter} onChange={onChange} />}
        <MakerField pageType={pageType} filter={filter} onChange={onChange} />
        <ModelField pageType={pageType} filter={filter} onChange={onChange} />
        {MAIN_RANGES.map((range) => (
          <RangeFilter key={range} range={range} filter={filter} filters={filters} onChange={onChange} />
        ))}
        {hasFacets(filter) &&
          MAIN_FACETS.map((facet) => (
            <FacetField key={facet} facet={facet} filter={filter} filters={filters} onChange={onChange} />
          ))}
        <MoreFilters pageType={pageType} filter={filter} filters={filters} onChange={onChange} />
      </div>
    </BottomSheet>
  );
}
