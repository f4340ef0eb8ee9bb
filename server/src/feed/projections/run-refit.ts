import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from '../../platform/db/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { refreshAllPrices } from './average-queries.ts';
import { findOpenAlarms, withoutTimeout } from './price-queries.ts';
import { refitVehicles } from './refit-prices.ts';

/** Fits the price model in a thread of its own, then reprices all running lots. */
export async function runRefit(
  { pool }: Pick<Database, 'pool'>,
  log: Pick<Log, 'error'>,
  signal?: AbortSignal,
): Promise<void> {
  const url = (pool.options as { connectionString?: string }).connectionString;
  const thread = new Worker(new URL('./refit-thread.ts', import.meta.url), { workerData: { url } });
  const stop = () => void thread.terminate();
  signal?.addEventListener('abort', stop);
  try {
    const [code] = (await once(thread, 'exit')) as [number];
    if (code !== 0) throw new Error('The fit of the price model was stopped');
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  await reprice({ pool }, false);
  const client = await pool.connect();
  try {
    for (const { source, vehicle, ratio, firstDay } of await findOpenAlarms(client))
      log.error(
        { source, vehicle, ratio, firstDay },
        'sold prices of a source moved away from all estimates: its sales do not count',
      );
  } finally {
    client.release();
  }
}

/** Fits without replays and reprices, in this thread: for a first load before any worker runs. */
export const fitNow = (database: Pick<Database, 'pool'>): Promise<void> => reprice(database, true);

async function reprice({ pool }: Pick<Database, 'pool'>, fits: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    if (fits) {
      await withoutTimeout(client);
      await refitVehicles(client);
    }
    await refreshAllPrices(client);
    client.release(fits);
  } catch (error) {
    // Destroys a connection that may still be in a failed transaction.
    client.release(true);
    throw error;
  }
}
