import type { BidRow } from '@seri/contract/bids/records.ts';
import { Money } from '../ui/money.tsx';
import { ClientName } from '../users/client-name-panel.tsx';
import css from './manager.module.css';

interface ClientCellProps {
  row: BidRow;
  onOnly: (userId: number) => void;
}

/** Who bids, and with how much behind it. */
export function ClientCell({ row, onOnly }: ClientCellProps) {
  const { user } = row;
  if (!user) return <span className="quiet">–</span>;
  if (!('balance' in user)) return <ClientName client={user} />;
  return (
    <div className={css.two}>
      <ClientName client={user} onOnly={() => onOnly(user.jasClientId)} />
      <span className={css.backing} title={user.clientId}>
        <span>{user.clientId}</span>
        <span data-tone={user.balance < 0 ? 'red' : undefined}>
          <Money yen={user.balance} />
        </span>
      </span>
    </div>
  );
}
