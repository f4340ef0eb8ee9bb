import type { MileageMark } from '@seri/contract/lots/mileage.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { BikeLot, CarLot } from '@seri/contract/lots/records.ts';
import type { StatedLot } from '../../shell/lot-state.tsx';
import { lotName, lotTitle } from './lot-texts.ts';

/** Data shared by the pages of cars and motorcycles. */
export interface LotSummary {
  pageType: PageType;
  id: string;
  maker: string;
  model: string;
  /** Maker and model. */
  name: string;
  /** Maker, model and year. */
  fullName: string;
  year: number | null;
  grade: string;
  mileage: number | null;
  mileageMark?: MileageMark | undefined;
  lotInfo: CarLot['lotInfo'];
  images: readonly string[];
  bidInfo: CarLot['bidInfo'];
  wishList: CarLot['wishList'];
  sheet: string | null;
  /** One line of the auction house's remarks. */
  info: string;
  /** The manager's note. */
  note: string;
  noteEditable: boolean;
  mayDownload: boolean;
}

export function summaryOf(pageType: PageType, lot: CarLot | BikeLot): LotSummary {
  const [common, vehicle, specification] =
    'bikeInfo' in lot
      ? [lot.bikeCommonDetail, lot.bikeInfo, lot.bikeSpecification]
      : [lot.carCommonDetail, lot.carInfo, lot.carSpecification];
  return {
    pageType,
    id: common.id,
    maker: vehicle.maker,
    model: vehicle.model,
    name: lotName(vehicle),
    fullName: lotTitle(vehicle),
    year: vehicle.year,
    grade: specification.grade,
    mileage: vehicle.mileage,
    mileageMark: vehicle.mileageMark,
    lotInfo: lot.lotInfo,
    images: lot.lotImages.images,
    bidInfo: lot.bidInfo,
    wishList: lot.wishList,
    sheet: common.auctionSheet,
    info: common.info,
    note: common.comment,
    noteEditable: common.commentEditable,
    mayDownload: common.allowDownloadPhotos && !common.isUss,
  };
}

/** Facts that determine the state of a lot, on its own page and where it is shared. */
export const statedOf = (pageType: PageType, lotInfo: CarLot['lotInfo']): StatedLot => ({
  ...lotInfo,
  source: PAGE_RULES[pageType].source,
});

/** A fixed price and past sales have no bid form (business-rules.md#lot-page). */
export const hasBidForm = (pageType: PageType): boolean =>
  PAGE_RULES[pageType].source === 'auction' && PAGE_RULES[pageType].time === 'coming';
