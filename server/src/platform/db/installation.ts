import type { CompanySettingKey, CompanySettingsValues } from '@seri/contract/company/settings.ts';
import type { Db, Tx } from './db.ts';

/** True while the database has no users. */
export async function isEmptyPortal(db: Db): Promise<boolean> {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return !anybody;
}

/** Stores a fact about this database, for instance `demo`. */
export async function recordFact(db: Db | Tx, key: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value);
  await db
    .insertInto('installation_facts')
    .values({ key, value: json })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json }))
    .execute();
}

/** Stores the given settings; others are unchanged. */
export async function saveSettings(db: Db | Tx, settings: Partial<CompanySettingsValues>): Promise<void> {
  for (const [key, value] of Object.entries(settings) as [CompanySettingKey, unknown][]) {
    const json = JSON.stringify(value);
    await db
      .insertInto('company_settings')
      .values({ key, value: json })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json, updated_at: new Date() }))
      .execute();
  }
}

/** Removes the setting, so that its default applies again. */
export async function deleteSetting(db: Db | Tx, key: CompanySettingKey): Promise<void> {
  await db.deleteFrom('company_settings').where('key', '=', key).execute();
}

/** Returns a fact written by `recordFact`, or null. */
export async function findFact(db: Db | Tx, key: string): Promise<unknown> {
  const row = await db.selectFrom('installation_facts').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}
