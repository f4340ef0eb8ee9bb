import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../platform/db/db.ts';
import { createLog } from '../../platform/process/log.ts';
import { withoutTimeout } from './price-queries.ts';
import { refitVehicles } from './refit-prices.ts';

// The fit of all effects, outside the event loop of its process.
const { url } = workerData as { url: string };
const database = openDatabase(url, createLog('price-fit', 'silent'), 1);
try {
  const client = await database.pool.connect();
  await withoutTimeout(client);
  await refitVehicles(client, { replays: true });
  client.release(true);
  parentPort?.postMessage('done');
} finally {
  await database.close();
}
