import { chassisCodeOf } from '@seri/contract/lots/chassis.ts';
import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { BikeLot, CarLot } from '@seri/contract/lots/records.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { ShareButton } from '../../sharing/share-panel.tsx';
import { ProductionMonth } from '../../sheets/production-month-panel.tsx';
import { errorText } from '../../shell/api/error-text.ts';
import { japanFullDate } from '../../shell/i18n/format.ts';
import { t } from '../../shell/i18n/i18n.ts';
import { NotFound } from '../../shell/layout/not-found-screen.tsx';
import { usePageTitle } from '../../shell/layout/page-title.ts';
import { ActionButton } from '../../ui/actions/action-button.tsx';
import { SkeletonBlock } from '../../ui/data/skeleton.tsx';
import { Page } from '../../ui/theme/page.tsx';
import { comparedOf } from '../compare/compared-lot.ts';
import { lotPageQueries } from '../lot/lot-queries.ts';
import { LotMissing } from '../lot/lot-states.tsx';
import { AppearanceCards, type CardAppearance } from './appearance-cards.tsx';
import css from './passport.module.css';

const MAX_PHOTOS = 3;

/** Every listing of one vehicle that the reader may see, side by side, the newest first. */
export function PassportScreen() {
  const { pageType, id } = useParams({ strict: false }) as { pageType: string; id: string };
  const page = PAGE_TYPES.find((one) => one === pageType);
  return page ? <Passport key={id} pageType={page} id={id} /> : <NotFound />;
}

function Passport({ pageType, id }: { pageType: PageType; id: string }) {
  const { data: lot, error, refetch } = useQuery(lotPageQueries.any({ pageType, id }));
  if (lot) return <OfLot pageType={pageType} lot={lot} />;
  if (error) return <LotMissing pageType={pageType} error={error} onRetry={refetch} />;
  return (
    <Page>
      <SkeletonBlock height={480} quiet />
    </Page>
  );
}

function OfLot({ pageType, lot }: { pageType: PageType; lot: CarLot | BikeLot }) {
  const vehicle = comparedOf(pageType, lot);
  const { data, error, refetch } = useQuery(lotPageQueries.history(vehicle));
  usePageTitle({ title: t('lots.passport.title'), tab: vehicle.fullName });
  const { lotInfo } = vehicle;
  const chassis = 'bikeInfo' in lot ? chassisCodeOf(vehicle.chassis) : vehicle.chassis;
  const list: CardAppearance[] = [
    {
      ...{ auctionName: lotInfo.auctionName, auctionDate: lotInfo.auctionDate, lotNo: lotInfo.lotNumber },
      ...{ state: lotInfo.state, condition: lotInfo.condition, images: vehicle.images.slice(0, MAX_PHOTOS) },
      ...{ mileage: vehicle.mileage, mileageMark: vehicle.mileageMark, contradictions: data?.contradictions ?? [] },
      page: { pageType, id: vehicle.id },
      prices: { startYen: vehicle.bidInfo.startPrice, soldYen: vehicle.bidInfo.soldPrice },
      isThis: true,
    },
    ...(data?.appearances ?? []).map(({ startPrice, soldPrice, pageType: page, id, ...rest }) => ({
      ...rest,
      page: { pageType: page, id },
      prices: { startYen: startPrice, soldYen: soldPrice },
    })),
  ].toSorted((one, other) => other.auctionDate.localeCompare(one.auctionDate));
  const oldest = list.at(-1);
  const isContradicted = list.some(({ contradictions }) => contradictions.length > 0);
  return (
    <Page>
      <div className={css.head}>
        <div>
          <h2>
            <Link {...paths.lotOn(pageType, vehicle.id)} className="finger-link">
              {vehicle.fullName}
            </Link>
          </h2>
          <p>
            <span className="quiet">{t('lots.fact.chassis')}</span>{' '}
            <b className="breakable">{vehicle.chassis || '–'}</b>
          </p>
          {data && oldest && (
            <p className="quiet">
              {t('lots.passport.count', { count: list.length, since: japanFullDate(oldest.auctionDate) })}
            </p>
          )}
          {data && (
            <p className={isContradicted ? css.warning : 'quiet'} role="note">
              {t(isContradicted ? 'lots.passport.contradicted' : 'lots.passport.agrees')}
            </p>
          )}
        </div>
        <div className={css.tools}>
          <ShareButton
            pageType={pageType}
            lotId={vehicle.id}
            auctionDate={lotInfo.auctionDate}
            image={vehicle.images[0] ?? null}
            name={vehicle.fullName}
          />
        </div>
        <ProductionMonth
          pageType={pageType}
          maker={vehicle.maker}
          model={vehicle.model}
          chassis={chassis}
          lotId={vehicle.id}
          auction={lotInfo.auctionName}
          lotNo={lotInfo.lotNumber}
          sheet={'bikeInfo' in lot ? undefined : lot.mopDeail}
        />
      </div>
      {error && !data && (
        <p role="alert" className={css.failed}>
          {t('lots.earlier.failed')} {errorText(error)}{' '}
          <ActionButton kind="plain" size="xs" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </ActionButton>
        </p>
      )}
      <AppearanceCards list={list} />
    </Page>
  );
}
