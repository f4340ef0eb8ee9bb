import { replaceSettings, resetSetting, setSetting } from '../../company/change-setting.ts';
import type { Tx } from '../../platform/db/db.ts';
import { scheduleRetiming } from '../lots/retime-queries.ts';

const TIMES = ['closeMinutes', 'cutoffMinutes', 'cancelHours'];

/** Whether lots that are listed already follow this setting (`retimeLots`). */
export const isLotTime = (key: string): boolean => TIMES.includes(key);

/**
 * Sets a company setting; undefined goes back to its default. It counts with the commit; lots that are listed already
 * follow new times portion by portion, by a job of the worker.
 */
export async function changeSetting(tx: Tx, key: string, value: unknown): Promise<void> {
  if (value === undefined) await resetSetting(tx, key);
  else await setSetting(tx, key, value);
  if (isLotTime(key)) await scheduleRetiming(tx);
}

/** A whole company's settings, all or none; listed lots follow new times as in {@link changeSetting}. */
export async function replaceCompany(tx: Tx, given: Readonly<Record<string, unknown>>): Promise<void> {
  await replaceSettings(tx, given);
  await scheduleRetiming(tx);
}
