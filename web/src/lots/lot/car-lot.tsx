import type { CarLot } from '@seri/contract/lots/records.ts';
import { useState } from 'react';
import { ExtraPhotos } from '../../photos/photos-panel.tsx';
import { NoSheetPanel } from '../../sheets/no-sheet-panel.tsx';
import { ProductionMonth } from '../../sheets/production-month-panel.tsx';
import { SheetPanel } from '../../sheets/sheet-panel.tsx';
import { summaryOf } from '../core/lot-summary.ts';
import { RecentVisits } from '../core/recent-visits.tsx';
import { Gallery } from '../gallery/gallery.tsx';
import { GalleryPair } from '../gallery/gallery-pair.tsx';
import { OwnMarks } from '../marks/own-marks.tsx';
import { VehicleFacts } from '../vehicle/vehicle-facts.tsx';
import { LotFacts } from './lot-facts.tsx';
import { LotHistory } from './lot-history.tsx';
import { LotLayout } from './lot-layout.tsx';
import type { CarPage } from './lot-queries.ts';
import { LotRemarks } from './lot-remarks.tsx';
import css from './lot-screen.module.css';

/** Page of a car from auctions, at a fixed price or from past sales. */
export function CarLotPage({ pageType, lot }: { pageType: CarPage; lot: CarLot }) {
  const summary = summaryOf(pageType, lot);
  const { lotInfo, carCommonDetail } = lot;
  const [extraImages, setExtraImages] = useState<readonly string[]>([]);
  // The record contains the extra photos too, once it has been refetched.
  const images = [...new Set([...summary.images, ...extraImages])];
  const Photos = pageType === 'stats' ? GalleryPair : Gallery;
  return (
    <LotLayout
      lot={summary}
      photos={<Photos images={images} name={summary.fullName} />}
      facts={
        <div>
          <LotFacts pageType={pageType} lot={lot} />
          <VehicleFacts lotId={summary.id} facts={lot.facts} />
          {pageType === 'car-auction' && carCommonDetail.isUss && (
            <ExtraPhotos
              lotId={summary.id}
              auction={lotInfo.auctionName}
              lotNo={lotInfo.lotNumber}
              auctionDate={lotInfo.auctionDate}
              ussLimit={lot.ussCounter.ussLimit}
              onImages={setExtraImages}
            />
          )}
        </div>
      }
    >
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
          chassis={lot.carInfo.chassisId}
          lotId={summary.id}
          auction={lotInfo.auctionName}
          lotNo={lotInfo.lotNumber}
          sheet={lot.mopDeail}
        />
      </LotRemarks>
      <LotHistory lot={summary} />
      <RecentVisits lot={summary} />
    </LotLayout>
  );
}
