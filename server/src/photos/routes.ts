import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ensureAccess } from '../platform/http/access.ts';
import { NotFound, Refused } from '../platform/refusals.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Pictures } from './pictures.ts';
import { type PictureWidth, WIDTHS } from './render-picture.ts';
import type { SheetLot } from './sheet/draw-sheet.ts';
import type { SheetPictures } from './sheet-pictures.ts';

const DEFAULT_WIDTH = 960;
const DEFAULT_SHEET_WIDTH = 1280;
/** Drawn in the process for costly work; a sheet takes several times as long as a photo of a list. */
const PHOTO = { budget: 'picture', isDrawn: true } as const;
const SHEET = { budget: 'picture', cost: 5, isDrawn: true } as const;
const LOT_ID = /^\d{1,15}$/;

interface PhotoOptions {
  pictures: Pictures;
  sheets: SheetPictures;
  /** The lot of a sheet, or null when there is none or the viewer may not see it. */
  findSheet: (lotId: string, viewer: Viewer) => Promise<SheetLot | null>;
  /** The same for whoever has opened this share, without what a share keeps back. */
  findSharedSheet: (lotId: string, shareId: string, request: FastifyRequest) => Promise<SheetLot | null>;
}

interface SheetRequest {
  Params: { lotId: string; shareId: string };
  Querystring: { w?: string };
}

/** Pictures of lots: `/p/<key>?w=320` for everybody, `/s/<lot>` for who is signed in, `/s/<lot>/<share>` by a share. */
export function photoRoutes(
  app: FastifyInstance,
  { pictures, sheets, findSheet, findSharedSheet }: PhotoOptions,
): void {
  app.get<{ Params: { '*': string }; Querystring: { w?: string } }>(
    '/p/*',
    { config: PHOTO },
    async (request, reply) => {
      const width = widthOf(request.query.w, DEFAULT_WIDTH);
      const webp = await pictures.of(request.params['*'], width);
      if (!webp) throw new NotFound();
      return sendWebp(reply, webp, 'public, max-age=31536000, immutable');
    },
  );

  app.get<SheetRequest>('/s/:lotId', { config: { ...SHEET, access: 'signed_in' } }, async (request, reply) => {
    const viewer = ensureAccess({ access: 'signed_in' }, request.viewer);
    const { lotId } = request.params;
    return sendSheet(request, reply, viewer && LOT_ID.test(lotId) ? () => findSheet(lotId, viewer) : null);
  });

  app.get<SheetRequest>('/s/:lotId/:shareId', { config: SHEET }, async (request, reply) => {
    const { lotId, shareId } = request.params;
    return sendSheet(request, reply, LOT_ID.test(lotId) ? () => findSharedSheet(lotId, shareId, request) : null);
  });

  async function sendSheet(
    request: FastifyRequest<SheetRequest>,
    reply: FastifyReply,
    find: (() => Promise<SheetLot | null>) | null,
  ) {
    const width = widthOf(request.query.w, DEFAULT_SHEET_WIDTH);
    const lot = await find?.();
    if (!lot) throw new NotFound();
    return sendWebp(reply, await sheets.of(lot, width), 'private, max-age=300');
  }
}

function widthOf(asked: string | undefined, otherwise: PictureWidth): PictureWidth {
  if (asked === undefined) return otherwise;
  const width = WIDTHS.find((known) => String(known) === asked);
  if (!width) throw new Refused('Request.Invalid', { fields: { w: ['Request.Invalid'] } });
  return width;
}

const sendWebp = (reply: FastifyReply, webp: Buffer, cacheControl: string) =>
  reply
    .header('content-type', 'image/webp')
    .header('cache-control', cacheControl)
    .header('x-content-type-options', 'nosniff')
    .send(webp);
