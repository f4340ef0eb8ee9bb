import { useMediaQuery } from '@mantine/hooks';
import { acceptsBidsNow } from '@seri/contract/lots/lot-state.ts';
import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { BidPanel } from '../../bids/place/bid-panel.tsx';
import { DoorGlance } from '../../costs/door-glance-panel.tsx';
import { DoorPanel } from '../../costs/door-panel.tsx';
import { FavoriteButton } from '../../favorites/favorite-panel.tsx';
import { DownloadPhotos } from '../../photos/photos-panel.tsx';
import { ShareBlock } from '../../sharing/share-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { priceRangeText } from '../../shell/i18n/price-range-text.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { useLotState } from '../../shell/lot-state.tsx';
import { useMay } from '../../shell/session/session.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { Money } from '../../ui/data/money.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { DESKTOP_QUERY } from '../core/breakpoints.ts';
import { lastListing } from '../core/last-listing.ts';
import { pageText } from '../core/listing-page.ts';
import { hasBidForm, type LotSummary, statedOf } from '../core/lot-summary.ts';
import { LotTimeLeft } from '../core/lot-time-left.tsx';
import { rememberVisit } from '../core/visited-lots.ts';
import { LotPrice } from '../sales/lot-price.tsx';
import bidBarCss from './bid-bar.module.css';
import { auctionAndNumber, LotHeading, PhoneHeading } from './lot-heading.tsx';
import css from './lot-screen.module.css';

interface LotLayoutProps {
  lot: LotSummary;
  photos: ReactNode;
  facts: ReactNode;
  /** Parts below photos and facts, each in its own frame. */
  children: ReactNode;
}

/** Layout of any lot page: photos, facts and bidding panel on the first screen, documents and history below. */
export function LotLayout({ lot, photos, facts, children }: LotLayoutProps) {
  const { pageType, id } = lot;
  const isWide = useMediaQuery(DESKTOP_QUERY, false, { getInitialValueInEffect: false });
  const [listing] = useState(() => lastListing(pageType));
  const back = { ...paths.listing(pageType), search: listing?.search ?? {} };
  const place = auctionAndNumber(lot);
  const [image = null] = lot.images;
  useEffect(
    () => rememberVisit({ id, pageType, name: lot.fullName, place, image }),
    [id, pageType, lot.fullName, place, image],
  );
  usePageTitle({
    title: isWide ? pageText(pageType, 'title') : lot.fullName,
    note: isWide ? undefined : place,
    back: isWide ? undefined : (back as never),
    tab: `${place} · ${lot.fullName}`,
  });
  const share = (
    <ShareBlock
      pageType={pageType}
      lotId={id}
      auctionDate={lot.lotInfo.auctionDate}
      image={image}
      name={lot.fullName}
    />
  );
  const costs = <DoorPanel pageType={pageType} lotId={id} />;
  if (!isWide) {
    return (
      <div className={css.phone} data-barred={hasBidForm(pageType) || undefined}>
        {photos}
        <PhoneHeading
          lot={lot}
          tools={<FavoriteButton compact pageType={pageType} lotId={id} wishList={lot.wishList} />}
        />
        <DoorGlance pageType={pageType} lotId={id} />
        {!hasBidForm(pageType) && <BidPanel pageType={pageType} lotId={id} />}
        <LotPrice lot={lot} />
        {facts}
        {costs}
        {children}
        <div className={css.actions}>
          <PhotoDownload lot={lot} />
        </div>
        {share}
        {hasBidForm(pageType) && <BidBar lot={lot} />}
      </div>
    );
  }
  return (
    <Page>
      <Link {...back} className={css.back}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden />
        {listing ? t('lots.backTo', { count: listing.total }) : t('lots.backToAll')}
      </Link>
      <div className={css.top}>
        <LotHeading lot={lot} />
        <DoorGlance pageType={pageType} lotId={id} />
        <div className={css.actions}>
          <FavoriteButton pageType={pageType} lotId={id} wishList={lot.wishList} />
          <PhotoDownload lot={lot} />
        </div>
      </div>
      <div className={css.columns}>
        <div className={css.car} data-pair={isSalesPage(pageType) || undefined}>
          {photos}
          <LotPrice lot={lot} />
          {facts}
          {costs}
          {children}
        </div>
        <aside className={css.bid} aria-label={t('lots.lot.bidding')}>
          <BidPanel pageType={pageType} lotId={id} />
          {share}
        </aside>
      </div>
    </Page>
  );
}

/** Bar at the bottom of a phone; opens the panel over the lot. */
function BidBar({ lot }: { lot: LotSummary }) {
  const [isOpen, setOpen] = useState(false);
  const { bidInfo, lotInfo } = lot;
  const stated = statedOf(lot.pageType, lotInfo);
  const takesBids = acceptsBidsNow(useLotState(stated)) && bidInfo.acceptBid;
  const mayBid = useMay('biddingAllowed') && takesBids && !bidInfo.bidLimitReached;
  const hasOffer = bidInfo.negotiation?.state === 'asked';
  const isStock = lot.pageType === 'stock';
  const label = isStock ? 'bids.stock.price' : 'lots.startShort';
  return (
    <div className={bidBarCss.bar} data-edge>
      <div className={bidBarCss.line}>
        <span className="nowrap">
          {t(bidInfo.myBidAmount === null ? label : isStock ? 'bids.mine.order' : 'lots.myBid')}{' '}
          <Money yen={bidInfo.myBidAmount ?? bidInfo.startPrice} none={t('lots.notGiven')} className="strong" />
        </span>
        {bidInfo.averagePrice !== null && (
          <span className="quiet nowrap">
            {bidInfo.price?.lowYen && bidInfo.price.highYen
              ? priceRangeText(bidInfo.price.lowYen, bidInfo.price.highYen)
              : t('lots.averageNone')}
          </span>
        )}
        {!isStock && <LotTimeLeft zone {...stated} className={bidBarCss.time ?? ''} />}
      </div>
      <ActionButton kind={mayBid || hasOffer ? 'bid' : 'plain'} size="lg" fullWidth onClick={() => setOpen(true)}>
        {hasOffer
          ? t('bids.offer.answer')
          : t(mayBid ? (isStock ? 'lots.tools.orderNow' : 'PlaceBid.Place') : 'lots.lot.bidDetails')}
      </ActionButton>
      <BottomSheet opened={isOpen} onClose={() => setOpen(false)} title={lot.fullName}>
        <BidPanel pageType={lot.pageType} lotId={lot.id} />
      </BottomSheet>
    </div>
  );
}

/** None for fixed prices, car statistics and USS lots (business-rules.md#photo-downloads). */
function PhotoDownload({ lot: { pageType, id, mayDownload } }: { lot: LotSummary }) {
  if (!mayDownload || pageType === 'stock' || pageType === 'stats') return null;
  return <DownloadPhotos pageType={pageType} lotId={id} />;
}
