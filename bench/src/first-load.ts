import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { countDemoRows, writeDemoFeed } from '../../server/src/demo/write-feed.ts';
import { runImport } from '../../server/src/feed/run-import.ts';
import { openDatabase } from '../../server/src/platform/db.ts';
import { japanDay, shiftDay } from '../../server/src/platform/japan-time.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { bareLoad } from './bare-copies.ts';
import { benchCluster } from './cluster.ts';

/** Nearly all of them sales, some 3,000 a day. */
const DAYS_PAST = 350;
const GOAL_TIMES = 1.3;

/**
 * The first load of an archive, from NDJSON to lots that are counted, averaged and indexed; beside it COPY of the same
 * lots into a table like theirs and the same indexes, one after the other.
 */
export async function firstLoad(share: number): Promise<void> {
  const cluster = await benchCluster();
  const database = openDatabase(cluster.url, createLog('bench', 'error'));
  try {
    const now = new Date();
    const today = japanDay(now);
    const days = { from: shiftDay(today, -Math.round(DAYS_PAST * share)), to: today, now, isWhole: true };
    const file = join(cluster.dataDir, 'rows.ndjson');
    await writeDemoFeed({ ...days, out: createWriteStream(file) });
    const loadedSeconds = await secondsOf(async () => {
      const input = createReadStream(file);
      await runImport({ database, input, sourceName: 'bench', firstLoad: true, onOutcome: async () => {} });
    });
    const client = await database.pool.connect();
    await client.query('set statement_timeout = 0');
    await client.query("set maintenance_work_mem = '128MB'");
    const copiedSeconds = await secondsOf(await bareLoad(client));
    client.release();
    const rows = countDemoRows(days);
    process.stdout.write(
      `\n${rows} rows: first load ${loadedSeconds.toFixed(1)} s, COPY and the same indexes ${copiedSeconds.toFixed(1)} s, ` +
        `${(loadedSeconds / copiedSeconds).toFixed(2)} times as long (goal ${GOAL_TIMES})\n`,
    );
  } finally {
    await database.close();
    await cluster.end();
  }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}
