import type { CarLot } from '@seri/contract/lots/records.ts';
import { useState } from 'react';
import { ExtraPhotos } from '../../photos/photos-panel.tsx';
import { ProductionMonth } from '../../sheets/production-month-panel.tsx';
import { SheetPanel } from '../../sheets/sheet-panel.tsx';
import { summaryOf } from '../core/lot-summary.ts';
import { RecentVisits } from '../core/recent-visits.tsx';
import { Gallery } from '../gallery/gallery.tsx';
import { GalleryPair } from '../gallery/gallery-pair.tsx';
import { LotFacts } from './lot-facts.tsx';
import { LotHistory } from './lot-history.tsx';
import { LotLayout } from './lot-layout.tsx';
import type { CarPage } from './lot-queries.ts';
import css from './lot-screen.module.css';
import { LotWords } from './lot-words-block.tsx';

/** Page of a car from auctions, at a fixed price or from past sales. */
export function CarLotPage({ pageType, lot }: { pageType: CarPage; lot: CarLot }) {
  const face = summaryOf(pageType, lot);
  const { lotInfo, carCommonDetail } = lot;
  const [extraImages, setExtraImages] = useState<readonly string[]>([]);
  // The record contains the extra photos too, once it has been refetched.
  const images = [...new Set([...face.images, ...extraImages])];
  const Photos = pageType === 'stats' ? GalleryPair : Gallery;
  return (
    <LotLayout
      lot={face}
      photos={<Photos images={images} name={face.fullName} />}
      facts={
        <div>
          <LotFacts pageType={pageType} lot={lot} />
          {pageType === 'car-auction' && carCommonDetail.isUss && (
            <ExtraPhotos
              lotId={face.id}
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
      {face.sheet && (
        <div className={`panel ${css.part}`}>
          <SheetPanel lotId={face.id} src={face.sheet} car={face.fullName} />
        </div>
      )}
      <LotWords lot={face}>
        <ProductionMonth
          pageType={pageType}
          maker={face.maker}
          model={face.model}
          chassis={lot.carInfo.chassisId}
          lotId={face.id}
          auction={lotInfo.auctionName}
          lotNo={lotInfo.lotNumber}
          sheet={lot.mopDeail}
        />
      </LotWords>
      <LotHistory lot={face} />
      <RecentVisits lot={face} />
    </LotLayout>
  );
}
