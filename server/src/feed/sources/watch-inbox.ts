import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../platform/db/db.ts';
import type { Log } from '../../platform/process/log.ts';
import { insertProblem, isProblemRecorded } from '../import-log/import-queries.ts';
import type { OnOutcome } from '../merge/notify-outcomes.ts';
import { readMapping, UnreadableFeed } from '../read/mapping.ts';
import type { RowFormat } from '../read/read-rows.ts';
import type { PictureFiles } from '../read/relative-pictures.ts';
import { type ImportReport, runImport } from '../run-import.ts';

const MAX_KEPT_FILES = 50;
/** Windows produces names in capitals. */
const FEED_FILE = /\.(?:ndjson|csv)$/i;
const TABLE = /\.csv$/i;
/** Entries of the folder besides feed files. */
const RESERVED_NAMES = new Set(['done', 'unread', 'mappings', 'sources.json']);
/** Temporary names of programs that rename at the end; reported only when they stay. */
const BEING_WRITTEN = /^\.|~$|\.(?:part|partial|filepart|tmp|temp|crdownload|download|writing|swp|lock)$/i;
const STAYS_AFTER_MS = 3_600_000;

interface Inbox {
  dir: string;
  database: Pick<Database, 'db' | 'pool'>;
  /** Takes pictures that lie beside the lists; without it their names are those of the store. */
  photos?: PictureFiles['store'];
  onOutcome: OnOutcome;
  log: Log;
}

/**
 * Imports the files of the inbox in the order of their names and moves each into `done`, unreadable ones into `unread`.
 * Programs must write under another name and rename to `*.ndjson` or `*.csv` at the end. A crash before the move
 * imports the file again, which changes nothing. The same is true for two workers on one inbox: the later one finds the
 * file moved.
 */
export async function importInbox(inbox: Inbox): Promise<void> {
  const { dir, log } = inbox;
  const folders = { done: join(dir, 'done'), unread: join(dir, 'unread') };
  await mkdir(folders.done, { recursive: true, mode: 0o700 });
  const names = (await readdir(dir)).sort();
  const files = names.filter((name) => FEED_FILE.test(name) && !RESERVED_NAMES.has(name));
  for (const name of names)
    if (!FEED_FILE.test(name) && !RESERVED_NAMES.has(name)) await reportUnknownFile(inbox, name);
  for (const name of files) {
    const report = await importFile(inbox, name);
    if (report === 'moved') continue;
    if (report === 'unread') await mkdir(folders.unread, { recursive: true, mode: 0o700 });
    else logReport(log, name, report);
    const folder = report === 'unread' ? folders.unread : folders.done;
    await rename(join(dir, name), join(folder, `${Date.now()}-${name}`)).catch(unlessMoved);
  }
  if (files.length > 0) for (const folder of Object.values(folders)) await forgetOldFiles(folder);
}

async function importFile(
  { dir, database, photos, onOutcome, log }: Inbox,
  name: string,
): Promise<ImportReport | 'moved' | 'unread'> {
  const file = await open(join(dir, name)).catch(unlessMoved);
  if (!file) return 'moved';
  // `uss-tokyo.2026-11-24.csv` is read by `mappings/uss-tokyo.json`.
  const mappingName = TABLE.test(name) ? (name.split('.', 1)[0] ?? '') : undefined;
  const source = { sourceName: name, mappingName };
  let isBegun = false;
  try {
    const format: RowFormat =
      mappingName === undefined
        ? 'json'
        : { mapping: await readMapping(join(dir, 'mappings'), mappingName), fileAt: (await file.stat()).mtime };
    isBegun = true;
    const pictures = photos && {
      folder: dir,
      store: photos,
      onRefused: (picture: string, reason: string) =>
        log.warn({ file: name, picture, reason }, 'a picture beside a list was not taken'),
    };
    return await runImport({
      database,
      input: file.createReadStream(),
      format,
      pictures,
      ...source,
      onOutcome,
      fitsModels: false,
    });
  } catch (error) {
    if (!(error instanceof UnreadableFeed)) throw error;
    if (!isBegun) await insertProblem(database.db, source, error.message);
    log.error({ file: name, problem: error.message }, 'a feed file cannot be read');
    return 'unread';
  } finally {
    // An import that fails before its first line leaves the file open.
    await file.close();
  }
}

/** Reports each file in the inbox that is not a feed file, once. */
async function reportUnknownFile({ dir, database, log }: Inbox, name: string): Promise<void> {
  const found = await stat(join(dir, name)).catch(() => null);
  if (!found || (BEING_WRITTEN.test(name) && Date.now() - found.mtimeMs < STAYS_AFTER_MS)) return;
  if (found.isDirectory() && (await hasOnlyPictures(join(dir, name)))) return;
  const problem = found.isDirectory()
    ? 'A folder in the inbox is not read: put its files into the inbox itself'
    : 'The inbox takes files named *.ndjson and <mapping>.*.csv; this one is not read';
  if (await isProblemRecorded(database.db, name, problem)) return;
  await insertProblem(database.db, { sourceName: name }, problem);
  log.warn({ file: name, problem }, 'a file in the inbox is not a feed file');
}

const PICTURE_FILE = /\.(?:jpe?g|png|webp|avif)$/i;

/** A folder beside the lists with the pictures that they name. */
async function hasOnlyPictures(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.length > 0 && files.every(({ name }) => PICTURE_FILE.test(name));
}

function logReport(log: Log, file: string, { unnotified, ...counts }: ImportReport): void {
  log[counts.refused > 0 ? 'warn' : 'info']({ file, ...counts }, 'a feed file was imported');
  for (const { lotId, error } of unnotified)
    log.error({ err: error, lotId }, 'the result of a lot was not applied to its bids');
}

function unlessMoved(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

async function forgetOldFiles(folder: string): Promise<void> {
  const names = (await readdir(folder).catch((): string[] => [])).sort();
  for (const name of names.slice(0, -MAX_KEPT_FILES)) await rm(join(folder, name), { force: true });
}
