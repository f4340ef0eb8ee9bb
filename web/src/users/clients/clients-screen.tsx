import { listClients } from '@seri/contract/users/client-routes.ts';
import { CLIENT_ROLES } from '@seri/contract/users/list-search.ts';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useMinContentWidth } from '../../shell/layout/use-min-content-width.ts';
import { QueryList } from '../../shell/query-list.tsx';
import { useScreenSearch } from '../../shell/search.ts';
import { useMay } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { EmptyState } from '../../ui/data/state-message.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextSearch } from '../../ui/forms/text-search.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { clientQueries } from './client-queries.ts';
import { ClientCards, ClientTable } from './client-rows.tsx';
import { roleText } from './client-texts.ts';
import css from './clients.module.css';
import { NewClient } from './new-client.tsx';

/** Minimum width of the table's columns. */
const TABLE_PX = 1_050;

/** Clients of the provider's managers. */
export function ClientsScreen() {
  const [search, setSearch] = useScreenSearch(listClients.query);
  const query = useQuery(clientQueries.list(search));
  const isTable = useMinContentWidth(TABLE_PX);
  const [isNew, setIsNew] = useState(false);
  const mayDecide = useMay('bidManageBidPrice');
  const { data } = query;
  const total = data?.pageInfo.totalSearchResults;
  usePageTitle({
    title: t('users.manager.clients'),
    note: total === undefined ? undefined : t('users.clients.count', { count: total }),
  });
  const change = (patch: Partial<typeof search>, how = {}) => void setSearch({ page: undefined, ...patch }, how);
  const reset = () => change({ search: undefined, roleId: undefined });
  return (
    <Page dense>
      <div className={css.filters}>
        <TextSearch
          label={t('users.clients.search')}
          clearLabel={t('users.clients.searchClear')}
          value={search.search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
        <div>
          <SelectField
            single
            label={t('users.role')}
            options={CLIENT_ROLES.map((role) => ({ value: String(role), label: roleText(role) }))}
            value={search.roleId === undefined ? [] : [String(search.roleId)]}
            onChange={([role]) => change({ roleId: role === undefined ? undefined : Number(role) })}
          />
        </div>
        {mayDecide && (
          <ActionButton
            className={css.create}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            onClick={() => setIsNew(true)}
          >
            {t('users.clients.new')}
          </ActionButton>
        )}
      </div>
      <QueryList
        query={query}
        itemsOf={(data) => data.items}
        failed={t('users.clients.failed')}
        empty={
          <EmptyState
            icon={IconUsers}
            title={t('users.clients.none')}
            text={t('users.clients.noneText')}
            action={<ActionButton onClick={reset}>{t('Common.ResetFilter')}</ActionButton>}
          />
        }
        at={search}
        onMove={setSearch}
      >
        {(items) => (isTable ? <ClientTable clients={items} /> : <ClientCards clients={items} />)}
      </QueryList>
      <NewClient opened={isNew} onClose={() => setIsNew(false)} />
    </Page>
  );
}
