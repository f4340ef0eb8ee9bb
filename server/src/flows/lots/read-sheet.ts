import { createHash } from 'node:crypto';
import { findLot } from '../../lots/core/queries.ts';
import { sheetOf } from '../../lots/lot-page/sheet-queries.ts';
import type { SheetSource } from '../../photos/sheet-source.ts';
import type { Db } from '../../platform/db/db.ts';
import { countWaiting, insertReading, linkLot } from '../../sheets/queries.ts';
import { findUnreadSheets } from './unread-sheet-queries.ts';

/** Identifies a picture and its reader: readings of different readers are never mixed. */
export const sheetHash = (readerName: string, content: string): string =>
  createHash('sha256').update(`${readerName}\n${content}`).digest('base64url');

const NOBODY = 0;

/** Readers who open a sheet come first, and a long queue would make them wait: only few are read ahead at a time. */
const MAX_AHEAD = 20;
/** The queue is filled again when fewer wait. */
const MIN_AHEAD = 5;

interface Reading {
  sheets: SheetSource;
  readerName: string;
}

/** Queues the reading of a scan that has just been stored; when many wait, `readSheetsAhead` finds it later. */
export async function sheetArrived(db: Db, lotId: number, reading: Reading): Promise<void> {
  if ((await countWaiting(db)) < MAX_AHEAD) await readSheet(db, lotId, reading);
}

/**
 * Queues stored sheets of upcoming lots that were never read, those of lots with bids or favorites first, so that
 * contradictions are known before anybody opens the lot. Returns how many.
 */
export async function readSheetsAhead(db: Db, reading: Reading): Promise<number> {
  const waiting = await countWaiting(db);
  if (waiting >= MIN_AHEAD) return 0;
  const lotIds = await findUnreadSheets(db, MAX_AHEAD - waiting);
  for (const lotId of lotIds) await readSheet(db, lotId, reading);
  return lotIds.length;
}

/**
 * Queues the reading of a lot's stored sheet (`lots.sheet->>'image'`), once per picture and reader. Returns false for a
 * lot without a sheet. The job `read_sheet` of the worker reads it when nobody waits for another.
 */
export async function readSheet(db: Db, lotId: number, { sheets, readerName }: Reading): Promise<boolean> {
  const lot = await findLot(db, lotId, NOBODY);
  const sheet = lot && (await sheetOf(db, lot));
  const content = sheet && sheets.contentOf(sheet);
  if (!content) return false;
  const picture = { hash: sheetHash(readerName, content), lotId };
  await db.transaction().execute(async (tx) => {
    await insertReading(tx, picture, { isAhead: true });
    await linkLot(tx, picture);
  });
  return true;
}
