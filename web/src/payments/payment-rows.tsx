import type { PaymentRecord } from '@seri/contract/payments/routes.ts';
import { groupThousands, japanDayOrDash, japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { Money } from '../ui/data/money.tsx';
import { rem } from '../ui/theme/widths.ts';
import css from './payments.module.css';

export const paymentTypeText = (type: PaymentRecord['type']): string =>
  t(type === 'remittances' ? 'Payments.Remittances' : 'Payments.CarPurchase');

function Amount({ yen }: { yen: number }) {
  return (
    <b data-tone={yen > 0 ? 'green' : undefined}>
      <Money yen={yen} signed />
    </b>
  );
}

function Balance({ yen }: { yen: number }) {
  return (
    <span data-tone={yen < 0 ? 'red' : undefined}>
      <Money yen={yen} />
    </span>
  );
}

export function PaymentTable({ records }: { records: readonly PaymentRecord[] }) {
  return (
    <div className="panel">
      <table className={css.table}>
        <colgroup>
          <col style={{ width: rem(120) }} />
          <col style={{ width: rem(160) }} />
          <col />
          <col style={{ width: rem(100) }} />
          <col style={{ width: rem(100) }} />
          <col style={{ width: rem(150) }} />
          <col style={{ width: rem(150) }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('payments.col.date')}</th>
            <th scope="col">{t('payments.col.type')}</th>
            <th scope="col">{t('payments.col.description')}</th>
            <th scope="col">{t('payments.col.etd')}</th>
            <th scope="col">{t('payments.col.eta')}</th>
            <th scope="col" className="num">
              {t('payments.col.amount')}
            </th>
            <th scope="col" className="num">
              {t('payments.col.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <td className="nowrap">{japanFullDate(record.date)}</td>
              <td>{paymentTypeText(record.type)}</td>
              <td className={css.description}>
                <b>{record.description}</b>
              </td>
              <td className="quiet nowrap">{japanDayOrDash(record.etd)}</td>
              <td className="quiet nowrap">{japanDayOrDash(record.eta)}</td>
              <td className="num">
                <Amount yen={record.amount} />
              </td>
              <td className="num">
                <Balance yen={record.balance} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function PaymentCard({ record }: { record: PaymentRecord }) {
  return (
    <article className={css.card}>
      <div className={css.cardHead}>
        <b className={css.description}>{record.description}</b>
        <Amount yen={record.amount} />
      </div>
      <div className={`${css.cardLine} quiet small`}>
        <span>
          {japanFullDate(record.date)} · {paymentTypeText(record.type)}
        </span>
        <span className="nowrap">{t('payments.balanceAfter', { amount: groupThousands(record.balance) })}</span>
      </div>
    </article>
  );
}
