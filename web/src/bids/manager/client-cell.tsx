import type { BidRow } from '@seri/contract/bids/records.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import { ClientName } from '../../users/clients/client-name-panel.tsx';
import css from './manager.module.css';

interface ClientCellProps {
  row: BidRow;
  onOnly: (userId: number) => void;
}

/** Client, and what is left of their limit with this bid counted. */
export function ClientCell({ row, onOnly }: ClientCellProps) {
  const { user } = row;
  if (!user) return <span className="quiet">–</span>;
  if (!('balance' in user)) return <ClientName client={user} />;
  return (
    <div className={`${css.two} ${css.backing}`} title={user.clientId}>
      <ClientName client={user} onOnly={() => onOnly(user.jasClientId)} />
      <FreeText row={row} />
    </div>
  );
}

/** `free 780 000 ¥`, `short by 240 000 ¥`, or no limit. */
function FreeText({ row }: { row: BidRow }) {
  const allowed = row.user && 'balance' in row.user ? row.user.bidAllow : undefined;
  if (row.shortYen) {
    return (
      <span data-tone="red">
        {t('bids.client.short')} <Money yen={row.shortYen} />
      </span>
    );
  }
  if (allowed === null || allowed === undefined) return <span>{t('bids.client.noLimit')}</span>;
  return (
    <span data-tone={allowed === 0 ? 'red' : undefined}>
      {t('bids.client.free')} <Money yen={allowed} />
    </span>
  );
}
