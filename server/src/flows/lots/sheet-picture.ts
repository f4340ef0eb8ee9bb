import { findLot } from '../../lots/core/queries.ts';
import { findSheet, sheetOf } from '../../lots/lot-page/sheet-queries.ts';
import type { SheetLot } from '../../photos/sheet-lot.ts';
import type { SheetSource } from '../../photos/sheet-source.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { sheetHash } from './read-sheet.ts';

export interface FoundSheet {
  lotId: number;
  lot: SheetLot;
  /** Differs by picture and by reader. */
  hash: string;
}

/** The sheet of a lot that the current user may open, with a hash over its content and the reader; null if there is none. */
export async function findSheetPicture(
  db: Db,
  lotId: string,
  currentUser: CurrentUser,
  { sheets, readerName }: { sheets: SheetSource; readerName: string },
): Promise<FoundSheet | null> {
  const lot = await findSheet(db, lotId, currentUser);
  const content = lot && sheets.contentOf(lot);
  if (!content) return null;
  return { lotId: Number(lotId), lot, hash: sheetHash(readerName, content) };
}

const NOBODY = 0;

/** The sheet picture for the worker to read; the request was authorized when it was queued. */
export async function pictureToRead(db: Db, lotId: number, sheets: SheetSource): Promise<Buffer | null> {
  const lot = await findLot(db, lotId, NOBODY);
  const sheet = lot && (await sheetOf(db, lot));
  return sheet ? sheets.original(sheet) : null;
}
