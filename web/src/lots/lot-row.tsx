import type { ListingLot } from '@seri/contract/lots/records.ts';
import { conditionTone, lotStatusTone, myBidTone } from '@seri/contract/lots/statuses.ts';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { paths } from '../app/paths.ts';
import { japanDay } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { GradeSquare } from '../ui/grade-square.tsx';
import { JapanTime } from '../ui/japan-time.tsx';
import { Measure, Money } from '../ui/money.tsx';
import { Photo } from '../ui/photo.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import css from './lot-table.module.css';
import { LotTimeLeft } from './lot-time-left.tsx';
import { colorText, engineText, gradeMeaning, isDayOnly, joined, lotName, statusText } from './lot-words.ts';

/** One lot in seven groups; the whole row opens it in a new tab, the name is the link for keyboard and screen reader. */
export function LotRow({ lot, eager }: { lot: ListingLot; eager: boolean }) {
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const isOnLink = event.target instanceof Element && event.target.closest('a, button');
    if (!isOnLink && getSelection()?.isCollapsed !== false) event.currentTarget.querySelector('a')?.click();
  };
  return (
    <tr className={css.row} onClick={open}>
      <td>
        <div className={css.lot}>
          <Photo src={lot.images[0]} alt="" sizes="76px" eager={eager} className={css.photo ?? ''} />
          <div>
            <Link {...paths.lot(lot.id)} target="_blank" rel="noopener" className={css.name}>
              {lotName(lot)}
              <span className="visually-hidden">, {t('lots.opensInTab')}</span>
            </Link>
            <span className={css.second}>{joined([t('lots.lotNo', { lotNo: lot.lotNo }), lot.chassis])}</span>
            <span className={`quiet ${css.narrow}`}>{engineText(lot)}</span>
          </div>
        </div>
      </td>
      <td>
        <span className={css.first}>{lot.year ?? '–'}</span>
        <span className={css.second} title={lot.grade}>
          {lot.grade}
        </span>
      </td>
      <td>
        <div className={css.condition}>
          {lot.condition && (
            <GradeSquare
              grade={lot.condition}
              tone={conditionTone(lot.condition)}
              meaning={gradeMeaning(lot.condition)}
            />
          )}
          <Measure value={lot.mileage} unit={t('unit.km')} className="strong" />
        </div>
      </td>
      <td>
        <span className={css.plain}>
          <Measure value={lot.engine} unit={t('unit.cc')} /> {lot.gearbox}
        </span>
        <span className={css.second}>{colorText(lot.color)}</span>
      </td>
      <td>
        <span className={css.plain}>
          <LotTimeLeft biddingDeadline={lot.biddingDeadline} status={lot.status} />
          {isDayOnly(lot.auctionDate) && <span className="quiet"> {t('lots.time.notSet')}</span>}
        </span>
        <span className={css.second}>
          {isDayOnly(lot.auctionDate) ? japanDay(lot.auctionDate) : <JapanTime at={lot.auctionDate} />}
          {` · ${lot.auctionName}`}
        </span>
        <span className={css.narrow}>{lot.myBidAmount === null ? <Status lot={lot} /> : <MyBid lot={lot} />}</span>
      </td>
      <td>
        <Status lot={lot} />
        <MyBid lot={lot} />
      </td>
      <td className="num">
        <Price lot={lot} />
      </td>
    </tr>
  );
}

const Status = ({ lot }: { lot: ListingLot }) => (
  <StatusDot tone={lotStatusTone(lot.status)}>{statusText(lot.status)}</StatusDot>
);

function MyBid({ lot }: { lot: ListingLot }) {
  if (lot.myBidAmount === null) return <span className={css.second}>{t('lots.noBid')}</span>;
  return (
    <span className={css.myBid} data-tone={myBidTone(lot.status)}>
      {t('lots.myBid')} <Money yen={lot.myBidAmount} />
    </span>
  );
}

/** The sold price once there is one, else the start price, with the average under it. */
function Price({ lot }: { lot: ListingLot }) {
  return (
    <>
      <span className={css.first}>
        {lot.soldPrice !== null && <span className="quiet small">{t('lots.soldShort')} </span>}
        <Money yen={lot.soldPrice ?? lot.startPrice} none={t('lots.notGiven')} />
      </span>
      <span className={css.second}>
        {lot.averagePrice !== null && (
          <>
            {t('lots.averageShort')} <Money yen={lot.averagePrice} />
          </>
        )}
      </span>
    </>
  );
}
