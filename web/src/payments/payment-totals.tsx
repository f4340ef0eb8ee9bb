import type { ReplyOf } from '@seri/contract/http.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import type { payments } from '@seri/contract/payments/routes.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { groupThousands } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Money } from '../ui/data/money.tsx';
import css from './payments.module.css';
import { paymentQueries } from './queries.ts';

/** Current balance, income and expenses under the filter. */
export function PaymentTotals({ list }: { list: ReplyOf<typeof payments> | undefined }) {
  const { data } = useQuery(paymentQueries.balance());
  const info = data?.balanceInfo;
  return (
    <div className={css.totals}>
      <dl className={css.figures}>
        <Total label={t('payments.balance')} note={info && creditText(info.creditLimit)} large>
          <span data-tone={info && info.balance < 0 ? 'red' : undefined}>
            <Money yen={info?.balance ?? null} />
          </span>
        </Total>
        <Total label={t('payments.received')}>
          <Money yen={yenOf(list?.totalReceived)} />
        </Total>
        <Total label={t('payments.spent')}>
          <Money yen={yenOf(list?.totalSpent)} />
        </Total>
      </dl>
      <p className="quiet small">{t('payments.transferTime')}</p>
    </div>
  );
}

function creditText(creditLimitYen: number): string {
  if (creditLimitYen === UNLIMITED) return t('payments.unlimited');
  if (creditLimitYen === 0) return t('payments.noCredit');
  return t('payments.credit', { amount: groupThousands(creditLimitYen) });
}

/** Totals are digit strings on the wire (business-rules.md#ledger). */
const yenOf = (digits: string | null | undefined): number | null => (digits ? Number(digits) : null);

interface TotalProps {
  label: string;
  note?: string | undefined;
  large?: boolean;
  children: ReactNode;
}

function Total({ label, note, large = false, children }: TotalProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={large ? css.balance : css.total}>{children}</dd>
      {note && <dd className="quiet small">{note}</dd>}
    </div>
  );
}
