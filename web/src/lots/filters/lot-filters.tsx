import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { useQuery } from '@tanstack/react-query';
import { DoorFilter } from '../../costs/door-filter-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { DELAY_MS } from '../../ui/theme/delays.ts';
import { hasAuctionDays } from '../core/listing-page.ts';
import { filterOf, hasFacets, MAIN_FACETS, MAIN_RANGES } from '../core/lot-search.ts';
import { lotQueries } from '../core/queries.ts';
import type { LotSearch } from '../core/use-lot-search.ts';
import { Dates } from './date-fields-panel.tsx';
import strip from './day-strip.module.css';
import { DayStrip } from './day-strip.tsx';
import { FacetField, MakerField, ModelField, RangeFilter } from './filter-fields.tsx';
import css from './lot-filters.module.css';
import { MoreFilters } from './more-filters.tsx';
import { QuickSearch } from './quick-search.tsx';

/** Quick search and the button that applies what waits, beside the search box of a wide screen. */
export function SearchFields({ lots }: { lots: LotSearch }) {
  const { pageType, filter, change, apply } = lots;
  return (
    <>
      <QuickSearch
        pageType={pageType}
        search={filter.search}
        onType={(text) => change({ search: text }, DELAY_MS.quickSearchDesktop)}
        onSubmit={(text) => void apply({ ...lots.waiting, search: text })}
      />
      <ActionButton onClick={lots.applyNow} disabled={lots.isSearchDisabled}>
        {t('Common.Search')}
      </ActionButton>
    </>
  );
}

/** Filter panel of a wide screen: days, choices of the chosen model, then maker to import and the folded rest. */
export function LotFilters({ lots }: { lots: LotSearch }) {
  const { pageType, filter, change, apply } = lots;
  const { data: filters } = useQuery(lotQueries.filters(pageType, filterOf(lots.search)));
  const onChange = (changes: Parameters<typeof change>[0]) => change(changes, DELAY_MS.field);
  const facets = hasFacets(filter);
  return (
    <section className={`panel ${css.panel}`} aria-label={t('lots.filter.name')}>
      <div className={strip.days}>
        {hasAuctionDays(pageType) && (
          <DayStrip days={filter.date} onChange={(date) => change({ date }, DELAY_MS.weekDay)} />
        )}
        <Dates
          folds={hasAuctionDays(pageType)}
          dateFrom={filter.dateFrom}
          dateTo={filter.dateTo}
          onChange={(days) => void apply({ ...lots.waiting, ...days })}
          onWrong={lots.setDayWrong}
        />
      </div>
      {facets && (
        <div className={css.facets}>
          {MAIN_FACETS.map((facet) => (
            <FacetField key={facet} facet={facet} filter={filter} filters={filters} onChange={onChange} />
          ))}
        </div>
      )}
      <div className={css.main}>
        <MakerField pageType={pageType} filter={filter} onChange={onChange} />
        <ModelField pageType={pageType} filter={filter} onChange={onChange} />
        {MAIN_RANGES.map((range) => (
          <RangeFilter key={range} range={range} filter={filter} filters={filters} onChange={onChange} />
        ))}
        {!isSalesPage(pageType) && <DoorFilter filter={filter} onChange={onChange} />}
        <MoreFilters className={css.inline} pageType={pageType} filter={filter} filters={filters} onChange={onChange} />
      </div>
    </section>
  );
}
