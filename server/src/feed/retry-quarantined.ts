import { Readable } from 'node:stream';
import type { Database } from '../platform/db/db.ts';
import type { OnOutcome } from './merge/notify-outcomes.ts';
import { deleteQuarantined, findImportable } from './merge/quarantine-queries.ts';
import { runImport } from './run-import.ts';

/** Imports the quarantined lots whose auction house is now known; returns their number. */
export async function retryQuarantined(database: Pick<Database, 'db' | 'pool'>, onOutcome: OnOutcome): Promise<number> {
  for (let imported = 0; ; ) {
    const rows = await findImportable(database.db);
    if (rows.length === 0) return imported;
    const input = Readable.from([rows.map(({ lot }) => JSON.stringify(lot)).join('\n')]);
    await runImport({ database, input, sourceName: 'lots that waited for their house', onOutcome });
    await deleteQuarantined(database.db, rows);
    imported += rows.length;
  }
}
