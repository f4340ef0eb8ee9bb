import { acceptsBidsNow } from '@seri/contract/lots/lot-state.ts';
import { useState } from 'react';
import { BidPanel } from '../../bids/place/bid-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { useLotState } from '../../shell/lot-state.tsx';
import { useMay } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { type LotSummary, statedOf } from '../core/lot-summary.ts';
import { LotTimeLeft } from '../core/lot-time-left.tsx';
import css from './bid-bar.module.css';

/** Bar at the bottom of a phone; opens the panel over the lot. */
export function BidBar({ lot }: { lot: LotSummary }) {
  const [isOpen, setOpen] = useState(false);
  const { bidInfo, lotInfo } = lot;
  const stated = statedOf(lot.pageType, lotInfo);
  const takesBids = acceptsBidsNow(useLotState(stated)) && bidInfo.acceptBid;
  const mayBid = useMay('biddingAllowed') && takesBids && !bidInfo.bidLimitReached;
  const isAsked = bidInfo.negotiation?.state === 'asked';
  const isStock = lot.pageType === 'stock';
  const label = isStock ? 'bids.stock.price' : 'lots.startShort';
  return (
    <div className={css.bar} data-edge>
      <div className={css.line}>
        <span className="nowrap">
          {t(bidInfo.myBidAmount === null ? label : isStock ? 'bids.mine.order' : 'lots.myBid')}{' '}
          <Money yen={bidInfo.myBidAmount ?? bidInfo.startPrice} none={t('lots.notGiven')} className="strong" />
        </span>
        {bidInfo.averagePrice !== null && (
          <span className="quiet nowrap">
            {t('lots.averageShort')} <Money yen={bidInfo.averagePrice} />
          </span>
        )}
        {!isStock && <LotTimeLeft zone {...stated} className={css.time ?? ''} />}
      </div>
      <ActionButton kind={mayBid || isAsked ? 'bid' : 'plain'} size="lg" fullWidth onClick={() => setOpen(true)}>
        {isAsked
          ? t('bids.offer.answer')
          : t(mayBid ? (isStock ? 'lots.tools.orderNow' : 'PlaceBid.Place') : 'lots.lot.bidDetails')}
      </ActionButton>
      <BottomSheet opened={isOpen} onClose={() => setOpen(false)} title={lot.fullName}>
        <BidPanel pageType={lot.pageType} lotId={lot.id} />
      </BottomSheet>
    </div>
  );
}
