import { isSalesPage, type PageType } from '@seri/contract/lots/page-types.ts';
import { memo } from 'react';
import { Average, Condition, LotStatus, Moment, MyBid, Price, useIsOpen } from '../core/lot-parts.tsx';
import { engineText, equipText } from '../core/lot-texts.ts';
import type { ListedLot } from '../core/queries.ts';
import css from './lot-card.module.css';
import { LotLink } from './lot-link.tsx';
import { LotPhotos } from './lot-photos.tsx';
import { BidButton, HideButton, MoreButton, Share, Star } from './lot-tools.tsx';

interface LotCardProps {
  pageType: PageType;
  lot: ListedLot;
  eager: boolean;
  isVisited: boolean;
  isWide: boolean;
}

/** A lot of the card and column grids: text below the photo on narrow cards, beside it on wide ones. */
export const LotCard = memo(function LotCard({ pageType, lot, eager, isVisited, isWide }: LotCardProps) {
  const isOpen = useIsOpen(lot);
  return (
    <li className={css.slot}>
      <article className={css.card} data-over={!(isOpen || isSalesPage(pageType)) || undefined}>
        <div className={css.pictures}>
          <LotPhotos pageType={pageType} lot={lot} sizes="(max-width: 1023px) 50vw, 400px" eager={eager} />
          <div className={css.star}>
            <Star pageType={pageType} lot={lot} />
          </div>
        </div>
        <div className={css.facts}>
          <div className={css.head}>
            <LotLink fills pageType={pageType} lot={lot} isVisited={isVisited} />
            <b>{lot.year ?? '–'}</b>
          </div>
          <div className={css.line}>
            <span className="quiet">{lot.grade}</span>
            <LotStatus lot={lot} />
          </div>
          <div className={css.line} data-fit>
            <Condition lot={lot} />
            <span className={`quiet ${css.engine}`}>{engineText(lot)}</span>
          </div>
          <p className={`quiet ellipsis ${css.equip}`} title={equipText(lot.equip)}>
            {equipText(lot.equip)}
          </p>
          <div className={css.sums}>
            <div className={css.line}>
              <Price pageType={pageType} lot={lot} className={css.price} />
              <Moment pageType={pageType} lot={lot} />
            </div>
            <div className={css.line}>
              {lot.myBidAmount === null ? <Average pageType={pageType} lot={lot} /> : <MyBid lot={lot} />}
              <span className="quiet">{lot.auctionName}</span>
            </div>
          </div>
          <div className={css.tools}>
            {isWide ? (
              <>
                {isOpen && <BidButton pageType={pageType} lot={lot} />}
                <Share pageType={pageType} lot={lot} />
                <HideButton lot={lot} />
              </>
            ) : (
              <MoreButton lot={lot} />
            )}
          </div>
        </div>
      </article>
    </li>
  );
});
