import type { MileageMark } from '@seri/contract/lots/mileage.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { BidInfo, BikeLot, CarLot } from '@seri/contract/lots/records.ts';

import type { StatedLot } from '../../shell/lot-state.tsx';

/** Lot of any page type, reduced to the data a bid needs. */
export interface BidLot {
  id: string;
  pageType: PageType;
  lotType: 'auction' | 'stock' | 'bike';
  lotInfo: CarLot['lotInfo'];
  vehicle: {
    maker: string;
    model: string;
    year: number | null;
    mileage: number | null;
    mileageMark?: MileageMark | undefined;
  };
  images: readonly string[];
  bidInfo: BidInfo;
}

export function bidLotOf(pageType: PageType, lot: CarLot | BikeLot): BidLot {
  const isBike = 'bikeInfo' in lot;
  return {
    id: isBike ? lot.bikeCommonDetail.id : lot.carCommonDetail.id,
    pageType,
    lotType: PAGE_RULES[pageType].lotType,
    lotInfo: lot.lotInfo,
    vehicle: isBike ? lot.bikeInfo : lot.carInfo,
    images: lot.lotImages.images,
    bidInfo: lot.bidInfo,
  };
}

/** Facts that determine the state of the lot. */
export const statedOf = ({
  pageType,
  lotInfo,
  bidInfo,
}: Pick<BidLot, 'pageType' | 'lotInfo' | 'bidInfo'>): StatedLot => ({
  ...lotInfo,
  source: PAGE_RULES[pageType].source,
  biddingDeadline: bidInfo.biddingDeadline,
});

/** Page that a bid's lot opens on; from the archive it is the statistics (business-rules.md#bid-lot-links). */
export function lotPageOf({
  lotType,
  lotSource,
  archived = false,
}: {
  lotType: 'car' | 'bike';
  lotSource: 'auction' | 'stock';
  archived?: boolean;
}): PageType {
  if (lotSource === 'stock') return 'stock';
  if (archived) return lotType === 'bike' ? 'bike-stats' : 'stats';
  return lotType === 'bike' ? 'bikes' : 'car-auction';
}
