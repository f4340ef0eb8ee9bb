import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ensureAccess } from '../platform/http/access.ts';
import { NotFound, Refused } from '../platform/refusals.ts';
import type { Viewer } from '../platform/viewer.ts';
import { keepPictures } from './kept-pictures.ts';
import { parsePictureKey } from './picture-key.ts';
import { detailAt, type PictureWidth, renderPicture, WIDTHS } from './render-picture.ts';
import { drawSheet, type SheetLot } from './sheet/draw-sheet.ts';
import { unpackSheetFonts } from './sheet-fonts.ts';
import { drawVehicle } from './vehicles/draw-vehicle.ts';

/** Raised when the drawings change, so that kept pictures of older ones are not shown. */
const DRAWINGS = 'v1';
const DEFAULT_WIDTH = 960;
const DEFAULT_SHEET_WIDTH = 1280;
const LOT_ID = /^\d{1,15}$/;

interface PhotoOptions {
  /** Folder of rendered pictures; made when missing, may be deleted at any time. */
  cacheDir: string;
  /** The lot of a sheet, or null when there is none or the viewer may not see it. */
  findSheet: (lotId: string, viewer: Viewer) => Promise<SheetLot | null>;
}

/** Pictures of demonstration lots: `/p/<key>?w=320` for everybody, `/s/<lot id>` for who is signed in. */
export function photoRoutes(app: FastifyInstance, { cacheDir, findSheet }: PhotoOptions): void {
  const pictures = keepPictures(join(cacheDir, DRAWINGS));
  let fonts: Promise<string[]> | null = null;

  app.get<{ Params: { key: string }; Querystring: { w?: string } }>('/p/:key', async (request, reply) => {
    const { key } = request.params;
    const width = widthOf(request.query.w, DEFAULT_WIDTH);
    const picture = parsePictureKey(key);
    if (!picture) throw new NotFound();
    const draw = () => renderPicture(drawVehicle(picture, detailAt(width)), width);
    const webp = await pictures.get(join(picture.body, `${key}-${width}`), draw);
    return sendWebp(reply, webp, 'public, max-age=31536000, immutable');
  });

  app.get<{ Params: { lotId: string }; Querystring: { w?: string } }>(
    '/s/:lotId',
    { config: { access: 'signed_in' } },
    async (request, reply) => {
      const viewer = ensureAccess('signed_in', request.viewer);
      const width = widthOf(request.query.w, DEFAULT_SHEET_WIDTH);
      const { lotId } = request.params;
      const lot = viewer && LOT_ID.test(lotId) ? await findSheet(lotId, viewer) : null;
      if (!lot) throw new NotFound();
      const svg = drawSheet(lot);
      // Named by what it shows: a corrected lot gets another picture.
      const name = createHash('sha256').update(svg).digest('base64url').slice(0, 32);
      const webp = await pictures.get(join('sheets', `${name}-${width}`), async () => {
        // Looked for each time, as the folder may be emptied; two requests at once share one look.
        fonts ??= unpackSheetFonts(join(cacheDir, 'fonts')).finally(() => {
          fonts = null;
        });
        return renderPicture(svg, width, await fonts);
      });
      return sendWebp(reply, webp, 'private, max-age=300');
    },
  );
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
