import type { Chat } from '@seri/contract/chat/routes.ts';
import { t } from '../shell/i18n/i18n.ts';
import { JapanTime } from '../ui/data/japan-time.tsx';
import css from './chat.module.css';

/** Car, auction and client of the chat. */
export function ChatHead({ bid }: { bid: Chat['bid'] | undefined }) {
  if (!bid) return <h2 className={css.title}>{t('chat.title')}</h2>;
  const { maker, model, year, chassis, auctionName, lotNo, auctionDate, user } = bid;
  return (
    <div className={css.head}>
      <h2 className={css.title}>{[maker, model, year].filter(Boolean).join(' ')}</h2>
      <p className="quiet small">
        {[chassis, auctionName, t('bids.row.lot', { lotNo })].filter(Boolean).join(' · ')} ·{' '}
        <JapanTime at={auctionDate} zone />
      </p>
      {user && (
        <p className="small">
          {user.name} <span className="quiet">{user.clientId}</span>
        </p>
      )}
    </div>
  );
}
