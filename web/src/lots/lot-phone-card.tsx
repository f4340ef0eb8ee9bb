import type { ListingLot } from '@seri/contract/lots/records.ts';
import { conditionTone, LOT_STATUS, lotStatusTone, myBidTone } from '@seri/contract/lots/statuses.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { t } from '../shell/i18n.ts';
import { GradeSquare } from '../ui/grade-square.tsx';
import { Measure, Money } from '../ui/money.tsx';
import { Photo } from '../ui/photo.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import css from './lot-phone.module.css';
import { LotTimeLeft } from './lot-time-left.tsx';
import { engineText, gradeMeaning, isDayOnly, joined, lotName, statusText } from './lot-words.ts';

export function LotPhoneCard({ lot, eager }: { lot: ListingLot; eager: boolean }) {
  return (
    <li className={css.card}>
      <div>
        <Photo src={lot.images[0]} alt="" sizes="124px" eager={eager} />
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
      </div>
      <div className={css.facts}>
        <Link {...paths.lot(lot.id)} target="_blank" rel="noopener" className={css.name}>
          {lotName(lot)}
        </Link>
        <p className="quiet ellipsis">
          <b className={css.year}>{lot.year ?? '–'}</b>
          {lot.grade && ` · ${lot.grade}`}
        </p>
        <p className="quiet ellipsis">{engineText(lot)}</p>
        <div className={css.line}>
          <Money yen={lot.soldPrice ?? lot.startPrice} none={t('lots.notGiven')} className={css.price ?? ''} />
          <Moment lot={lot} />
        </div>
        <div className={css.line}>
          <Worth lot={lot} />
          <span className="quiet ellipsis">{joined([String(lot.lotNo), lot.auctionName])}</span>
        </div>
      </div>
    </li>
  );
}

/** A status other than Upcoming takes the place of the time. */
function Moment({ lot }: { lot: ListingLot }) {
  if (lot.status !== LOT_STATUS.upcoming && lot.status !== LOT_STATUS.ongoing)
    return <StatusDot tone={lotStatusTone(lot.status)}>{statusText(lot.status)}</StatusDot>;
  return (
    <span>
      <LotTimeLeft biddingDeadline={lot.biddingDeadline} status={lot.status} />
      {isDayOnly(lot.auctionDate) && <span className="quiet small"> {t('lots.time.notSet')}</span>}
    </span>
  );
}

function Worth({ lot }: { lot: ListingLot }) {
  if (lot.myBidAmount !== null) {
    return (
      <span className={css.myBid} data-tone={myBidTone(lot.status)}>
        {t('lots.myBid')} <Money yen={lot.myBidAmount} />
      </span>
    );
  }
  return (
    <span className="quiet nowrap">
      {lot.averagePrice !== null && (
        <>
          {t('lots.averageShort')} <Money yen={lot.averagePrice} />
        </>
      )}
    </span>
  );
}
