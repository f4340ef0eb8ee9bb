import { UNLIMITED } from '@seri/contract/money.ts';
import type { BalanceInfo } from '@seri/contract/users/routes.ts';
import { orAny } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { DataList, DataRow } from '../ui/data-row.tsx';
import { Money } from '../ui/money.tsx';
import css from './profile-screen.module.css';

export function BalancePart({ balance }: { balance: BalanceInfo }) {
  return (
    <section className={css.part}>
      <h2>{t('users.balance')}</h2>
      <DataList>
        <DataRow label={t('users.balanceNow')}>
          <Money yen={balance.balance} className={balance.balance < 0 ? css.negative : 'strong'} />
        </DataRow>
        <DataRow label={t('users.creditLimit')}>
          <Limit yen={balance.creditLimit} />
        </DataRow>
        {balance.bidAllow !== undefined && (
          <DataRow label={t('users.bidAllow')} strong>
            <Limit yen={balance.bidAllow} />
          </DataRow>
        )}
        <DataRow label={t('users.activeBids')}>{orAny(balance.activeBids)}</DataRow>
        <DataRow label={t('users.dailyBidLimit')}>{orAny(balance.dailyBidLimit)}</DataRow>
        <DataRow label={t('users.dailyUssLimit')}>{orAny(balance.dailyUssLimit)}</DataRow>
      </DataList>
    </section>
  );
}

const Limit = ({ yen }: { yen: number }) => (yen === UNLIMITED ? t('Common.Any') : <Money yen={yen} />);
