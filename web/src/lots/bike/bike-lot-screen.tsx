import { chassisCodeOf } from '@seri/contract/lots/chassis.ts';
import type { BikeLot } from '@seri/contract/lots/records.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { NoSheetPanel } from '../../sheets/no-sheet-panel.tsx';
import { ProductionMonth } from '../../sheets/production-month-panel.tsx';
import { SheetPanel } from '../../sheets/sheet-panel.tsx';
import { summaryOf } from '../core/lot-summary.ts';
import { RecentVisits } from '../core/recent-visits.tsx';
import { Gallery } from '../gallery/gallery.tsx';
import { GalleryPair } from '../gallery/gallery-pair.tsx';
import { LotHistory } from '../lot/lot-history.tsx';
import { LotLayout } from '../lot/lot-layout.tsx';
import { type BikePage, lotPageQueries } from '../lot/lot-queries.ts';
import { LotRemarks } from '../lot/lot-remarks.tsx';
import css from '../lot/lot-screen.module.css';
import { LotSkeleton } from '../lot/lot-skeleton.tsx';
import { LotMissing } from '../lot/lot-states.tsx';
import { OwnMarks } from '../marks/own-marks.tsx';
import { VehicleFacts } from '../vehicle/vehicle-facts.tsx';
import { BikeFacts } from './bike-facts.tsx';
import { BikeInspectionPart } from './bike-inspection.tsx';

/** One motorcycle: photos, facts, inspection and bidding panel. */
function BikeLotScreen({ pageType }: { pageType: BikePage }) {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: lot, error, refetch } = useQuery(lotPageQueries.bike(pageType, id));
  if (lot) return <BikeLotPage key={id} pageType={pageType} lot={lot} />;
  return error ? <LotMissing pageType={pageType} error={error} onRetry={refetch} /> : <LotSkeleton />;
}

export const BikeAuctionLotScreen = () => <BikeLotScreen pageType="bikes" />;
export const BikeStatisticsLotScreen = () => <BikeLotScreen pageType="bike-stats" />;

/** Page of a motorcycle from auctions or past sales. */
function BikeLotPage({ pageType, lot }: { pageType: BikePage; lot: BikeLot }) {
  const summary = summaryOf(pageType, lot);
  const Photos = pageType === 'bike-stats' ? GalleryPair : Gallery;
  return (
    <LotLayout
      lot={summary}
      photos={<Photos images={summary.images} name={summary.fullName} />}
      facts={
        <div>
          <BikeFacts lot={lot} />
          <VehicleFacts lotId={summary.id} facts={lot.facts} />
        </div>
      }
    >
      <BikeInspectionPart pageType={pageType} lot={lot} />
      <div className={`panel ${css.part}`}>
        {summary.sheet ? (
          <SheetPanel lotId={summary.id} src={summary.sheet} car={summary.fullName} />
        ) : (
          <NoSheetPanel />
        )}
      </div>
      <LotRemarks lot={summary}>
        {lot.own && <OwnMarks lotId={summary.id} own={lot.own} />}
        <ProductionMonth
          pageType={pageType}
          maker={summary.maker}
          model={summary.model}
          chassis={chassisCodeOf(lot.bikeInfo.serial)}
          lotId={summary.id}
          auction={lot.lotInfo.auctionName}
          lotNo={lot.lotInfo.lotNumber}
        />
      </LotRemarks>
      <LotHistory lot={summary} />
      <RecentVisits lot={summary} />
    </LotLayout>
  );
}
