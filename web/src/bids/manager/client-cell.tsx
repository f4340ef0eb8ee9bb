import type { BidRow } from '@seri/contract/bids/records.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import { ClientName } from '../../users/clients/client-name-panel.tsx';
import css from './manager.module.css';

interface ClientCellProps {
  row: BidRow;
  onOnly: (userId: number) => void;
}

/** Client, credit left with this bid counted, and the balance of the account. */
export function ClientCell({ row, onOnly }: ClientCellProps) {
  const { user } = row;
  if (!user) return <span className="quiet">–</span>;
  if (!('balance' in user)) return <ClientName client={user} />;
  const { bidAllow, balance, clientId } = user;
  return (
    <div className={`${css.two} ${css.backing}`} title={clientId}>
      <ClientName client={user} onOnly={() => onOnly(user.jasClientId)} />
      {bidAllow === null || bidAllow === undefined ? (
        <span>{t('bids.client.noLimit')}</span>
      ) : (
        <span className={css.free} data-tone={bidAllow === 0 ? 'red' : undefined}>
          {t('bids.client.free')} <Money yen={bidAllow} />
        </span>
      )}
      <span data-tone={balance < 0 ? 'red' : undefined}>
        {t('bids.client.balance')} <Money yen={balance} />
      </span>
    </div>
  );
}
