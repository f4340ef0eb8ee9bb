import { type ClientRow, listClients } from '@seri/contract/users/client-routes.ts';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { QueryList } from '../shell/query-list.tsx';
import { useScreenSearch } from '../shell/search.ts';
import { ActionButton } from '../ui/actions/action-button.tsx';
import { EmptyState } from '../ui/data/state-message.tsx';
import { TextSearch } from '../ui/forms/text-search.tsx';
import { Page } from '../ui/theme/page.tsx';
import css from './deposits.module.css';
import { Balance, Credit } from './manager-labels.tsx';
import { paymentManagerQueries } from './manager-queries.ts';
import { TransfersPart } from './transfers-part.tsx';

/** Clients with their balances, and bank transfers without a client. */
export function DepositsScreen() {
  usePageTitle({ title: t('payments.manager.title') });
  const [{ search, page, pageSize }, setSearch] = useScreenSearch(listClients.query);
  const query = useQuery(
    paymentManagerQueries.clients({ ...(search === undefined ? {} : { search }), page, pageSize }),
  );
  const find = (text: string | undefined) => void setSearch({ search: text, page: undefined }, { replace: true });
  return (
    <Page dense>
      <TransfersPart />
      <section aria-labelledby="deposit-clients">
        <div className={css.listHead}>
          <h2 id="deposit-clients">{t('payments.manager.clients')}</h2>
          <TextSearch
            label={t('users.clients.search')}
            clearLabel={t('users.clients.searchClear')}
            value={search}
            onChange={find}
          />
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
              action={<ActionButton onClick={() => find(undefined)}>{t('Common.ResetFilter')}</ActionButton>}
            />
          }
          at={{ page, pageSize }}
          onMove={setSearch}
        >
          {(items) => <ClientTable clients={items} />}
        </QueryList>
      </section>
    </Page>
  );
}

const ClientTable = ({ clients }: { clients: readonly ClientRow[] }) => (
  <div className="panel">
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('users.card.title')}</th>
          <th scope="col" className="num">
            {t('users.card.balance')}
          </th>
          <th scope="col" className={`num ${css.wideOnly}`}>
            {t('users.card.creditLimit')}
          </th>
          <th scope="col" className={`num ${css.wideOnly}`}>
            {t('users.clients.held')}
          </th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <tr key={client.userId}>
            <td>
              <div className={css.lines}>
                <Link {...paths.clientMoney(client.userId)} className={css.name}>
                  {client.name}
                </Link>
                <span>{[client.clientId, client.company].filter(Boolean).join(' · ')}</span>
              </div>
            </td>
            <td className="num">
              <Balance yen={client.balanceYen} />
            </td>
            <td className={`num ${css.wideOnly}`}>
              <Credit yen={client.creditLimitYen} />
            </td>
            <td className={`num ${css.wideOnly}`}>
              <Balance yen={client.exposureYen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
