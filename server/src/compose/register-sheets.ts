import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findSheetPicture } from '../flows/lots/sheet-picture.ts';
import { openLotAnywhere } from '../lots/core/open-lot.ts';
import { unpackedFonts } from '../photos/sheet-fonts.ts';
import type { SheetLot } from '../photos/sheet-lot.ts';
import { NO_SHEETS, type SheetSource } from '../photos/sheet-source.ts';
import { createPictureCache } from '../photos/store/picture-cache.ts';
import { NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { sheetPictureRoutes } from '../sheets/picture-routes.ts';
import { sheetReviewRoutes } from '../sheets/review/review-routes.ts';
import { sheetRoutes } from '../sheets/routes.ts';
import { BUILT_IN_READER } from '../sheets/sheet-reader.ts';

const SHOWN_WIDTH = 1_280;

/** Registers the calls about auction sheets; their dependencies on lots are injected here. */
export function registerSheetCalls(
  app: FastifyInstance,
  database: Database,
  {
    sheets = NO_SHEETS,
    readerName = BUILT_IN_READER,
    waitMs,
  }: { sheets?: SheetSource | undefined; readerName?: string | undefined; waitMs?: number } = {},
): void {
  sheetRoutes(app, database, {
    findPicture: (lotId, currentUser) => findSheetPicture(database.db, lotId, currentUser, { sheets, readerName }),
    waitMs,
  });
  sheetReviewRoutes(app, database, {
    ensureOpen: (lotId, currentUser) => openLotAnywhere(database.db, lotId, currentUser),
  });
}

/** Registers pictures of translated sheets and of single items. */
export function registerSheetPictures(
  app: FastifyInstance,
  database: Database,
  { cacheDir, sheets, readerName = BUILT_IN_READER }: { cacheDir: string; sheets: SheetSource; readerName?: string },
): void {
  const cache = createPictureCache(join(cacheDir, 'sheet-parts'));
  const pageCache = createPictureCache(join(cacheDir, 'sheet-pages'));
  sheetPictureRoutes(app, database, {
    findPicture: async (lotId, currentUser) => {
      const found = await findSheetPicture(database.db, lotId, currentUser, { sheets, readerName });
      const webp = async (lot: SheetLot) => {
        const picture = await sheets.of(lot, SHOWN_WIDTH);
        if (!picture) throw new NotFound();
        return picture;
      };
      return found && { hash: found.hash, webp: () => webp(found.lot), original: () => sheets.original(found.lot) };
    },
    fonts: unpackedFonts(cacheDir),
    cache: cache.get,
    pageCache: pageCache.get,
  });
}
