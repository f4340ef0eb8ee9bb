import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findCurrentUser } from '../auth/session/current-user-queries.ts';
import { findDownload, findUssLot } from '../flows/lots/lot-photos.ts';
import { audienceOfPicture } from '../flows/lots/picture-audience.ts';
import { findShareable, findSharedSheet } from '../flows/lots/share-lot.ts';
import { findShareTotal } from '../flows/lots/share-total-queries.ts';
import { findSharedLot } from '../lots/lot-page/shared-lot.ts';
import { findSheet } from '../lots/lot-page/sheet-queries.ts';
import { downloadRoutes, photoArchives } from '../photos/download/download-routes.ts';
import { extraPhotoRoutes } from '../photos/extra/extra-photo-routes.ts';
import { fetchedPictures } from '../photos/fetch/fetch-queries.ts';
import { openPictures, type PictureSource, pictureKeyOf } from '../photos/pictures.ts';
import { photoRoutes } from '../photos/routes.ts';
import { unpackedFonts } from '../photos/sheet-fonts.ts';
import type { SheetSource } from '../photos/sheet-source.ts';
import type { PhotoStore } from '../photos/store/photo-store.ts';
import { createPictureCache } from '../photos/store/picture-cache.ts';
import { readBrand } from '../platform/brand.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { type CookieNames, readCookie } from '../platform/http/cookies.ts';
import { previewRoutes } from '../sharing/preview-routes.ts';
import { sharingRoutes } from '../sharing/routes.ts';

const CARD_PHOTO_WIDTH = 960;

/** Registers the calls about photos and shared lots; their dependencies on lots and purchases are injected here. */
export function registerPhotoCalls(
  app: FastifyInstance,
  { db }: Database,
  { cookies, secretKey }: { cookies: CookieNames; secretKey: string },
): void {
  downloadRoutes(app, { secretKey, findDownload: (page, id, currentUser) => findDownload(db, page, id, currentUser) });
  extraPhotoRoutes(app, db, { findUssLot: (id, currentUser) => findUssLot(db, id, currentUser) });
  sharingRoutes(app, db, {
    cookies,
    secretKey,
    findShareable: (page, id, currentUser) => findShareable(db, page, id, currentUser),
    findSharedLot: (page, id, sharer) => findSharedLot(db, page, id, sharer),
  });
}

interface PictureOptions {
  /** Folder of rendered pictures; it may be deleted at any time. */
  cacheDir: string;
  store: PhotoStore;
  /** Drawings of a demonstration, tried before the photos of the store. */
  drawn?: PictureSource | null;
  /** Preview picture of pages without a lot. */
  portalPhoto?: string | null;
  sheets: SheetSource;
  secretKey: string;
  cookies: CookieNames;
}

/** Registers all routes with pictures: photos of lots, sheets, archives, previews of shared links. */
export function registerPictures(
  app: FastifyInstance,
  { db }: Database,
  { cacheDir, store, drawn = null, portalPhoto = null, sheets, secretKey, cookies }: PictureOptions,
): void {
  const pictures = openPictures({
    ...{ cacheDir, store, drawings: drawn },
    fetched: fetchedPictures(db),
  });
  photoRoutes(app, {
    pictures,
    audienceOf: (key, request) =>
      audienceOfPicture(db, key, {
        isDrawing: drawn?.has(key) ?? false,
        findCurrentUser: async () => {
          const token = readCookie(request, cookies.access);
          return token ? findCurrentUser(db, token) : null;
        },
      }),
    sheets,
    findSheet: (lotId, currentUser) => findSheet(db, lotId, currentUser),
    findSharedSheet: (lotId, shareId, request) => findSharedSheet({ db, cookies }, lotId, shareId, request),
  });
  photoArchives(app, {
    pictures,
    secretKey,
    findDownload: (page, id, currentUser) => findDownload(db, page, id, currentUser),
  });
  const cards = createPictureCache(join(cacheDir, 'cards'), { ending: '.jpg' });
  previewRoutes(app, db, {
    portalPhoto,
    brand: async () => readBrand(db, await readSettings(db)),
    photoAt: async (image) => pictures.of(pictureKeyOf(image) ?? '', CARD_PHOTO_WIDTH),
    fonts: unpackedFonts(cacheDir),
    cached: cards.get,
    findTotal: (shareId) => findShareTotal(db, shareId),
  });
}
