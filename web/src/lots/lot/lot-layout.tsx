import { useMediaQuery } from '@mantine/hooks';
import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { BidPanel } from '../../bids/place/bid-panel.tsx';
import { LandedCostPanel } from '../../costs/landed-cost-panel.tsx';
import { ShareBlock } from '../../sharing/share-panel.tsx';
import { t } from '../../shell/i18n/i18n.ts';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { Page } from '../../ui/theme/page.tsx';
import { DESKTOP_QUERY } from '../core/breakpoints.ts';
import { lastListing } from '../core/last-listing.ts';
import { pageText } from '../core/listing-page.ts';
import { hasBidForm, type LotSummary } from '../core/lot-summary.ts';
import { rememberVisit } from '../core/visited-lots.ts';
import { BidBar } from './bid-bar.tsx';
import { LotActions } from './lot-actions.tsx';
import { LotHeading, placeOf } from './lot-heading.tsx';
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
  const place = placeOf(lot);
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
  const { myBidAmount, averagePrice, startPrice } = lot.bidInfo;
  const costs = <LandedCostPanel pageType={pageType} lotId={id} firstYen={myBidAmount ?? averagePrice ?? startPrice} />;
  if (!isWide) {
    return (
      <div className={css.phone} data-barred={hasBidForm(pageType) || undefined}>
        {photos}
        <LotHeading lot={lot} />
        <LotActions lot={lot} />
        {!hasBidForm(pageType) && <BidPanel pageType={pageType} lotId={id} />}
        {facts}
        {costs}
        {children}
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
        <LotActions lot={lot} />
      </div>
      <div className={css.columns}>
        <div className={css.car} data-pair={isSalesPage(pageType) || undefined}>
          {photos}
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
