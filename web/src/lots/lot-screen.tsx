import { useMediaQuery } from '@mantine/hooks';
import type { CarLot } from '@seri/contract/lots/records.ts';
import { IconCarOff, IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../app/paths.ts';
import { BidPanel } from '../bids/bid-panel.tsx';
import { ApiError } from '../shell/api.ts';
import { serverNow } from '../shell/clock.ts';
import { errorText, requestIdOf } from '../shell/error-text.ts';
import { groupThousands } from '../shell/format.ts';
import { t } from '../shell/i18n.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState, FailedState } from '../ui/state-message.tsx';
import { AuctionSheet } from './auction-sheet.tsx';
import { BidBar } from './bid-bar.tsx';
import { Gallery } from './gallery.tsx';
import { lastListing } from './last-listing.ts';
import { LotFacts } from './lot-facts.tsx';
import { LotHeading } from './lot-heading.tsx';
import css from './lot-screen.module.css';
import { LotSkeleton } from './lot-skeleton.tsx';
import { lotName } from './lot-words.ts';
import { lotQueries } from './queries.ts';
import { WIDE } from './wide.ts';

/** One lot: photos, facts, sheet, and the panel to bid with. */
export function LotScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: lot, error, refetch } = useQuery(lotQueries.lot(id));
  if (lot) return <OpenLot key={id} lot={lot} />;
  if (!error) return <LotSkeleton />;
  if (error instanceof ApiError && error.code === 'NotFound') return <LotGone />;
  return (
    <FailedState
      title={t('lots.lot.failed')}
      text={errorText(error)}
      requestId={requestIdOf(error)}
      at={serverNow()}
      onRetry={() => void refetch()}
      action={<Link {...paths.lots()}>{t('Menu.CarAuctions')}</Link>}
    />
  );
}

function OpenLot({ lot }: { lot: CarLot }) {
  const { lotInfo, carInfo, carCommonDetail } = lot;
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const [listing] = useState(lastListing);
  const back = { ...paths.lots(), search: listing?.search ?? {} };
  const car = [lotName(carInfo), carInfo.year].filter((part) => part !== null).join(' ');
  const place = `${lotInfo.auctionName} · ${t('lots.lotNo', { lotNo: lotInfo.lotNumber })}`;
  usePageTitle({
    title: isWide ? t('lots.title') : t('lots.lotNo', { lotNo: lotInfo.lotNumber }),
    note: isWide ? undefined : lotInfo.auctionName,
    back: isWide ? undefined : (back as never),
    tab: `${place} · ${car}`,
  });
  const photos = <Gallery images={lot.lotImages.images} name={car} />;
  const sheet = carCommonDetail.auctionSheet && <AuctionSheet src={carCommonDetail.auctionSheet} car={car} />;
  const words = <Words info={carCommonDetail.info} comment={carCommonDetail.comment} />;
  if (!isWide) {
    return (
      <div className={css.phone}>
        {photos}
        <LotHeading lot={lot} />
        <LotFacts lot={lot} />
        {sheet}
        {words}
        <BidBar lot={lot} />
      </div>
    );
  }
  return (
    <Page>
      <Link {...back} className={css.back}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden />
        {listing
          ? t('lots.backTo', { count: listing.total, found: groupThousands(listing.total) })
          : t('lots.backToAll')}
      </Link>
      <LotHeading lot={lot} />
      <div className={css.columns}>
        <div className={css.car}>
          {photos}
          <LotFacts lot={lot} />
          {(sheet || carCommonDetail.info || carCommonDetail.comment) && (
            <div className={`panel ${css.papers}`}>
              {sheet}
              {words}
            </div>
          )}
        </div>
        <aside className={css.bid} aria-label={t('lots.lot.bidding')}>
          <BidPanel lotId={carCommonDetail.id} />
        </aside>
      </div>
    </Page>
  );
}

/** What the house and the manager wrote; nothing when both are silent. */
function Words({ info, comment }: { info: string; comment: string }) {
  if (!(info || comment)) return null;
  return (
    <div className={css.words}>
      {info && (
        <section>
          <h3>{t('lots.lot.remarks')}</h3>
          <p>{info}</p>
        </section>
      )}
      {comment && (
        <section>
          <h3>{t('lots.lot.comment')}</h3>
          <p>{comment}</p>
        </section>
      )}
    </div>
  );
}

function LotGone() {
  usePageTitle({ title: t('lots.lot.gone') });
  return (
    <EmptyState
      icon={IconCarOff}
      title={t('lots.lot.gone')}
      text={t('lots.lot.goneText')}
      action={<LinkButton {...paths.lots()}>{t('Menu.CarAuctions')}</LinkButton>}
    />
  );
}
