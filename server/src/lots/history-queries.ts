import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { WholeLot } from './queries.ts';

const MOST_APPEARANCES = 50;

export interface Appearance {
  id: number;
  vehicle: 'car' | 'bike';
  lot_source: 'auction' | 'stock';
  house_name: string;
  auction_day: string;
  auction_at: Date;
  time_known: boolean;
  lot_no: number;
  status: number;
  condition: string;
  mileage_km: number | null;
  start_price_yen: number | null;
  sold_price_yen: number | null;
}

/** Other lots of the same vehicle, the newest first; private ones for the staff and for whom they are. */
export async function findAppearances(
  db: Db,
  lot: WholeLot,
  reader: { userId: number; isStaff: boolean },
): Promise<Appearance[]> {
  const { rows } = await sql<Appearance>`
    select lots.id, vehicle, lots.lot_source, house.name as house_name, auction_day, auction_at, time_known, lot_no,
           lots.status, condition, mileage_km, start_price_yen, sold_price_yen
      from lots join auction_houses house on house.id = house_id
     where chassis_number = ${lot.chassis_number} and chassis_number <> '' and vehicle = ${lot.vehicle}
       and maker = ${lot.maker} and lots.id <> ${lot.id}
       and (${reader.isStaff} or not is_private or ${reader.userId}::integer = any(viewers))
     order by auction_day desc, lots.id desc limit ${MOST_APPEARANCES}`.execute(db);
  return rows;
}
