import { PAGE_SIZES } from '@seri/contract/http.ts';
import { paymentsQuery } from '@seri/contract/payments/list-search.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { t } from '../shell/i18n/i18n.ts';
import { readStored, writeStored } from '../shell/i18n/storage.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useMinContentWidth } from '../shell/layout/use-min-content-width.ts';
import { useScreenSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { ListPager } from '../ui/data/list-pager.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import { PaymentFiles } from './payment-files.tsx';
import { PaymentFilters } from './payment-filters.tsx';
import { PaymentCard, PaymentTable } from './payment-rows.tsx';
import { PaymentTotals } from './payment-totals.tsx';
import { paymentQueries } from './queries.ts';

const DEFAULT_SIZE = 20;

/** Minimum width of the table's columns. */
const TABLE_PX = 976;

export function PaymentsScreen() {
  usePageTitle({ title: t('Menu.Payments') });
  const [address, setSearch] = useScreenSearch(paymentsQuery);
  const stored = Number(readStored('pageSize'));
  const pageSize = address.pageSize === DEFAULT_SIZE && stored ? stored : address.pageSize;
  const search = { ...address, pageSize };
  const query = useQuery(paymentQueries.list(search));
  const isTable = useMinContentWidth(TABLE_PX);
  const { data } = query;
  const isFiltered = [search.qSearch, search.dateFrom, search.dateTo, search.type].some((value) => value !== undefined);
  const change = (patch: Partial<typeof search>, how = {}) => void setSearch({ page: undefined, ...patch }, how);
  const { page: _, pageSize: __, ...filter } = search;
  const reset = () => change({ qSearch: undefined, dateFrom: undefined, dateTo: undefined, type: undefined });

  return (
    <Page>
      <PaymentTotals list={data} />
      <PaymentFiles filter={filter} />
      <PaymentFilters search={search} onChange={change} total={data?.pageInfo.totalSearchResults} />
      {query.isPending && <SkeletonRows rows={8} photoWidth={1} />}
      {query.isError && !data && (
        <FailedState
          title={t('payments.failed')}
          text={errorText(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.records.length === 0 &&
        (isFiltered ? (
          <EmptyState
            title={t('payments.none.title')}
            text={t('payments.none.text')}
            action={<ActionButton onClick={reset}>{t('Common.ResetFilter')}</ActionButton>}
          />
        ) : (
          <EmptyState title={t('payments.empty.title')} text={t('payments.empty.text')} />
        ))}
      {data && data.records.length > 0 && (
        <>
          {isTable ? (
            <PaymentTable records={data.records} />
          ) : (
            <div className="panel">
              {data.records.map((record) => (
                <PaymentCard key={record.id} record={record} />
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
