import { replaceSettings, resetSetting, setSetting } from '../../company/change-setting.ts';
import type { Tx } from '../../platform/db/db.ts';
import { scheduleRetiming } from '../lots/retime-queries.ts';

const TIMES = ['closeMinutes', 'cutoffMinutes', 'cancelHours'];

/** Whether this setting also applies to listed lots (`retimeLots`). */
export const isLotTime = (key: string): boolean => TIMES.includes(key);

/**
 * Sets a company setting; undefined resets it to its default. It takes effect with the commit; a job of the worker updates
 * the times of listed lots in batches.
 */
export async function changeSetting(tx: Tx, key: string, value: unknown): Promise<void> {
  if (value === undefined) await resetSetting(tx, key);
  else await setSetting(tx, key, value);
  if (isLotTime(key)) await scheduleRetiming(tx);
}

/** Replaces all settings of a company, all or none; the times of listed lots follow as in {@link changeSetting}. */
export async function replaceCompany(tx: Tx, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await replaceSettings(tx, settings);
  await scheduleRetiming(tx);
}
