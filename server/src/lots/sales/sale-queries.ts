import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export interface AlikeSale {
  id: number;
  house_name: string;
  auction_day: string;
  auction_at: Date;
  time_known: boolean;
  lot_no: number;
  model: string;
  grade: string;
  year: number | null;
  mileage_km: number | null;
  mileage_mark: string | null;
  condition: string;
  color: string;
  sold_price_yen: number;
  image: string | null;
}

/** The sales with these ids, in that order. */
export async function findSales(db: Db, ids: number[]): Promise<AlikeSale[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AlikeSale>`
    select sale.id, house.name as house_name, auction_day, auction_at, time_known, lot_no, model, grade, year,
           mileage_km, mileage_mark, condition, color, sold_price_yen, images[1] as image
      from unnest(${ids}::bigint[]) with ordinality found(lot_id, place)
      join lots sale on sale.id = found.lot_id
      join auction_houses house on house.id = sale.house_id
     order by found.place`.execute(db);
  return rows;
}
