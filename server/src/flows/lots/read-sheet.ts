import { createHash } from 'node:crypto';
import { findLot } from '../../lots/core/queries.ts';
import { sheetOf } from '../../lots/lot-page/sheet-queries.ts';
import type { SheetSource } from '../../photos/sheet-source.ts';
import type { Db } from '../../platform/db/db.ts';
import { insertReading, linkLot } from '../../sheets/queries.ts';

/** Identifies a picture and its reader: readings of different readers are never mixed. */
export const sheetHash = (readerName: string, content: string): string =>
  createHash('sha256').update(`${readerName}\n${content}`).digest('base64url');

const NOBODY = 0;

/**
 * Queues the reading of a lot's stored sheet (`lots.sheet->>'image'`), once per picture and reader; call it when the
 * picture has arrived or changed. Returns false for a lot without a sheet. The job `read_sheet` of the worker reads it.
 */
export async function readSheet(
  db: Db,
  lotId: number,
  { sheets, readerName }: { sheets: SheetSource; readerName: string },
): Promise<boolean> {
  const lot = await findLot(db, lotId, NOBODY);
  const sheet = lot && (await sheetOf(db, lot));
  const content = sheet && sheets.contentOf(sheet);
  if (!content) return false;
  const picture = { hash: sheetHash(readerName, content), lotId };
  await db.transaction().execute(async (tx) => {
    await insertReading(tx, picture);
    await linkLot(tx, picture);
  });
  return true;
}
