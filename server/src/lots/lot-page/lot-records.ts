import { FAVORITE_GROUPS } from '@seri/contract/favorites/routes.ts';
import { resolveFacts, type VehicleFacts } from '@seri/contract/lots/facts.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { isSalesPage } from '@seri/contract/lots/page-types.ts';
import type { BikeLot, CarLot } from '@seri/contract/lots/records.ts';
import { cropOf } from '@seri/contract/sheets/crop.ts';
import { boxOf, formOf } from '@seri/contract/sheets/forms.ts';
import { japanIso } from '../../platform/i18n/japan-time.ts';
import { auctionDate, stateFor } from '../core/listing-records.ts';
import { isStaff } from '../core/open-lot.ts';
import type { FullLot } from '../core/queries.ts';
import { type Reader, toBidInfo } from './bid-info.ts';
import { rateOf, readInspection } from './inspection-text.ts';

const THUMBNAIL_WIDTH = 160;
/** Pages with a download of photos; those of USS lots are never offered (business-rules.md#photo-downloads). */
const WITH_DOWNLOAD = ['car-auction', 'bikes', 'bike-stats'];

export function toCarLot(lot: FullLot, reader: Reader): CarLot {
  const { currentUser, limits } = reader;
  return {
    carCommonDetail: commonDetail(lot, reader),
    mopDeail: monthOfProduction(lot),
    lotInfo: lotInfo(lot, reader),
    carInfo: {
      maker: lot.maker,
      model: lot.model,
      year: lot.year,
      chassisId: lot.chassis_code,
      mileage: lot.mileage_km,
      ...markField(lot.mileage_mark),
    },
    carSpecification: {
      engineCC: lot.displacement_cc,
      grade: lot.grade,
      color: lot.color,
      transmission: lot.gearbox,
      drive: lot.drive,
      horsePower: lot.horse_power,
      equipment: lot.equip,
    },
    lotImages: lotImages(lot),
    bidInfo: toBidInfo(lot, reader),
    wishList: wishList(lot, reader),
    ussCounter: { ussLimit: currentUser.permissions.ussLimitCheck ? limits.uss_left : -1 },
    facts: resolveFacts(lot.facts),
    ...(isStaff(currentUser) ? { factsWithoutManager: factsWithoutManager(lot) } : {}),
    own: ownMarksOf(lot),
  };
}

export function toBikeLot(lot: FullLot, reader: Reader): BikeLot {
  const { currentUser } = reader;
  const inspection = readInspection(lot.inspection);
  return {
    bikeCommonDetail: commonDetail(lot, reader),
    lotInfo: {
      ...lotInfo(lot, reader),
      rateEng: rateOf(inspection, 'engine'),
      rateEl: rateOf(inspection, 'electro'),
      rateExt: rateOf(inspection, 'exterior'),
      rateFront: rateOf(inspection, 'front'),
      rateRear: rateOf(inspection, 'rear'),
      rateFrame: rateOf(inspection, 'chassis'),
    },
    bikeInfo: {
      maker: lot.maker,
      model: lot.model,
      year: lot.year,
      serial: lot.chassis_number,
      mileage: lot.mileage_km,
      ...markField(lot.mileage_mark),
      mileageNote: lot.mileage_note,
    },
    bikeSpecification: {
      grade: lot.grade,
      color: lot.color,
      engineCC: lot.displacement_cc,
      transmission: lot.gearbox,
      drive: lot.drive ?? '',
      equipment: lot.equip,
      horsePower: lot.horse_power,
    },
    lotImages: lotImages(lot),
    bidInfo: toBidInfo(lot, reader),
    wishList: wishList(lot, reader),
    facts: resolveFacts(lot.facts),
    ...(isStaff(currentUser) ? { factsWithoutManager: factsWithoutManager(lot) } : {}),
    own: ownMarksOf(lot),
  };
}

/** The facts that a manager's values replace; displacement and date of build are columns of the auction list. */
function factsWithoutManager({ facts: { manager: _, ...others }, engine_cc, year, month }: FullLot): VehicleFacts {
  const listed = Object.entries({ engineCc: engine_cc, builtYear: year, builtMonth: month });
  const known = Object.fromEntries(listed.filter(([, value]) => value !== null));
  return resolveFacts({ ...others, feed: { ...others.feed, ...known } });
}

const ownMarksOf = (lot: FullLot) => ({
  hidden: lot.is_hidden ?? false,
  note: lot.own_note ?? '',
  tags: lot.own_tags ?? [],
});

const sheetOf = (lot: FullLot) => (lot.has_sheet ? `/s/${lot.id}` : null);

const commonDetail = (lot: FullLot, { pageType, currentUser }: Reader) => ({
  id: String(lot.id),
  isUss: lot.is_uss,
  allowDownloadPhotos: WITH_DOWNLOAD.includes(pageType) && !lot.is_uss && lot.images.length > 0,
  lotNumber: lot.lot_no,
  info: lot.remarks,
  auctionSheet: sheetOf(lot),
  comment: lot.manager_note,
  commentEditable: isStaff(currentUser),
});

const lotInfo = (lot: FullLot, { currentUser }: Reader) => ({
  lotNumber: lot.lot_no,
  auctionName: lot.house_name,
  auctionDate: auctionDate(lot),
  condition: lot.condition,
  status: lot.status,
  state: stateFor(lot, currentUser, { status: lot.own_status, isTaken: lot.is_taken }),
  biddingDeadline: japanIso(lot.bids_close_at),
});

const lotImages = ({ images }: FullLot) => ({
  images,
  thumbnails: images.map((image) => `${image}?w=${THUMBNAIL_WIDTH}`),
});

/** Past sales have no favorites (business-rules.md#lot-page). */
const wishList = (lot: FullLot, { pageType }: Reader) =>
  isSalesPage(pageType) ? [] : FAVORITE_GROUPS.map((group) => ({ group, value: group === lot.favorite_group }));

/** The crop of the auction sheet with the first registration. */
const WHOLE_SHEET = { backgroundSize: 'contain', backgroundPosition: '50% 50%' };

function monthOfProduction(lot: FullLot) {
  // Where the date is on a scan is not known, so all of it is shown.
  if (lot.has_sheet && !lot.is_demo) return { auctionSheet: sheetOf(lot), ...WHOLE_SHEET };
  const form = formOf(lot.house_name);
  return { auctionSheet: sheetOf(lot), ...cropOf(form, boxOf(form, 'firstRegistration')) };
}
