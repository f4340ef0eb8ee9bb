import { UNLIMITED } from '@seri/contract/money.ts';
import type { BalanceInfo } from '@seri/contract/users/routes.ts';
import type { ReactNode } from 'react';
import { orAny, yen } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { useMay } from '../../shell/session/session.ts';
import { useSettings } from '../../shell/settings.ts';
import { DataList, DataRow } from '../../ui/data/data-row.tsx';
import { Money } from '../../ui/data/money.tsx';
import css from './profile-screen.module.css';

/** Figures of the balance and their relation (business-rules.md#balance-figures). */
export function BalancePart({ balance, action }: { balance: BalanceInfo; action?: ReactNode }) {
  const isBound = useMay('creditLimitCheck');
  // A missing figure means zero for a user with a limit (business-rules.md#exposure).
  const { bidAllow = isBound ? 0 : UNLIMITED } = balance;
  const overbidYen = useSettings()?.overbidAmount ?? 0;
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h2>{t('users.balance')}</h2>
        {action}
      </div>
      <DataList>
        <DataRow label={t('users.balanceNow')}>
          <Money yen={balance.balance} className={balance.balance < 0 ? css.negative : 'strong'} />
        </DataRow>
        <DataRow label={t('users.creditLimit')}>
          <Limit yen={balance.creditLimit} />
        </DataRow>
        {/* The server clamps the figure at zero, so the held amount is unknown there. */}
        {bidAllow > 0 && balance.creditLimit !== UNLIMITED && (
          <DataRow label={t('users.held', { amount: yen(overbidYen) })}>
            <Money yen={balance.balance + balance.creditLimit - bidAllow} />
          </DataRow>
        )}
        <DataRow label={t('users.bidAllow')} strong>
          <Limit yen={bidAllow} />
        </DataRow>
        <DataRow label={t('users.activeBids')}>{orAny(balance.activeBids)}</DataRow>
        <DataRow label={t('users.dailyBidLimit')}>{orAny(balance.dailyBidLimit)}</DataRow>
        <DataRow label={t('users.dailyUssLimit')}>{orAny(balance.dailyUssLimit)}</DataRow>
      </DataList>
    </section>
  );
}

const Limit = ({ yen }: { yen: number }) => (yen === UNLIMITED ? t('Common.Any') : <Money yen={yen} />);
