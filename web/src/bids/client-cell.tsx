import type { BidRow } from '@seri/contract/bids/records.ts';
import { t } from '../shell/i18n.ts';
import { Money } from '../ui/money.tsx';
import css from './manager.module.css';

interface ClientCellProps {
  row: BidRow;
  onOnly: (userId: number) => void;
}

/** Who bids, and with how much behind it; a press leaves only this client's bids. */
export function ClientCell({ row, onOnly }: ClientCellProps) {
  const { user } = row;
  if (!user) return <span className="quiet">–</span>;
  if (!('balance' in user)) return <span>{user.name}</span>;
  return (
    <div className={css.two}>
      <button
        type="button"
        className={css.client}
        title={t('bids.filter.onlyClient', { name: user.name })}
        onClick={() => onOnly(user.jasClientId)}
      >
        {user.name}
      </button>
      <span className={css.backing} title={user.clientId}>
        <span>{user.clientId} ·</span>
        <span data-tone={user.balance < 0 ? 'red' : undefined}>
          <Money yen={user.balance} />
        </span>
      </span>
    </div>
  );
}
