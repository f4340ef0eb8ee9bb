import { IconCar, IconChevronLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths } from '../app/paths.ts';
import { DownloadPhotos } from '../photos/photos-panel.tsx';
import { ApiError } from '../shell/api/api.ts';
import { errorText, requestIdOf } from '../shell/api/error-text.ts';
import { japanFullDate } from '../shell/i18n/format.ts';
import { t } from '../shell/i18n/i18n.ts';
import { usePageTitle } from '../shell/layout/page-title.ts';
import { LinkButton } from '../shell/link-button.tsx';
import { SkeletonBlock } from '../ui/data/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/data/state-message.tsx';
import { Page } from '../ui/theme/page.tsx';
import css from './car.module.css';
import { ShippingPart, VehiclePart } from './car-facts.tsx';
import { CarPhotos } from './car-photos.tsx';
import { ComparisonPart, CostPart } from './cost-part.tsx';
import { CheckListPart, DocumentsPart } from './documents-part.tsx';
import { PartiesPart } from './parties-part.tsx';
import { type PurchaseDetails, purchaseQueries } from './queries.ts';
import { TransportSteps } from './transport-steps.tsx';

export function PurchasedCarScreen() {
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(purchaseQueries.car(id ?? ''));
  usePageTitle({ title: t('Menu.PurchasedCars'), tab: data?.carDetail.title, back: paths.purchasedCars() });
  if (data) return <Details details={data} />;
  if (!error) return <Skeleton />;
  if (error instanceof ApiError && error.code === 'NotFound') {
    return (
      <EmptyState
        icon={IconCar}
        title={t('purchases.car.gone.title')}
        text={t('purchases.car.gone.text')}
        action={<LinkButton {...paths.purchasedCars()}>{t('purchases.back')}</LinkButton>}
      />
    );
  }
  return (
    <FailedState
      title={t('purchases.car.failed')}
      text={errorText(error)}
      requestId={requestIdOf(error)}
      onRetry={() => void refetch()}
    />
  );
}

function Details({ details }: { details: PurchaseDetails }) {
  const { carDetail, logistics, lotImages, note } = details;
  const client = useQueryClient();
  const refetch = () => client.fetchQuery({ ...purchaseQueries.car(carDetail.id), staleTime: 0 });
  const place = `${carDetail.auction}, ${t('purchases.lot', { lotNo: carDetail.lotNo })}`;
  return (
    <Page>
      <Link {...paths.purchasedCars()} className={css.back}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden />
        {t('purchases.back')}
      </Link>
      <div className={css.head}>
        <div>
          <p className="quiet">
            {t('purchases.bought', { date: japanFullDate(carDetail.purchaseDate) })} · {place}
          </p>
          <h2 className={css.title}>
            {carDetail.title} <span className="quiet">{carDetail.yearMonth}</span>
          </h2>
        </div>
        <LinkButton {...paths.lotOn(carDetail.pageType, carDetail.carId)} kind="plain">
          {t('purchases.lotPage')}
        </LinkButton>
      </div>
      <TransportSteps logistics={logistics} steps={details.steps} />
      <div className={css.columns}>
        <div className={css.look}>
          <CarPhotos images={lotImages.images} title={carDetail.title} />
          {lotImages.images.length > 0 && <DownloadPhotos pageType="purchased-cars" lotId={carDetail.id} />}
          <DocumentsPart beforeDownload={refetch} documents={details.documents} />
          <CheckListPart rows={details.checkList} />
        </div>
        <div>
          <ShippingPart logistics={logistics} />
          <VehiclePart car={carDetail} />
        </div>
        <div>
          <CostPart details={details} beforeDownload={refetch} />
          <ComparisonPart details={details} />
          <PartiesPart details={details} />
          {note && (
            <section className={css.part}>
              <h3>{t('Purchased.Notes')}</h3>
              <p className={css.note}>{note}</p>
            </section>
          )}
        </div>
      </div>
    </Page>
  );
}

function Skeleton() {
  return (
    <Page>
      <div role="status" aria-label={t('ui.loading')} className={css.columns}>
        <SkeletonBlock height={280} />
        <div className={css.skeleton}>
          <SkeletonBlock width="60%" height={20} />
          <SkeletonBlock />
          <SkeletonBlock />
          <SkeletonBlock />
        </div>
        <div className={css.skeleton}>
          <SkeletonBlock width="40%" height={20} />
          <SkeletonBlock />
          <SkeletonBlock />
        </div>
      </div>
    </Page>
  );
}
