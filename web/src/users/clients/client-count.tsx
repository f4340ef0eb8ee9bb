import { groupLabel } from '@seri/contract/bids/groups.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import type { CommittedBid } from '@seri/contract/users/client-figures-routes.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import css from './client-money.module.css';

/** The sum of the money committed in open bids, bid by bid: what each adds, or why it adds nothing. */
export function CommittedSum({ committed }: { committed: readonly CommittedBid[] }) {
  const sumYen = committed.reduce((sum, { reservedYen }) => sum + reservedYen, 0);
  if (committed.length === 0) return <p className="quiet">{t('users.money.noBids')}</p>;
  return (
    <table className={css.sum}>
      <thead>
        <tr>
          <th scope="col">{t('users.money.lot')}</th>
          <th scope="col" className="num">
            {t('users.money.bid')}
          </th>
          <th scope="col" className="num">
            {t('users.money.counts')}
          </th>
        </tr>
      </thead>
      <tbody>
        {committed.map((bid) => (
          <tr key={bid.bidId} data-none={bid.reservedYen === 0 || undefined}>
            <th scope="row">
              {bid.lotNo} <span className="quiet">{whyOf(bid)}</span>
            </th>
            <td className="num">
              <Money yen={bid.amountYen} />
            </td>
            <td className="num">
              <b>
                <Money yen={bid.reservedYen} />
              </b>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('users.money.reserved')}
          </th>
          <td className="num">
            <b>
              <Money yen={sumYen} />
            </b>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function whyOf({ status, group, reservedYen, amountYen, isHeld }: CommittedBid): string {
  const label = group && groupLabel(group.value);
  const buys =
    label === null
      ? null
      : group?.cars === UNLIMITED
        ? t('users.money.groupAny', { group: label })
        : t('users.money.group', { group: label, count: group?.cars ?? 1 });
  const amount =
    reservedYen === 0
      ? t('users.money.covered')
      : isHeld
        ? t('users.money.held')
        : status === BID_STATUS.win
          ? t('users.money.win')
          : reservedYen > amountYen
            ? t('users.money.withOverbid')
            : t('users.money.amount');
  return [amount, buys].filter(Boolean).join(' · ');
}
