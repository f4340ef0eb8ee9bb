import { type CompanySettingsValues, companySettingsSchema } from '@seri/contract/company/settings.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './db/db.ts';

/**
 * Returns all company settings with their defaults. Read on each use, so a change applies without a restart
 * (business-rules.md#company-settings).
 */
export async function readSettings(db: Db | Tx): Promise<CompanySettingsValues> {
  const rows = await db.selectFrom('company_settings').select(['key', 'value']).execute();
  return companySettingsSchema.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])));
}

/** SQL condition: the company has not switched off the feature behind this permission. */
export const isOffered = (flag: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from company_settings where key = 'switchedOff' and value ? ${flag})`;

/** True when this database was filled as the demonstration (business-rules.md#demonstration). */
export async function isDemonstration(db: Db | Tx): Promise<boolean> {
  const row = await db.selectFrom('installation_facts').select('value').where('key', '=', 'demo').executeTakeFirst();
  return row?.value === true;
}

/** Password of every demonstration account; the log-in page shows it in the demonstration only. */
export const DEMO_PASSWORD = 'demo1234';
