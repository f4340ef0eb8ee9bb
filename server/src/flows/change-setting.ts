import { replaceSettings, resetSetting, setSetting } from '../company/change-setting.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Tx } from '../platform/db.ts';
import { retimeLots } from './queries.ts';

const TIMES = ['closeMinutes', 'cutoffMinutes', 'cancelHours'];

/** Sets a company setting; undefined goes back to its default. New times count for lots that are listed already. */
export async function changeSetting(tx: Tx, key: string, value: unknown): Promise<void> {
  if (value === undefined) await resetSetting(tx, key);
  else await setSetting(tx, key, value);
  if (TIMES.includes(key)) await retimeLots(tx, await readSettings(tx));
}

/** A whole company's settings, all or none. New times count for lots that are listed already. */
export async function replaceCompany(tx: Tx, given: Readonly<Record<string, unknown>>): Promise<void> {
  await replaceSettings(tx, given);
  await retimeLots(tx, await readSettings(tx));
}
