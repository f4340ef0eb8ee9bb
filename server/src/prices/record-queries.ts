import type { PriceRecord } from '@seri/contract/prices/record-routes.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

export interface StoredRecord {
  record: PriceRecord;
  fitted_at: Date;
}

/** The record of each vehicle type, as of the last fit. */
export async function findRecords(db: Db): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`select record, fitted_at from price_commons order by vehicle desc`.execute(
    db,
  );
  return rows;
}

export interface OpenAlarm {
  vehicle: 'car' | 'bike';
  firstDay: string;
  sales: number;
  ratio: number;
}

/** Sources whose sales do not count at present, without their names. */
export async function findAlarms(db: Db): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    select vehicle, first_day::text as "firstDay", sales, ratio from price_alarms
     where released_at is null order by first_day desc limit 20`.execute(db);
  return rows;
}
