import { PAGE_SIZES } from '@seri/contract/http.ts';
import { purchasedQuery } from '@seri/contract/purchases/list-search.ts';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../app/paths.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { readStored, writeStored } from '../shell/i18n/storage.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useMinContentWidth } from '../shell/layout/use-min-content-width.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { ListPager } from '../ui/data/list-pager.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import { PurchaseFilters } from './purchase-filters.tsx';
import { PurchaseCard, PurchaseTable } from './purchase-rows.tsx';
import { purchaseQueries } from './queries.ts';

const DEFAULT_SIZE = 20;

/** Minimum width of the table's columns. */
const TABLE_PX = 960;

export function PurchasedListScreen() {
  usePageTitle({ title: t('Menu.PurchasedCars') });
  const [address, setSearch] = useScreenSearch(purchasedQuery);
  const stored = Number(readStored('pageSize'));
  const pageSize = address.pageSize === DEFAULT_SIZE && stored ? stored : address.pageSize;
  const search = { ...address, pageSize };
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
      {query.isPending && <SkeletonRows rows={6} />}
      {query.isError && !data && (
        <FailedState
          title={t('purchases.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.carsList.length === 0 &&
        (isFiltered ? (
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
        ))}
      {data && data.carsList.length > 0 && (
        <>
          {isTable ? (
            <PurchaseTable cars={data.carsList} />
          ) : (
            <div className="panel">
              {data.carsList.map((car) => (
                <PurchaseCard key={car.id} car={car} />
              ))}
            </div>
          )}
          {data.pageInfo.totalSearchResults > PAGE_SIZES[0] && (
            <ListPager
              page={search.page}
              pageSize={pageSize}
              total={data.pageInfo.totalSearchResults}
              pageSizes={PAGE_SIZES}
              onPage={(page) => void setSearch({ page })}
              onPageSize={(size) => {
                writeStored('pageSize', String(size));
                change({ pageSize: size });
              }}
            />
          )}
        </>
      )}
    </Page>
  );
}
