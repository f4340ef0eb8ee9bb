import { chassisCodeOf } from '@seri/contract/lots/chassis.ts';
import type { BikeLot } from '@seri/contract/lots/records.ts';
import { ProductionMonth } from '../../sheets/production-month-panel.tsx';
import { SheetPanel } from '../../sheets/sheet-panel.tsx';
import { summaryOf } from '../core/lot-summary.ts';
import { RecentVisits } from '../core/recent-visits.tsx';
import { Gallery } from '../gallery/gallery.tsx';
import { GalleryPair } from '../gallery/gallery-pair.tsx';
import { LotHistory } from '../lot/lot-history.tsx';
import { LotLayout } from '../lot/lot-layout.tsx';
import type { BikePage } from '../lot/lot-queries.ts';
import css from '../lot/lot-screen.module.css';
import { LotWords } from '../lot/lot-words-block.tsx';
import { BikeFacts } from './bike-facts.tsx';
import { BikeInspectionPart } from './bike-inspection.tsx';

/** Page of a motorcycle from auctions or past sales. */
export function BikeLotPage({ pageType, lot }: { pageType: BikePage; lot: BikeLot }) {
  const face = summaryOf(pageType, lot);
  const Photos = pageType === 'bike-stats' ? GalleryPair : Gallery;
  return (
    <LotLayout lot={face} photos={<Photos images={face.images} name={face.fullName} />} facts={<BikeFacts lot={lot} />}>
      <BikeInspectionPart pageType={pageType} lot={lot} />
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
          chassis={chassisCodeOf(lot.bikeInfo.serial)}
          lotId={face.id}
          auction={lot.lotInfo.auctionName}
          lotNo={lot.lotInfo.lotNumber}
        />
      </LotWords>
      <LotHistory lot={face} />
      <RecentVisits lot={face} />
    </LotLayout>
  );
}
