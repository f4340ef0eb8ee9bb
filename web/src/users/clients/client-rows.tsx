import { UNLIMITED } from '@seri/contract/money.ts';
import type { ClientRow } from '@seri/contract/users/client-routes.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { orAny, yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { rem } from '../../ui/theme/widths.ts';
import { roleText } from './client-texts.ts';
import css from './clients.module.css';

export function ClientTable({ clients }: { clients: readonly ClientRow[] }) {
  return (
    <div className="panel">
      <table className={css.table}>
        <colgroup>
          <col />
          <col />
          <col style={{ width: rem(150) }} />
          <col style={{ width: rem(140) }} />
          <col style={{ width: rem(140) }} />
          <col style={{ width: rem(140) }} />
          <col style={{ width: rem(150) }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('users.card.title')}</th>
            <th scope="col">{t('users.email')}</th>
            <th scope="col">{t('users.role')}</th>
            <th scope="col" className="num">
              {t('users.card.balance')}
            </th>
            <th scope="col" className="num">
              {t('users.card.creditLimit')}
            </th>
            <th scope="col" className="num">
              {t('users.clients.held')}
            </th>
            <th scope="col">{t('users.card.lastLogin')}</th>
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => (
            <tr key={client.userId}>
              <td>
                <div className={css.lines}>
                  <Link {...paths.client(client.userId)} className={css.name}>
                    {client.name}
                  </Link>
                  <span>{[client.clientId, client.company].filter(Boolean).join(' · ')}</span>
                </div>
              </td>
              <td className="breakable">{client.email}</td>
              <td>{roleText(client.roleId)}</td>
              <td className="num">
                <Balance yen={client.balanceYen} />
              </td>
              <td className="num">
                {client.creditLimitYen === UNLIMITED ? t('Common.Any') : <Money yen={client.creditLimitYen} />}
              </td>
              <td className="num">
                <Money yen={client.exposureYen} />
              </td>
              <td>{client.lastLoginAt ? <JapanTime at={client.lastLoginAt} zone /> : t('users.card.never')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const ClientCards = ({ clients }: { clients: readonly ClientRow[] }) => (
  <div className="panel">
    {clients.map((client) => (
      <Link key={client.userId} {...paths.client(client.userId)} className={css.card}>
        <b>{client.name}</b>
        <span className="num">
          <Balance yen={client.balanceYen} />
        </span>
        <span className="quiet small">
          {[client.clientId, client.company, roleText(client.roleId)].filter(Boolean).join(' · ')}
        </span>
        <span className="quiet small num">
          {t('users.clients.creditShort', { text: orAny(client.creditLimitYen, yen) })}
        </span>
      </Link>
    ))}
  </div>
);

/** Red below zero, as on every screen. */
export const Balance = ({ yen: amount }: { yen: number }) => (
  <span className={amount < 0 ? css.owing : undefined}>
    <Money yen={amount} />
  </span>
);
