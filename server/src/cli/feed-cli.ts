import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { clockFaultsAsText, importsAsText, refusedAsText, sourcesAsText } from '../feed/import-log/print-imports.ts';
import { countPendingResults } from '../feed/merge/outcome-queries.ts';
import { type Mapping, parseMapping, UnreadableFeed } from '../feed/read/mapping.ts';
import type { PictureFiles } from '../feed/read/relative-pictures.ts';
import { type ImportOptions, runImport } from '../feed/run-import.ts';
import { onLotResult } from '../flows/auctions/on-lot-result.ts';
import { openPhotoStore } from '../photos/store/open-photo-store.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { findRunningPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { ConfigError, readConfig } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { progressBar } from '../platform/process/terminal.ts';
import { exampleLists } from './example-feed.ts';

const HELP = `Imports auction houses, lots and results.

  npm run feed -- FILE [--dry-run]     one JSON object per line (NDJSON); - reads standard input
  npm run feed -- FILE --mapping M     a table (CSV) with the mapping file M, see docs/feed.md
  npm run feed -- --example            twenty lots with photos and sheets, from docs/example-feed
  npm run feed -- --list               the newest imports, and the pulled sources with their state
  npm run feed -- --refused IMPORT     the rows an import refused, with line and reason

  --dry-run          check every row and write nothing
  --allow-removals   a snapshot may remove more than three of ten lots
  --first-load       the initial archive: names are accepted unchanged, and clients get no notifications
  --help             this text

The database is DATABASE_URL, or the portal running on DATA_DIR (default ./.data).
Broken lines are reported with their number and reason, all others are imported. Importing the same file again
changes nothing: after an interruption, run the command again.
Exit code: 0 all rows imported, 1 some were refused, 2 nothing could be read.`;

const MAX_SHOWN = 100;
/** An import uses one for merging and one for queries. */
const CONNECTIONS = 2;
const BYTES_WORTH_A_BAR = 1_000_000;
const print = (text: string) => process.stdout.write(`${text}\n`);

class Usage extends Error {}

async function feed(): Promise<number> {
  const { values, positionals } = readArguments();
  if (values.help) {
    print(HELP);
    return 0;
  }
  const [file, ...rest] = positionals;
  if (values.list || values.refused !== undefined) {
    if (file) throw new Usage('--list and --refused take no file.');
    return await onDatabase((database) => report(database, values.refused));
  }
  if (values.example)
    return await onDatabase((database) => importExample(database, { firstLoad: values['first-load'] }));
  if (!file || rest.length > 0) throw new Usage('Give one file: npm run feed -- FILE');
  const fileAt = await ensureReadable(file);
  const format =
    values.mapping === undefined ? undefined : { mapping: await readMapping(values.mapping), fileAt: fileAt.at };
  if (!format && /\.csv$/i.test(file)) throw new Usage('A table needs a mapping: add --mapping FILE.');
  const source = {
    sourceName: file === '-' ? 'standard input' : basename(file),
    mappingName: values.mapping === undefined ? undefined : basename(values.mapping, '.json'),
    format,
    dryRun: values['dry-run'],
    allowRemovals: values['allow-removals'],
    firstLoad: values['first-load'],
  };
  return await onDatabase((database) => importFile(file, fileAt.bytes, { database, ...source }));
}

async function onDatabase(work: (database: Database) => Promise<number>): Promise<number> {
  const { config } = readConfig();
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir);
  if (!url) throw new Usage(`No portal runs on ${config.dataDir}: start it with npm start, or set DATABASE_URL.`);
  const database = openDatabase(url, createLog('feed', config.logLevel), CONNECTIONS);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function report({ db }: Database, refused: string | undefined): Promise<number> {
  if (refused !== undefined && !/^[1-9]\d{0,8}$/.test(refused))
    throw new Usage('--refused takes the number of an import.');
  if (refused === undefined)
    print([await importsAsText(db), await sourcesAsText(db), await clockFaultsAsText(db)].filter(Boolean).join('\n\n'));
  else print(await refusedAsText(db, Number(refused)));
  return 0;
}

type FeedOptions = Pick<
  ImportOptions,
  'database' | 'sourceName' | 'mappingName' | 'format' | 'dryRun' | 'allowRemovals' | 'firstLoad'
>;

async function importExample(database: Database, { firstLoad }: { firstLoad: boolean }): Promise<number> {
  let worst = 0;
  for (const { file, input, ...list } of await exampleLists()) {
    const source = { sourceName: basename(file), ...list, firstLoad };
    worst = Math.max(worst, await importFile(file, 0, { database, ...source }, input));
  }
  return worst;
}

async function importFile(
  file: string,
  bytes: number,
  options: FeedOptions,
  given?: AsyncIterable<Buffer | string>,
): Promise<number> {
  const startedAt = performance.now();
  let shown = 0;
  const bar = bytes > BYTES_WORTH_A_BAR ? progressBar(options.sourceName, bytes) : null;
  const { config, secrets } = readConfig();
  const store = await openPhotoStore({ address: config.photoStore, dataDir: config.dataDir }, secrets.bucket);
  const report = await runImport({
    ...options,
    pictures: file === '-' || options.dryRun ? undefined : beside(file, store),
    input: counted(given ?? (file === '-' ? process.stdin : createReadStream(file)), (read) => bar?.at(read)),
    onOutcome: onLotResult,
    onRefused: ({ line, reason }) => {
      if (shown < MAX_SHOWN) process.stderr.write(`line ${line}: ${reason}\n`);
      shown += 1;
    },
  });
  bar?.end();
  if (shown > MAX_SHOWN)
    process.stderr.write(`and ${shown - MAX_SHOWN} more, all of them in npm run feed -- --refused\n`);
  for (const { lotId, error } of report.unnotified)
    process.stderr.write(`lot ${lotId}: its result could not be applied to its bids yet: ${String(error)}\n`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const { read, written, unchanged, refused, removed } = report;
  print(`${read} rows read: ${written} written, ${unchanged} unchanged, ${refused} refused (${seconds} s)`);
  if (removed > 0) print(`${removed} lots are no longer on their list.`);
  const waiting = await countPendingResults(options.database.db);
  if (waiting > 0) print(`${waiting} results wait until their lots are listed.`);
  if (options.dryRun) print('Dry run: nothing was stored.');
  return refused > 0 || report.unnotified.length > 0 ? 1 : 0;
}

/** Pictures that lie beside the list go into the photo store. */
const beside = (file: string, store: PictureFiles['store']): PictureFiles => ({
  folder: dirname(file),
  store,
  onRefused: (picture, reason) => process.stderr.write(`${picture}: ${reason}\n`),
});

async function* counted(input: AsyncIterable<Buffer | string>, onRead: (bytes: number) => void) {
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    onRead(bytes);
    yield chunk;
  }
}

function readArguments() {
  try {
    const options = {
      'dry-run': { type: 'boolean', default: false },
      'allow-removals': { type: 'boolean', default: false },
      'first-load': { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      example: { type: 'boolean', default: false },
      mapping: { type: 'string' },
      refused: { type: 'string' },
      help: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Usage((error as Error).message);
  }
}

/** Returns the size of the file and the time of its last change; for standard input, zero and the current time. */
async function ensureReadable(file: string): Promise<{ at: Date; bytes: number }> {
  if (file === '-') return { at: new Date(), bytes: 0 };
  const found = await stat(file).catch(() => null);
  if (!found) throw new Usage(`There is no file ${file}.`);
  if (found.isDirectory()) throw new Usage(`${file} is a folder: give one file.`);
  return { at: found.mtime, bytes: found.size };
}

async function readMapping(file: string): Promise<Mapping> {
  await ensureReadable(file);
  return parseMapping(await readFile(file, 'utf8'), basename(file));
}

process.exitCode = await feed().catch((error: unknown) => {
  const known = error instanceof Usage || error instanceof ConfigError || error instanceof UnreadableFeed;
  const message = error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
  process.stderr.write(
    `${known ? message : `The import stopped: ${message}`}\n${known ? 'See npm run feed -- --help\n' : ''}`,
  );
  return 2;
});
