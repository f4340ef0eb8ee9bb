import { type PurchasedQuery, purchasedQuery } from '@seri/contract/purchases/list-search.ts';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { groupThousands } from '../shell/i18n/format.ts';
import { t, textOf } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useMinContentWidth } from '../shell/layout/use-min-content-width.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { rememberedPageSize, storingPageSize } from '../shell/page-size.ts';
import { QueryList } from '../shell/query-list.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
import { DayField } from '../ui/forms/day-field.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { TextSearch } from '../ui/forms/text-search.tsx';
import { Page } from '../ui/theme/page.tsx';
import { PurchaseCard, PurchaseTable } from './purchase-rows.tsx';
import css from './purchases.module.css';
import { purchaseQueries } from './queries.ts';

/** Minimum width of the table's columns. */
const TABLE_PX = 960;

export function PurchasedListScreen() {
  usePageTitle({ title: t('Menu.PurchasedCars') });
  const [address, setSearch] = useScreenSearch(purchasedQuery);
  const search = { ...address, pageSize: rememberedPageSize(address.pageSize) };
  const query = useQuery(purchaseQueries.list(search));
  const isTable = useMinContentWidth(TABLE_PX);
  const { data } = query;
  const isFiltered = [search.qSearch, search.dateFrom, search.dateTo, search.status].some(
    (value) => value !== undefined,
  );
  const change = (patch: Partial<typeof search>, how = {}) => void setSearch({ page: undefined, ...patch }, how);
  const reset = () => change({ qSearch: undefined, dateFrom: undefined, dateTo: undefined, status: undefined });

  return (
    <Page>
      <PurchaseFilters
        search={search}
        statuses={data?.statusList ?? []}
        onChange={change}
        total={data?.pageInfo.totalSearchResults}
      />
      <QueryList
        query={query}
        itemsOf={(data) => data.carsList}
        skeleton={{ rows: 6 }}
        failed={t('purchases.failed')}
        empty={
          isFiltered ? (
            <EmptyState
              title={t('purchases.none.title')}
              text={t('purchases.none.text')}
              action={<ActionButton onClick={reset}>{t('Common.ResetFilter')}</ActionButton>}
            />
          ) : (
            <EmptyState
              icon={IconKey}
              title={t('purchases.empty.title')}
              text={t('purchases.empty.text')}
              action={<LinkButton {...paths.myBids()}>{t('Menu.MyBids')}</LinkButton>}
            />
          )
        }
        at={search}
        onMove={storingPageSize(setSearch)}
      >
        {(items) =>
          isTable ? (
            <PurchaseTable cars={items} />
          ) : (
            <div className="panel">
              {items.map((car) => (
                <PurchaseCard key={car.id} car={car} />
              ))}
            </div>
          )
        }
      </QueryList>
    </Page>
  );
}

interface PurchaseFiltersProps {
  search: PurchasedQuery;
  statuses: readonly { value: string | number; label: string }[];
  onChange: (patch: Partial<PurchasedQuery>, how?: { replace: boolean }) => void;
  total: number | undefined;
}

function PurchaseFilters({ search, statuses, onChange, total }: PurchaseFiltersProps) {
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
