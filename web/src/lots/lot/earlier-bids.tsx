import { bidStatusTone } from '@seri/contract/bids/statuses.ts';
import type { EarlierBid } from '@seri/contract/lots/records.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { japanDay } from '../../shell/i18n/format.ts';
import { t, textOf } from '../../shell/i18n/i18n.ts';
import { Money } from '../../ui/data/money.tsx';
import { StatusDot } from '../../ui/data/status-dot.tsx';
import css from './lot-history.module.css';

/** The reader's previous bids on this vehicle with their results; managers see all clients. */
export function EarlierBids({ list }: { list: readonly EarlierBid[] }) {
  const isStaff = list.some(({ client }) => client !== undefined);
  const title = t(isStaff ? 'lots.earlier.bidsOfAll' : 'lots.earlier.bids');
  return (
    <table className={css.table}>
      <caption className={css.caption}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('lots.earlier.when')}</th>
          {isStaff && <th scope="col">{t('bids.filter.client')}</th>}
          <th scope="col">{t('bids.col.status')}</th>
          <th scope="col" className="num">
            {t(isStaff ? 'BidStatus.2' : 'bids.mine.title')}
          </th>
          <th scope="col" className={`num ${css.wide}`}>
            {t('lots.sort.soldPrice')}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((bid) => (
          <tr key={bid.bidId}>
            <td>
              {bid.pageType ? (
                <Link {...paths.lotOn(bid.pageType, bid.id)} className="finger-link">
                  {japanDay(bid.auctionDate)}
                </Link>
              ) : (
                japanDay(bid.auctionDate)
              )}
              <div className="quiet small">{`${bid.auctionName} · ${t('lots.lotNo', { lotNo: bid.lotNo })}`}</div>
            </td>
            {isStaff && (
              <td>
                {bid.client?.name}
                <div className="quiet small">{bid.client?.clientId}</div>
              </td>
            )}
            <td>
              <StatusDot tone={bidStatusTone(bid.bidStatus)}>{statusOf(bid)}</StatusDot>
            </td>
            <td className="num">
              <Money yen={bid.bidAmount} className="strong" />
              {bid.soldPrice !== null && (
                <div className={`quiet small ${css.narrow}`}>
                  {t('lots.sort.soldPrice')} <Money yen={bid.soldPrice} />
                </div>
              )}
            </td>
            <td className={`num ${css.wide}`}>
              <Money yen={bid.soldPrice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Clients read Under Review where managers read New (business-rules.md#bid-statuses). */
const statusOf = ({ bidStatus, client }: EarlierBid): string =>
  bidStatus === 1 && !client ? t('BidStatus.UnderReview') : textOf(`BidStatus.${bidStatus}`, 'LotStatus.4538');
