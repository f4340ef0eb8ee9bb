import { PURCHASE_STATUSES } from '@seri/contract/purchases/list-search.ts';
import { listPurchases } from '@seri/contract/purchases/manager-routes.ts';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { useMinContentWidth } from '../shell/layout/use-min-content-width.ts';
import { QueryList } from '../shell/query-list.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { clientNumber } from '../shell/session/session.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { TextSearch } from '../ui/forms/text-search.tsx';
import { Page } from '../ui/theme/page.tsx';
import { purchaseEditorQueries } from './editor/purchase-editor-queries.ts';
import { ManagedCards, ManagedTable } from './editor/purchase-editor-rows.tsx';
import css from './purchases.module.css';

/** Minimum width of the table's columns. */
const TABLE_PX = 1_080;

/** Purchases of all clients, for managers. */
export function PurchasesScreen() {
  const [search, setSearch] = useScreenSearch(listPurchases.query);
  const query = useQuery(purchaseEditorQueries.list(search));
  const isTable = useMinContentWidth(TABLE_PX);
  const { data } = query;
  const total = data?.pageInfo.totalSearchResults;
  usePageTitle({
    title: t('purchases.manager.title'),
    note: total === undefined ? undefined : t('purchases.count', { n: groupThousands(total) }),
  });
  const change = (patch: Partial<typeof search>, how = {}) => void setSearch({ page: undefined, ...patch }, how);
  const reset = () => change({ search: undefined, status: undefined, userId: undefined });
  const isFiltered = search.search !== undefined || search.status !== undefined || search.userId !== undefined;
  return (
    <Page dense>
      <div className={css.filters}>
        <TextSearch
          label={t('purchases.manager.search')}
          clearLabel={t('users.clients.searchClear')}
          value={search.search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
        <div className={css.status}>
          <SelectField
            single
            label={t('purchases.status')}
            options={PURCHASE_STATUSES.map((status) => ({
              value: String(status),
              label: t(`PurchaseStatus.${status}`),
            }))}
            value={search.status === undefined ? [] : [String(search.status)]}
            onChange={([status]) => change({ status: status === undefined ? undefined : Number(status) })}
          />
        </div>
        {search.userId !== undefined && (
          <ActionButton kind="plain" onClick={() => change({ userId: undefined })}>
            {t('purchases.manager.everybody', { code: clientNumber(search.userId) })}
          </ActionButton>
        )}
      </div>
      <QueryList
        query={query}
        itemsOf={(data) => data.items}
        failed={t('purchases.failed')}
        empty={
          <EmptyState
            icon={IconKey}
            title={t(isFiltered ? 'purchases.none.title' : 'purchases.manager.empty')}
            text={t(isFiltered ? 'purchases.none.text' : 'purchases.manager.emptyText')}
            action={isFiltered && <ActionButton onClick={reset}>{t('Common.ResetFilter')}</ActionButton>}
          />
        }
        at={search}
        onMove={setSearch}
      >
        {(items) => (isTable ? <ManagedTable cars={items} /> : <ManagedCards cars={items} />)}
      </QueryList>
    </Page>
  );
}
