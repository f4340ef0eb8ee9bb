import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findSheetPicture } from './flows/sheet-picture.ts';
import { keepPictures } from './photos/kept-pictures.ts';
import { openSheetPictures } from './photos/sheet-pictures.ts';
import type { Database } from './platform/db.ts';
import { sheetPictureRoutes } from './sheets/picture-routes.ts';
import { sheetRoutes } from './sheets/routes.ts';
import { OWN_READER } from './sheets/sheet-reader.ts';

const SHOWN_WIDTH = 1_280;

/** Calls about what stands on auction sheets; the lots they belong to are handed in here. */
export function registerSheetCalls(
  app: FastifyInstance,
  database: Database,
  { readerName = OWN_READER, waitMs }: { readerName?: string; waitMs?: number } = {},
): void {
  sheetRoutes(app, database, {
    findPicture: (lotId, viewer) => findSheetPicture(database.db, lotId, viewer, readerName),
    waitMs,
  });
}

/** Pictures of translated sheets and of single items. */
export function registerSheetPictures(
  app: FastifyInstance,
  database: Database,
  { cacheDir, readerName = OWN_READER }: { cacheDir: string; readerName?: string },
): void {
  const sheets = openSheetPictures(cacheDir);
  const kept = keepPictures(join(cacheDir, 'sheet-parts'));
  sheetPictureRoutes(app, database, {
    findPicture: async (lotId, viewer) => {
      const found = await findSheetPicture(database.db, lotId, viewer, readerName);
      return found && { hash: found.hash, webp: () => sheets.of(found.lot, SHOWN_WIDTH) };
    },
    fonts: sheets.fonts,
    keep: kept.get,
  });
}
