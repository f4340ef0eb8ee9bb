import { type CompanySettingsValues, companySettingsSchema } from '@seri/contract/company/settings.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './db/db.ts';

/** All company settings with their defaults, read each time: a change counts without a restart (business-rules.md#company-settings). */
export async function readSettings(db: Db | Tx): Promise<CompanySettingsValues> {
  const rows = await db.selectFrom('company_settings').select(['key', 'value']).execute();
  return companySettingsSchema.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])));
}

/** In SQL: whether the company offers what this right is for, as far as it may switch it off. */
export const isOffered = (flag: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from company_settings where key = 'switchedOff' and value ? ${flag})`;

/** True when this database was filled as the demonstration (business-rules.md#demonstration). */
export async function isDemonstration(db: Db | Tx): Promise<boolean> {
  const row = await db.selectFrom('installation_facts').select('value').where('key', '=', 'demo').executeTakeFirst();
  return row?.value === true;
}

/** Of every demonstration account; shown on the log-in page of the demonstration only. */
export const DEMO_PASSWORD = 'demo1234';
