import { acceptsBids, isAuctionFinished } from '@seri/contract/bids/rules.ts';
import { canSetStatus } from '@seri/contract/bids/statuses.ts';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import type { BidInfo, CarLot, ListingLot } from '@seri/contract/lots/records.ts';
import { japanIso } from '../platform/japan-time.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { ListedLot } from './listing-queries.ts';
import type { WholeLot } from './queries.ts';

const THUMBNAIL_WIDTH = 160;

/** The instant with +09:00, or the day alone while the time is not known (decisions D4.33). */
const auctionDate = (lot: ListedLot): string => (lot.time_known ? japanIso(lot.auction_at) : lot.auction_day);

export const toListingLot = (lot: ListedLot): ListingLot => ({
  id: String(lot.id),
  lotNo: lot.lot_no,
  auctionName: lot.house_name,
  auctionDate: auctionDate(lot),
  maker: lot.maker,
  model: lot.model,
  year: lot.year,
  grade: lot.grade,
  mileage: lot.mileage_km,
  engine: lot.engine_cc,
  color: lot.color,
  equip: lot.equip,
  gearbox: lot.gearbox,
  chassis: lot.chassis_code,
  condition: lot.condition,
  status: lot.status,
  startPrice: lot.start_price_yen,
  soldPrice: lot.sold_price_yen,
  averagePrice: lot.average_price_yen,
  biddingDeadline: japanIso(lot.bids_close_at),
  myBid: lot.own_amount_yen !== null,
  myBidAmount: lot.own_amount_yen,
  wishList: [],
  images: lot.images,
  lotType: 'auction',
  priv: lot.is_private,
  isUss: lot.is_uss,
});

interface Reader {
  viewer: Viewer;
  settings: CompanySettingsValues;
  limits: { bids_left: number; daily_uss_limit: number };
}

export function toCarLot(lot: WholeLot, reader: Reader): CarLot {
  const sheet = lot.has_sheet ? `/s/${lot.id}` : null;
  return {
    carCommonDetail: {
      id: String(lot.id),
      isUss: lot.is_uss,
      allowDownloadPhotos: !lot.is_uss && lot.images.length > 0,
      lotNumber: lot.lot_no,
      info: lot.remarks,
      auctionSheet: sheet,
      comment: lot.manager_note,
      commentEditable: false,
    },
    mopDeail: { auctionSheet: sheet, backgroundSize: '400% 400%', backgroundPosition: '0% 0%' },
    lotInfo: {
      lotNumber: lot.lot_no,
      auctionName: lot.house_name,
      auctionDate: auctionDate(lot),
      condition: lot.condition,
      status: lot.status,
    },
    carInfo: {
      maker: lot.maker,
      model: lot.model,
      year: lot.year,
      chassisId: lot.chassis_code,
      mileage: lot.mileage_km,
    },
    carSpecification: {
      engineCC: lot.engine_cc,
      grade: lot.grade,
      color: lot.color,
      transmission: lot.gearbox,
      drive: lot.drive,
      horsePower: lot.horse_power,
      equipment: lot.equip,
    },
    lotImages: { images: lot.images, thumbnails: lot.images.map((image) => `${image}?w=${THUMBNAIL_WIDTH}`) },
    bidInfo: toBidInfo(lot, reader),
    wishList: [],
    ussCounter: { ussLimit: reader.viewer.permissions.ussLimitCheck ? reader.limits.daily_uss_limit : -1 },
  };
}

function toBidInfo(lot: WholeLot, { viewer, settings, limits }: Reader): BidInfo {
  const { permissions } = viewer;
  const instants = {
    status: lot.status,
    auctionAt: lot.auction_at,
    bidsCloseAt: lot.bids_close_at,
    cancelUntil: lot.cancel_until,
  };
  const { own_status: status, now } = lot;
  const isLive = status === 1 || status === 2;
  return {
    bidGroupShow: false,
    exportTypeShow: permissions.exportTypeShow,
    exportTypeOptional: permissions.exportTypeOptional,
    startPrice: lot.start_price_yen,
    averagePrice: lot.average_price_yen,
    soldPrice: lot.sold_price_yen,
    // Raising an own bid is no further bid of the day (decisions D5.12).
    bidLimitReached: permissions.dailyBidLimitCheck && limits.bids_left === 0 && !isLive,
    acceptBid: acceptsBids(instants, now, permissions.bidDeadlineCheck),
    auctionFinished: isAuctionFinished(instants, now),
    biddingDeadline: japanIso(lot.bids_close_at),
    cancelDeadlineHour: lot.house_cancel_hours ?? settings.cancelHours,
    bidAdjustmentPrice: Math.min(lot.house_overbid_yen ?? settings.overbidAmount, settings.overbidAmount),
    myBid: lot.own_bid_id !== null,
    jasId: lot.own_bid_id,
    myBidAmount: lot.own_amount_yen,
    myBidDate: lot.own_bid_at?.toISOString() ?? null,
    bidStatusId: status,
    cancellationAllowed:
      status !== null && canSetStatus({ actor: 'client', from: status, to: 4, now, lot: instants, archived: false }),
    cancelUntil: japanIso(lot.cancel_until),
    feesYen: lot.haulage_yen + settings.agentFeeYen,
  };
}
