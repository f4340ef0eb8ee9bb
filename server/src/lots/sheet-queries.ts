import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { sheetFacts } from '@seri/contract/feed/rows.ts';
import type { Db } from '../platform/db.ts';
import type { Viewer } from '../platform/viewer.ts';
import { findCarLot } from './queries.ts';

/** What stands on a lot's auction sheet, for who may open the lot; null otherwise. */
export async function findSheet(db: Db, lotId: string, viewer: Viewer) {
  const lot = await findCarLot(db, Number(lotId), viewer.userId);
  const mayOpen =
    lot?.is_known_to_viewer || (viewer.permissions.carAuctionsView && isPublicTo(viewer, lot?.is_private));
  if (!lot || !mayOpen) return null;
  const extra = await db
    .selectFrom('lots')
    .select(['sheet', 'month', 'chassis_number'])
    .where('id', '=', Number(lotId))
    .executeTakeFirst();
  const sheet = sheetFacts.safeParse(extra?.sheet);
  if (!extra || !sheet.success) return null;
  return {
    house: lot.house_name,
    lotNo: lot.lot_no,
    maker: lot.maker,
    model: lot.model,
    grade: lot.grade,
    year: lot.year,
    month: extra.month,
    engineCc: lot.engine_cc,
    gearbox: lot.gearbox,
    drive: lot.drive,
    color: lot.color,
    mileageKm: lot.mileage_km,
    condition: lot.condition,
    equip: lot.equip,
    chassisNumber: extra.chassis_number,
    sheet: sheet.data,
  };
}

const isPublicTo = (viewer: Viewer, isPrivate: boolean | undefined) =>
  !isPrivate || viewer.userType === USER_TYPE.manager;
