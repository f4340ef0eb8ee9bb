import type { ClientBalance } from '@seri/contract/payments/statement-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { orAny } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Money } from '../ui/data/money.tsx';
import { SkeletonRows } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import css from './client-balances.module.css';
import { paymentQueries } from './queries.ts';

/** Balance and available credit of each client of a dealer; credit is never pooled. */
export function ClientBalances() {
  const { data, error, isError, refetch } = useQuery(paymentQueries.clients());
  return (
    <section className={css.clients} aria-label={t('payments.clients')}>
      <h2>{t('payments.clients')}</h2>
      <p className="quiet small">{t('payments.clients.text')}</p>
      {isError && (
        <FailedState
          title={t('payments.failed')}
          text={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && <SkeletonRows rows={3} photoWidth={1} />}
      {data?.items.length === 0 && (
        <EmptyState title={t('payments.clients.none.title')} text={t('payments.clients.none.text')} />
      )}
      {data && data.items.length > 0 && <ClientTable items={data.items} />}
    </section>
  );
}

function ClientTable({ items }: { items: readonly ClientBalance[] }) {
  return (
    <div className="panel">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('payments.clients.client')}</th>
            <th scope="col" className="num">
              {t('payments.balance')}
            </th>
            <th scope="col" className="num">
              {t('users.creditLimit')}
            </th>
            <th scope="col" className="num">
              {t('users.bidAllow')}
            </th>
            <th scope="col" className="num">
              {t('users.activeBids')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((client) => (
            <tr key={client.userId}>
              <th scope="row">
                {client.name} <span className="quiet small nowrap">{client.clientId}</span>
              </th>
              <td className="num" data-label={t('payments.balance')} data-tone={client.balance < 0 ? 'red' : undefined}>
                <Money yen={client.balance} />
              </td>
              <td className="num" data-label={t('users.creditLimit')}>
                {client.creditLimit === -1 ? t('Common.Any') : <Money yen={client.creditLimit} />}
              </td>
              <td className="num" data-label={t('users.bidAllow')}>
                <Money yen={client.bidAllow} />
              </td>
              <td className="num" data-label={t('users.activeBids')}>
                {orAny(client.activeBids)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
