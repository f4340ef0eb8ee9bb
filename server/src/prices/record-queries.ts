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
