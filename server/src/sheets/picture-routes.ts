import { renderAsync } from '@resvg/resvg-js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { ensureAccess } from '../platform/http/access.ts';
import { glossaryWords } from '../platform/i18n/glossary.ts';
import { drawOverlays } from './draw-translation.ts';
import { overlaysOf } from './overlays.ts';
import { webpOf } from './page/encode-page.ts';
import type { Quad } from './page/homography.ts';
import { redrawPaper } from './page/open-paper.ts';
import { type Box, findItem, findItems, findReading, findTaughtTerms, type Place } from './queries.ts';
import { translator } from './translate.ts';
import { vocabularyVersion } from './vocabulary-version.ts';

interface PictureOptions {
  findPicture: (
    lotId: string,
    currentUser: CurrentUser,
  ) => Promise<{ hash: string; webp: () => Promise<Buffer>; original: () => Promise<Buffer | null> } | null>;
  /** Font files to draw with. */
  fonts: () => Promise<string[]>;
  /** Renders a picture once and caches it. */
  cache: RenderOnce;
  /** Another cache: a crop that is being rendered waits for its page, which must not wait for the crop's turn. */
  pageCache: RenderOnce;
}
type RenderOnce = (name: string, draw: () => Promise<Buffer>) => Promise<Buffer>;

const SHEET = { budget: 'picture', cost: 5, isDrawn: true } as const;
const ACCESS = { all: ['auctionTranslationUse'] } as const;
const QUALITY = 82;
/** Margin of a crop around its item, in pixels. */
const MARGIN = 8;

/**
 * Serves `/s/<lot>/page`, the straightened sheet, `/s/<lot>/translation/<language>`, the sheet with the overlaid translation, and `/s/<lot>/crop/<item>`, one
 * place of it.
 */
export function sheetPictureRoutes(
  app: FastifyInstance,
  { db }: Database,
  { findPicture, fonts, cache, pageCache }: PictureOptions,
): void {
  const openSheet = async (request: FastifyRequest, lotId: string) => {
    const currentUser = ensureAccess({ access: ACCESS }, request.currentUser);
    const picture = currentUser && /^\d{1,15}$/.test(lotId) ? await findPicture(lotId, currentUser) : null;
    const reading = picture && (await findReading(db, picture.hash));
    if (!picture || reading?.state !== 'read') throw new NotFound();
    /** The page that boxes refer to: straightened where the picture is an oblique photo. */
    const page = async (): Promise<Buffer> => {
      const { corners } = reading;
      if (!corners) return picture.webp();
      return pageCache(String(reading.id), async () => {
        const original = await picture.original();
        if (!original) throw new NotFound();
        return webpOf(await redrawPaper(original, quadOf(corners)));
      });
    };
    return { page, reading };
  };

  app.get<{ Params: { lotId: string } }>(
    '/s/:lotId/page',
    { config: { ...SHEET, access: ACCESS } },
    async (request, reply) => {
      const { page } = await openSheet(request, request.params.lotId);
      return sendWebp(reply, await page());
    },
  );

  app.get<{ Params: { lotId: string; language: string } }>(
    '/s/:lotId/translation/:language',
    { config: { ...SHEET, access: ACCESS } },
    async (request, reply) => {
      const { lotId, language } = request.params;
      if (language !== 'en' && language !== 'ru') throw new NotFound();
      const { page, reading } = await openSheet(request, lotId);
      if (reading.form === null) throw new NotFound();
      const version = await vocabularyVersion(db, reading.id);
      const webp = await cache(`translated/${reading.id}-${language}-${version}`, async () => {
        const [items, taught] = await Promise.all([findItems(db, reading.id), findTaughtTerms(db)]);
        const overlays = overlaysOf(
          reading.places as unknown as Place[],
          items,
          translator(glossaryWords(), taught),
          language,
        );
        const original = sharp(await page());
        const { width = 0, height = 0 } = await original.metadata();
        const image = await renderAsync(drawOverlays(overlays, { width, height }), {
          font: { loadSystemFonts: false, fontFiles: await fonts(), defaultFontFamily: 'Noto Sans JP' },
        });
        const raw = { width: image.width, height: image.height, channels: 4 as const };
        return original
          .composite([{ input: image.pixels, raw }])
          .webp({ quality: QUALITY })
          .toBuffer();
      });
      return sendWebp(reply, webp);
    },
  );

  app.get<{ Params: { lotId: string; item: string } }>(
    '/s/:lotId/crop/:item',
    { config: { ...SHEET, access: ACCESS } },
    async (request, reply) => {
      const { lotId, item } = request.params;
      const { page, reading } = await openSheet(request, lotId);
      const found = /^\d{1,9}$/.test(item) ? await findItem(db, reading.id, Number(item)) : undefined;
      if (!found) throw new NotFound();
      const webp = await cache(`crops/${reading.id}-${item}`, async () => cropped(await page(), found.box as Box));
      return sendWebp(reply, webp);
    },
  );
}

/** Stored corners as shares of the picture. */
const quadOf = (corners: readonly number[]): Quad =>
  [0, 2, 4, 6].map((at) => [(corners[at] ?? 0) / 100_000, (corners[at + 1] ?? 0) / 100_000]) as unknown as Quad;

async function cropped(webp: Buffer, [left, top, wide, high]: Box): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(webp).metadata();
  const x = Math.max(0, Math.floor((left * width) / 1_000) - MARGIN);
  const y = Math.max(0, Math.floor((top * height) / 1_000) - MARGIN);
  const region = {
    left: x,
    top: y,
    width: Math.min(width - x, Math.ceil((wide * width) / 1_000) + 2 * MARGIN),
    height: Math.min(height - y, Math.ceil((high * height) / 1_000) + 2 * MARGIN),
  };
  return sharp(webp).extract(region).webp({ quality: QUALITY }).toBuffer();
}

const sendWebp = (reply: FastifyReply, webp: Buffer) =>
  reply
    .header('content-type', 'image/webp')
    .header('cache-control', 'private, max-age=300')
    .header('x-content-type-options', 'nosniff')
    .send(webp);
