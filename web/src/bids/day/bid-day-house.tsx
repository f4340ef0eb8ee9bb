import type { DayBid, DayLot, DayView } from '@seri/contract/bids/day-routes.ts';
import { groupLabel } from '@seri/contract/bids/groups.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { lotAddress } from '../../app/paths.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { JapanTime } from '../../ui/data/japan-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { BidStatus } from '../core/bid-status.tsx';
import { BidTime } from '../core/bid-time.tsx';
import { LotStatus } from '../core/lot-status.tsx';
import { Overbid } from '../lists/overbid.tsx';
import { OrderState } from '../manager/order-state.tsx';
import css from './bid-day.module.css';

/** Lots of one auction house in running order; a lot with several bids has one line for each. */
export function BidDayHouse({ house }: { house: DayView['houses'][number] }) {
  return (
    <section className={`panel ${css.house}`} aria-label={house.name}>
      <table className={css.table}>
        <caption>
          <h2>{house.name}</h2> <span className="quiet">{t('bids.day.lots', { count: house.lots.length })}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('bids.day.col.lot')}</th>
            <th scope="col">{t('bids.col.timeLeft')}</th>
            <th scope="col">{t('bids.filter.client')}</th>
            <th scope="col" className={css.right}>
              {t('bids.col.bid')}
            </th>
            <th scope="col">{t('bids.col.status')}</th>
            <th scope="col">{t('bids.day.col.mayBuy')}</th>
            <th scope="col">{t('bids.day.col.agent')}</th>
          </tr>
        </thead>
        {house.lots.map((lot) => (
          <LotLines key={lot.id} lot={lot} />
        ))}
      </table>
    </section>
  );
}

function LotLines({ lot }: { lot: DayLot }) {
  return (
    <tbody>
      {lot.bids.map((bid, index) => (
        <tr key={bid.bidId} data-out={!bid.mayStillBuy || undefined}>
          {index === 0 && <LotCells lot={lot} />}
          <BidCells bid={bid} />
        </tr>
      ))}
    </tbody>
  );
}

function LotCells({ lot }: { lot: DayLot }) {
  const rowSpan = lot.bids.length;
  const pageType = lot.lotType === 'bike' ? 'bikes' : 'car-auction';
  return (
    <>
      <th scope="rowgroup" rowSpan={rowSpan}>
        <div className={css.two}>
          <a href={lotAddress(pageType, lot.id)} target="_blank" rel="noreferrer">
            <b>{lot.lotNo}</b> {lot.maker} {lot.model} {lot.year}
          </a>
          <LotStatus row={lot} />
        </div>
      </th>
      <td rowSpan={rowSpan}>
        <div className={css.two}>
          <BidTime timeOnly row={lot} forClient={false} />
          <JapanTime at={lot.auctionDate} />
        </div>
      </td>
    </>
  );
}

function BidCells({ bid }: { bid: DayBid }) {
  return (
    <>
      <td>
        <div className={css.two}>
          <span>{bid.client.name}</span>
          <span>{bid.client.clientId}</span>
        </div>
      </td>
      <td className={css.right}>
        <div className={css.two}>
          <b>
            <Money yen={bid.bidAmount} />
          </b>
          <Overbid yen={bid.adjustmentPrice} />
        </div>
      </td>
      <td>
        <BidStatus status={bid.bidStatus} />
      </td>
      <td>
        <div className={css.two}>
          <span>{t(bid.mayStillBuy ? 'bids.day.mayBuy' : 'bids.day.mayNotBuy')}</span>
          {bid.bidGroup !== null && <span>{groupOf(bid)}</span>}
        </div>
      </td>
      <td>
        <OrderState bid={bid} />
      </td>
    </>
  );
}

const groupOf = ({ bidGroup, groupCars, groupWins }: DayBid): string =>
  t('bids.day.group', {
    group: groupLabel(bidGroup ?? 1),
    wins: groupWins,
    cars: groupCars === UNLIMITED || groupCars === null ? t('Common.Any') : groupCars,
  });
