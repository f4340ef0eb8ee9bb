import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import type { Lots } from '../platform/db/tables.ts';

const MINUTE_MS = 60_000;
let nextLotNo = 1_000;

/** A car that runs in a day at a house with the usual minutes; what a test is about goes into `more`. */
export async function createLot(
  db: Db,
  { auctionInMinutes = 24 * 60, house = 'USS Tokyo', isUss = true, ...more }: LotOptions = {},
): Promise<number> {
  const houseId = await ensureHouse(db, house, isUss);
  const auctionAt = new Date(Date.now() + auctionInMinutes * MINUTE_MS);
  const before = (minutes: number) => new Date(auctionAt.getTime() - minutes * MINUTE_MS);
  const { id } = await db
    .insertInto('lots')
    .values({
      vehicle: 'car',
      lot_source: 'auction',
      source: 'test',
      source_id: randomBytes(8).toString('hex'),
      source_updated_at: new Date(0),
      house_id: houseId,
      lot_no: nextLotNo++,
      auction_day: japanDay(auctionAt),
      auction_at: auctionAt,
      time_known: true,
      bids_close_at: before(90),
      agent_cutoff_at: before(60),
      cancel_until: before(12 * 60),
      status: 4532,
      maker: 'TOYOTA',
      model: 'PRIUS',
      grade: 'S',
      year: 2018,
      engine_cc: 1_800,
      gearbox: 'AT',
      color: 'PEARL',
      mileage_km: 61_000,
      condition: '4.5',
      equip: 'AC PS',
      chassis_code: 'ZVW50',
      chassis_number: 'ZVW50-1234567',
      start_price_yen: 300_000,
      average_price_yen: 720_000,
      images: ['/p/sedan-white-1-front34'],
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Its hall has passed an hour ago without a sale, and the house still negotiates. */
export async function runUnsold(db: Db, lotId: number): Promise<void> {
  const anHourAgo = new Date(Date.now() - 60 * MINUTE_MS);
  await db
    .updateTable('lots')
    .set({
      status: 4535,
      auction_at: anHourAgo,
      bids_close_at: anHourAgo,
      agent_cutoff_at: anHourAgo,
      cancel_until: anHourAgo,
    })
    .where('id', '=', lotId)
    .execute();
}

type LotOptions = Partial<Insertable<Lots>> & { auctionInMinutes?: number; house?: string; isUss?: boolean };

async function ensureHouse(db: Db, name: string, isUss = false): Promise<number> {
  const house = await db
    .insertInto('auction_houses')
    .values({ name, is_uss: isUss, haulage_yen: 12_000, source: 'test', source_updated_at: new Date(0) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ is_uss: isUss }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return house.id;
}
