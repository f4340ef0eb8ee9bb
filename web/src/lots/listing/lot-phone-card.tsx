import { isProhibited } from '@seri/contract/costs/verdicts.ts';
import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { memo } from 'react';
import { DoorFigure } from '../../costs/door-row-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { Average, Condition, LotStatus, Moment, MyBid, Price, useIsOpen } from '../core/lot-parts.tsx';
import { engineText } from '../core/lot-texts.ts';
import type { ListedLot } from '../core/queries.ts';
import { LotLink, LotNumber } from './lot-link.tsx';
import css from './lot-phone.module.css';
import { LotPhotos } from './lot-photos.tsx';
import { MoreButton, Star } from './lot-tools.tsx';

interface LotPhoneCardProps {
  pageType: PageType;
  lot: ListedLot;
  eager: boolean;
  isVisited: boolean;
}

/** Phone row: photo and condition on the left, the facts beside them; time and total in a line below. */
export const LotPhoneCard = memo(function LotPhoneCard({ pageType, lot, eager, isVisited }: LotPhoneCardProps) {
  const isPast = isSalesPage(pageType);
  const isOpen = useIsOpen(lot);
  return (
    <li className={css.card} data-over={!(isOpen || isPast) || undefined}>
      <div>
        <LotPhotos pageType={pageType} lot={lot} sizes="124px" eager={eager} count={1} />
        <div className={css.condition}>
          <Condition lot={lot} />
        </div>
        <span aria-hidden>
          <LotNumber lot={lot} isVisited={isVisited} />
        </span>
      </div>
      <div className={css.facts}>
        <div className={css.head}>
          <div>
            <LotLink fills hidesNumber pageType={pageType} lot={lot} isVisited={isVisited} />
            <p className="quiet">
              <b className={css.year}>{lot.year ?? '–'}</b>
              {lot.grade && ` · ${lot.grade}`}
            </p>
          </div>
          <span className={css.tools}>
            <Star pageType={pageType} lot={lot} />
            <MoreButton lot={lot} />
          </span>
        </div>
        <p className="quiet">{engineText(lot)}</p>
        <div className={css.line}>
          <span>
            {isPast && <span className="visually-hidden">{t('lots.sort.soldPrice')} </span>}
            <Price pageType={pageType} lot={lot} className={css.price} />
          </span>
          {isPast && <Moment pageType={pageType} lot={lot} />}
          {!(isOpen || isPast) && <LotStatus lot={lot} />}
        </div>
        <div className={css.line}>
          {(isOpen || isPast) && <Average pageType={pageType} lot={lot} />}
          {lot.myBidAmount !== null && <MyBid lot={lot} />}
          {isPast && <LotStatus lot={lot} />}
        </div>
      </div>
      {!isPast && (
        <div className={css.timeAndTotal}>
          <span>
            <Moment pageType={pageType} lot={lot} />
            <span className="quiet"> · {lot.auctionName}</span>
          </span>
          {lot.door && (
            <span className={css.door}>
              <DoorFigure door={lot.door} />
              {!isProhibited(lot.door.verdict) && <span className="quiet">{t('lots.door.title')}</span>}
            </span>
          )}
        </div>
      )}
    </li>
  );
});
