import { type ChanceEffects, DEFAULT_CHANCE } from '@seri/contract/prices/price-chance.ts';
import type { CommonEffects, ModelEffects, PriceFacts } from '@seri/contract/prices/price-model.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export interface PricedLot extends PriceFacts {
  id: number;
  vehicle: string;
  startYen: number | null;
  shownYen: number | null;
  trimSales: number | null;
  lowYen: number | null;
  middleYen: number | null;
  highYen: number | null;
  common: CommonEffects | null;
  chance: ChanceEffects;
  own: ModelEffects | null;
  /** How often the ranges shown in the last 90 days held. */
  record: { sales: number; inside: number };
}

const FACTS = sql`maker, model, trim_words as "trimWords", year, month, engine_cc as "engineCc",
  chassis_code as "chassisCode", mileage_km as "mileageKm", mileage_mark is not null as "isMileageDoubted", condition,
  equip, gearbox, coalesce(drive, '') as drive, house_id::text as house, auction_day::text as day`;

/** The lot with its stored range and the effects that price it. */
export async function findPricedLot(db: Db, lotId: number): Promise<PricedLot | undefined> {
  const { rows } = await sql<PricedLot>`
    select lots.id, lots.vehicle, lots.maker, lots.model, trim_words as "trimWords", year, month,
           engine_cc as "engineCc", chassis_code as "chassisCode", mileage_km as "mileageKm",
           mileage_mark is not null as "isMileageDoubted", condition, equip, gearbox, coalesce(drive, '') as drive,
           house_id::text as house, auction_day::text as day, start_price_yen as "startYen",
           average_price_yen as "shownYen", average_sales as "trimSales", price_low_yen as "lowYen",
           price_middle_yen as "middleYen", price_high_yen as "highYen", commons.effects as common, commons.chance,
           commons.record->'total' as record,
           models.effects as own
      from lots
      left join price_commons commons on commons.vehicle = lots.vehicle
      left join price_models models
        on models.vehicle = lots.vehicle and models.maker = lots.maker and models.model = lots.model
     where lots.id = ${lotId}`.execute(db);
  const [lot] = rows;
  return lot && { ...lot, chance: lot.chance ?? DEFAULT_CHANCE, record: lot.record ?? { sales: 0, inside: 0 } };
}

/** The facts of past sales, by id. */
export async function findSaleFacts(db: Db, ids: readonly number[]): Promise<Map<number, PriceFacts>> {
  const { rows } = await sql<PriceFacts & { id: number }>`
    select id, ${FACTS} from lots where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
