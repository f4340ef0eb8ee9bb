import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayDay } from '../flows/replay/replay-day.ts';
import { type Db, openDatabase } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import {
  findRunningPostgres,
  StartFailure,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/embedded-postgres.ts';
import { ConfigError, readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';

const HELP = `Replays a stored auction day with the current program, and compares the results.

  npm run replay -- DAY     a day in Japan, such as 2026-11-20

  --help   this text

The day is read from DATABASE_URL, or from the portal running on DATA_DIR (default ./.data); nothing is written there.
The replay has a database of its own, which is removed afterwards. No names or addresses are copied.
What is compared and what is not: docs/decisions/009-replay-auction-days.md
Exit code: 0 the same result, 1 differences, 2 the replay failed.`;

const log = createLog('replay', 'silent');
const print = (text: string) => process.stdout.write(`${text}\n`);

class Usage extends Error {}

async function run(words: readonly string[]): Promise<number> {
  const [day = '', ...rest] = words;
  if (day === '--help') {
    print(HELP);
    return 0;
  }
  if (rest.length > 0 || !isDay(day)) throw new Usage('Give one day: npm run replay -- 2026-11-20');
  const { config } = readConfig();
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url) throw new Usage(`No portal runs on ${config.dataDir}: start it with npm start, or set DATABASE_URL.`);
  const source = openDatabase(url, log, 2);
  try {
    return await replayInto(source.db, day);
  } finally {
    await source.close();
  }
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

async function replayInto(source: Db, day: string): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'seri-replay-'));
  const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  try {
    const cluster = await startEmbeddedPostgres({ dataDir, flags, disposable: true, log });
    try {
      await migrate(cluster.url);
      const fresh = openDatabase(cluster.url, log, 2);
      const replay = await replayDay(source, fresh, day).finally(() => fresh.close());
      return report(day, replay);
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(day: string, replay: Awaited<ReturnType<typeof replayDay>>): number {
  const { lots, lotsOfOtherDays, clients, bids, steps, compared, differences } = replay;
  if (lots === 0) {
    print(`No lot of ${day} has a bid: there is nothing to replay.`);
    return 0;
  }
  const others = lotsOfOtherDays > 0 ? ` (${lotsOfOtherDays} of other days, in a group with them)` : '';
  print(`${day}: ${lots} lots${others}, ${bids} bids of ${clients} clients, ${steps} steps.`);
  for (const difference of differences) print(difference);
  print(
    differences.length === 0 ? `The same result: ${compared} lines compared.` : `${differences.length} differences.`,
  );
  return differences.length === 0 ? 0 : 1;
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  const isKnown = error instanceof Usage || error instanceof ConfigError || error instanceof StartFailure;
  process.stderr.write(`${isKnown ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  if (isKnown) process.stderr.write('See npm run replay -- --help\n');
  return 2;
});
