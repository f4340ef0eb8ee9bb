import { sheetFacts } from '@seri/contract/feed/rows.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { findOpenLot } from '../core/open-lot.ts';
import type { FullLot } from '../core/queries.ts';

/** The text of a lot's auction sheet if this reader may open the lot, else null. */
export async function findSheet(db: Db, lotId: string, currentUser: CurrentUser) {
  const lot = await findOpenLot(db, lotId, currentUser);
  return lot && sheetOf(db, lot);
}

/** The same for an open lot. */
export async function sheetOf(db: Db, lot: FullLot) {
  if (!lot.has_sheet) return null;
  const extra = await db.selectFrom('lots').select(['sheet', 'month']).where('id', '=', lot.id).executeTakeFirst();
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
    chassisNumber: lot.chassis_number,
    sheet: sheet.data,
    isDemo: lot.is_demo,
  };
}
