import { defaultPermissions, offered, type Permissions, ROLE, USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { isVehicleIdentity } from '@seri/contract/lots/chassis.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import { contradictionsOf } from '@seri/contract/lots/passport/contradictions.ts';
import type { SharedAppearance } from '@seri/contract/sharing/routes.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Db } from '../../platform/db/db.ts';
import { opensOn } from '../core/open-lot.ts';
import { type FullLot, findLot } from '../core/queries.ts';
import { pageOf, toAppearance, toCompared } from './appearances.ts';
import { findAppearances } from './history-queries.ts';
import { readInspection, toInspection } from './inspection-text.ts';
import { toBikeLot, toCarLot } from './lot-records.ts';
import { sheetOf } from './sheet-queries.ts';

/** A visitor with a shared link: no own bids, no favorites. */
const VISITOR: CurrentUser = {
  userId: 0,
  userType: USER_TYPE.client,
  roleId: ROLE.guest,
  language: 692,
  sessionId: '',
  permissions: defaultPermissions(ROLE.guest),
  secondFactorNeeded: false,
};

/** A lot without bids, favorites, note, prices and full chassis number (business-rules.md#shared-lots); null for a private lot. */
export async function findSharedLot(db: Db, pageType: PageType, lotId: number, sharer: Permissions) {
  const lot = await findShared(db, pageType, lotId);
  if (!lot) return null;
  const settings = await readSettings(db);
  const history = await findSharedHistory(db, lot, offered(sharer, settings.switchedOff));
  const limits = { bids_left: 0, uss_left: 0 };
  const reader = { pageType, currentUser: VISITOR, settings, limits };
  const hiddenFields = { comment: '', commentEditable: false, allowDownloadPhotos: false };
  if (lot.vehicle === 'car') {
    const { bidInfo: _, wishList: __, ussCounter: ___, own: ____, ...car } = toCarLot(lot, reader);
    const carCommonDetail = { ...car.carCommonDetail, ...hiddenFields };
    const mopDeail = { ...car.mopDeail, auctionSheet: null };
    return { car: { ...car, carCommonDetail, mopDeail }, bike: null, inspection: null, ...history };
  }
  const { bidInfo: _, wishList: __, own: ___, ...bike } = toBikeLot(lot, reader);
  const bikeCommonDetail = { ...bike.bikeCommonDetail, ...hiddenFields };
  const bikeInfo = { ...bike.bikeInfo, serial: lot.chassis_code };
  const inspection = toInspection(readInspection(lot.inspection), lot.videos);
  return { car: null, bike: { ...bike, bikeCommonDetail, bikeInfo }, inspection, ...history };
}

/** Other public listings of the vehicle that its sharer may open, without prices, and what contradicts them. */
async function findSharedHistory(db: Db, lot: FullLot, permissions: Permissions) {
  const isKnown = isVehicleIdentity(lot.chassis_number);
  const all = isKnown ? await findAppearances(db, lot, { userId: VISITOR.userId, isStaff: false }) : [];
  const found = all.filter((one) => pageOf(one, { ...VISITOR, permissions }, lot.now) !== null);
  const [contradictions = [], ...ofOthers] = contradictionsOf([lot, ...found].map(toCompared));
  return {
    contradictions,
    appearances: found.map((one, at): SharedAppearance => {
      const {
        id: _,
        pageType: __,
        status: ___,
        startPrice: ____,
        soldPrice: _____,
        ...rest
      } = toAppearance(one, 'car-auction', ofOthers[at] ?? []);
      return rest;
    }),
  };
}

/** The auction sheet of a shared lot with only the chassis code on it, so never a scan; null where there is none. */
export async function findSharedSheet(db: Db, pageType: PageType, lotId: number) {
  const lot = await findShared(db, pageType, lotId);
  const sheet = lot && (await sheetOf(db, lot));
  return sheet && { ...sheet, chassisNumber: lot.chassis_code, sheet: { ...sheet.sheet, image: undefined } };
}

async function findShared(db: Db, pageType: PageType, lotId: number) {
  const lot = await findLot(db, lotId, VISITOR.userId);
  // A scan shows the chassis number, so only drawn sheets are shared.
  return lot && !lot.is_private && opensOn(pageType, lot) ? { ...lot, has_sheet: lot.has_sheet && lot.is_demo } : null;
}
