import { createHash } from 'node:crypto';
import { findLot } from '../../lots/core/queries.ts';
import { sheetOf } from '../../lots/lot-page/sheet-queries.ts';
import type { SheetSource } from '../../photos/sheet-source.ts';
import type { Db } from '../../platform/db/db.ts';
import { countWaiting, findReading, insertReading } from '../../sheets/queries.ts';

const NOBODY = 0;
/** Readers who open a sheet come first, so only few are read ahead; all others are read when they are opened. */
const MAX_READ_AHEAD = 10;

/** Queues the reading of a scan that has just been stored, unless many wait already. */
export async function sheetArrived(
  db: Db,
  lotId: number,
  { sheets, readerName }: { sheets: SheetSource; readerName: string },
): Promise<void> {
  if ((await countWaiting(db)) >= MAX_READ_AHEAD) return;
  const lot = await findLot(db, lotId, NOBODY);
  const sheet = lot && (await sheetOf(db, lot));
  const content = sheet && sheets.contentOf(sheet);
  if (!content) return;
  const hash = createHash('sha256').update(`${readerName}\n${content}`).digest('base64url');
  if (await findReading(db, hash)) return;
  await db.transaction().execute((tx) => insertReading(tx, { hash, lotId }));
}
