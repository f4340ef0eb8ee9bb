import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { PREPARED } from '../../platform/db/named-queries.ts';
import type { FullLot } from '../core/queries.ts';

const MAX_APPEARANCES = 50;

export interface Appearance {
  id: number;
  vehicle: 'car' | 'bike';
  lot_source: 'auction' | 'stock';
  house_name: string;
  auction_day: string;
  auction_at: Date;
  time_known: boolean;
  bids_close_at: Date;
  /** The database's clock when it was read. */
  now: Date;
  lot_no: number;
  status: number;
  condition: string;
  mileage_km: number | null;
  mileage_mark: string | null;
  start_price_yen: number | null;
  sold_price_yen: number | null;
  /** The first three photos. */
  images: string[];
}

/** Other listings of the same vehicle, newest first; private ones only for the staff and the people they name. */
export async function findAppearances(
  db: Db,
  lot: FullLot,
  reader: { userId: number; isStaff: boolean },
): Promise<Appearance[]> {
  const { rows } = await sql<Appearance>`${PREPARED}
    select lots.id, vehicle, lots.lot_source, house.name as house_name, auction_day, auction_at, time_known, lot_no,
           bids_close_at, clock_timestamp() as now, lots.status, condition, mileage_km, mileage_mark, start_price_yen,
           sold_price_yen, array_to_json(images[1:3]) as images
      from lots join auction_houses house on house.id = house_id
     where chassis_number = ${lot.chassis_number} and chassis_number <> '' and vehicle = ${lot.vehicle}
       and maker = ${lot.maker} and lots.id <> ${lot.id}
       and (${reader.isStaff} or not is_private or ${reader.userId}::integer = any(viewers))
     order by auction_day desc, lots.id desc limit ${MAX_APPEARANCES}`.execute(db);
  return rows;
}

export interface FoundBid
  extends Pick<Appearance, 'id' | 'vehicle' | 'lot_source' | 'house_name' | 'lot_no' | 'status'> {
  auction_day: string;
  auction_at: Date;
  time_known: boolean;
  bid_id: number;
  amount_yen: number;
  bid_status: number;
  sold_price_yen: number | null;
  client_id: number;
  client_name: string;
}

/** Bids on other lots of the same vehicle, newest first: of one client, or with null of all. */
export async function findBidsOfVehicle(db: Db, lot: FullLot, clientId: number | null): Promise<FoundBid[]> {
  const { rows } = await sql<FoundBid>`${PREPARED}
    select l.id, l.vehicle, l.lot_source, house.name as house_name, l.auction_day, l.auction_at, l.time_known,
           l.lot_no, l.status, b.id as bid_id, b.amount_yen, b.status as bid_status,
           coalesce(b.sold_price_yen, l.sold_price_yen) as sold_price_yen, u.id as client_id, u.full_name as client_name
      from lots l join auction_houses house on house.id = l.house_id
      join bids b on b.lot_id = l.id join users u on u.id = b.user_id
     where l.chassis_number = ${lot.chassis_number} and l.chassis_number <> '' and l.vehicle = ${lot.vehicle}
       and l.maker = ${lot.maker} and l.id <> ${lot.id}
       and (${clientId}::integer is null or b.user_id = ${clientId}::integer)
     order by l.auction_day desc, b.id desc limit ${MAX_APPEARANCES}`.execute(db);
  return rows;
}
