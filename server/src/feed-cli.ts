import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { countWaitingResults } from './feed/outcome-queries.ts';
import { runImport } from './feed/run-import.ts';
import { lotFinished } from './flows/lot-finished.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db.ts';
import { findRunningPostgres } from './platform/embedded-postgres.ts';
import { createLog } from './platform/log.ts';

const HELP = `Reads houses, lots and results into the portal.

  npm run feed -- FILE [--dry-run]     one JSON object per line (NDJSON); - reads standard input

  --dry-run   judge every row and write nothing
  --help      this text

The database is DATABASE_URL, or the portal running on DATA_DIR (default ./.data).
Broken lines are reported with their number and reason, the rest is loaded.
Exit code: 0 all rows taken, 1 some were refused, 2 nothing could be read.`;

const MOST_SHOWN = 100;
const say = (text: string) => process.stdout.write(`${text}\n`);

class Usage extends Error {}

async function feed(): Promise<number> {
  const { values, positionals } = readArguments();
  if (values.help) {
    say(HELP);
    return 0;
  }
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new Usage('Give one file: npm run feed -- FILE');
  await ensureReadable(file);
  const { config } = readConfig();
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url) throw new Usage(`No portal runs on ${config.dataDir}: start it with npm start, or set DATABASE_URL.`);
  const log = createLog('feed', config.logLevel);
  const database = openDatabase(url, log, 2);
  try {
    return await importFile(file, values['dry-run'], database);
  } finally {
    await database.close();
  }
}

async function importFile(file: string, dryRun: boolean, database: ReturnType<typeof openDatabase>): Promise<number> {
  const startedAt = performance.now();
  let shown = 0;
  const report = await runImport({
    database,
    input: file === '-' ? process.stdin : createReadStream(file),
    sourceName: file === '-' ? 'standard input' : basename(file),
    dryRun,
    onOutcome: lotFinished,
    onRefused: ({ line, reason }) => {
      if (shown < MOST_SHOWN) process.stderr.write(`line ${line}: ${reason}\n`);
      shown += 1;
    },
  });
  if (shown > MOST_SHOWN)
    process.stderr.write(`and ${shown - MOST_SHOWN} more, all kept in the table feed_refused_rows\n`);
  for (const { lotId, error } of report.untold)
    process.stderr.write(`lot ${lotId}: its bids could not be told the outcome yet: ${String(error)}\n`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const { read, written, unchanged, refused } = report;
  say(`${read} rows read: ${written} written, ${unchanged} unchanged, ${refused} refused (${seconds} s)`);
  const waiting = await countWaitingResults(database.db);
  if (waiting > 0) say(`${waiting} results wait until their lots are listed.`);
  if (dryRun) say('Dry run: nothing was kept.');
  return refused > 0 || report.untold.length > 0 ? 1 : 0;
}

function readArguments() {
  try {
    const options = {
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Usage((error as Error).message);
  }
}

async function ensureReadable(file: string): Promise<void> {
  if (file === '-') return;
  const found = await stat(file).catch(() => null);
  if (!found) throw new Usage(`There is no file ${file}.`);
  if (found.isDirectory()) throw new Usage(`${file} is a folder: give one file.`);
}

process.exitCode = await feed().catch((error: unknown) => {
  const known = error instanceof Usage || error instanceof ConfigError;
  const message = error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
  process.stderr.write(
    `${known ? message : `The import stopped: ${message}`}\n${known ? 'See npm run feed -- --help\n' : ''}`,
  );
  return 2;
});
