import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { runImport } from './run-import.ts';
import type { OnOutcome } from './tell-outcomes.ts';

const KEPT_FILES = 50;

interface Inbox {
  dir: string;
  database: Pick<Database, 'db' | 'pool'>;
  onOutcome: OnOutcome;
  log: Log;
}

/**
 * Imports what lies in the inbox in the order of the names and puts each file into `done` afterwards. Whoever
 * writes here writes under another name and renames to `*.ndjson` at the end. A crash before the move imports the
 * file once more, which changes nothing.
 */
export async function importInbox({ dir, database, onOutcome, log }: Inbox): Promise<void> {
  const done = join(dir, 'done');
  await mkdir(done, { recursive: true, mode: 0o700 });
  const files = (await readdir(dir)).filter((name) => name.endsWith('.ndjson')).sort();
  for (const name of files) {
    const input = createReadStream(join(dir, name));
    const report = await runImport({ database, input, sourceName: name, onOutcome });
    const { untold, ...counts } = report;
    log[counts.refused > 0 ? 'warn' : 'info']({ file: name, ...counts }, 'a feed file was imported');
    for (const { lotId, error } of untold)
      log.error({ err: error, lotId }, 'the bids of a lot were not told its outcome');
    await rename(join(dir, name), join(done, `${Date.now()}-${name}`));
  }
  if (files.length > 0) await forgetOldFiles(done);
}

async function forgetOldFiles(done: string): Promise<void> {
  const names = (await readdir(done)).sort();
  for (const name of names.slice(0, -KEPT_FILES)) await rm(join(done, name), { force: true });
}
