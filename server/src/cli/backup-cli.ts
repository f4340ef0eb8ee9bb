import { resolve } from 'node:path';
import { takeBackup } from '../platform/embedded-postgres/backup.ts';
import {
  findRunningPostgres,
  StartFailure,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/embedded-postgres.ts';
import { ConfigError, readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';

const HELP = `Copies database, key, photos and emails into a new folder, from a running or stopped portal.

  npm run backup -- FOLDER     writes FOLDER/seri-<time>; ideally on another disk

  --help   this text

With DATABASE_URL the database is dumped by pg_dump, which must be installed. Keep the folder as secret as the
portal: it contains the key and all clients. Restore it with: npm run restore -- FOLDER/seri-<time>
Exit code: 0 complete, 1 nothing was written.`;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function run([target = '', ...rest]: readonly string[]): Promise<number> {
  if (target === '--help') {
    print(HELP);
    return 0;
  }
  if (target === '' || rest.length > 0) throw new ConfigError('Name one folder: npm run backup -- /mnt/backup');
  const { config } = readConfig();
  const { dataDir, databaseUrl } = config;
  const isOwn = databaseUrl === undefined;
  const running = databaseUrl ?? findRunningPostgres(dataDir);
  const started = running ? null : await startEmbeddedPostgres({ dataDir, log: createLog('backup', 'silent') });
  try {
    const url = running ?? started?.url ?? '';
    const { folder, files, bytes } = await takeBackup({ dataDir, url, isOwn }, resolve(target));
    print(`${folder}: ${files} files, ${Math.ceil(bytes / 1_000_000)} MB.`);
    return 0;
  } finally {
    await started?.stop();
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  const isKnown = error instanceof ConfigError || error instanceof StartFailure;
  process.stderr.write(`${isKnown ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  return 1;
});
