import { resolve } from 'node:path';
import { findBrokenInvariants } from '../bids/audit-log/check-invariants-queries.ts';
import { findBrokenIndexes } from '../platform/db/check-indexes.ts';
import { openDatabase } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { StartFailure, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { restoreBackup } from '../platform/embedded-postgres/restore.ts';
import { ConfigError, readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';

const HELP = `Restores a backup into an empty DATA_DIR and checks it: every file, every index, bids, money and the bid log.

  DATA_DIR=/srv/seri npm run restore -- FOLDER/seri-<time>

  --help   this text

A backup made with DATABASE_URL goes into the empty database of DATABASE_URL, by pg_restore.
Exit code: 0 restored without faults, 1 nothing restored, 2 restored with faults.`;

const print = (text: string) => process.stdout.write(`${text}\n`);
const log = createLog('restore', 'silent');

async function run([backup = '', ...rest]: readonly string[]): Promise<number> {
  if (backup === '--help') {
    print(HELP);
    return 0;
  }
  if (backup === '' || rest.length > 0) throw new ConfigError('Name one backup: npm run restore -- /mnt/backup/seri-…');
  const { dataDir, databaseUrl } = readConfig().config;
  const { takenAt } = await restoreBackup(resolve(backup), dataDir, databaseUrl);
  const started = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log });
  try {
    const url = databaseUrl ?? started?.url ?? '';
    await migrate(url);
    const broken = await findFaults(url, started !== null);
    for (const sentence of broken) print(sentence);
    print(`The backup of ${takenAt} is in ${dataDir}${broken.length === 0 ? ' and is sound.' : '.'}`);
    return broken.length === 0 ? 0 : 2;
  } finally {
    await started?.stop();
  }
}

async function findFaults(url: string, isOwn: boolean): Promise<string[]> {
  const { db, pool, close } = openDatabase(url, log, 2);
  try {
    // Only a superuser can check indexes; a restored dump has rebuilt them.
    return [...(isOwn ? await findBrokenIndexes(pool) : []), ...(await findBrokenInvariants(db))];
  } finally {
    await close();
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  const isKnown = error instanceof ConfigError || error instanceof StartFailure;
  process.stderr.write(`${isKnown ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  return 1;
});
