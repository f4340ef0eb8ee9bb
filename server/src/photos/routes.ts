import { photoAddressOf } from '@seri/contract/photos/names.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import { ensureAccess } from '../platform/http/access.ts';
import { sendPart } from './download/send-part.ts';
import { type PictureWidth, WIDTHS } from './picture-widths.ts';
import { mediaTypeOf, type Pictures } from './pictures.ts';
import type { SheetLot } from './sheet-lot.ts';
import type { SheetSource } from './sheet-source.ts';

const DEFAULT_WIDTH = 960;
const DEFAULT_SHEET_WIDTH = 1280;
/** Rendered in the process for costly work; a sheet takes several times as long as a photo of a list. */
const PHOTO = { budget: 'picture', isDrawn: true } as const;
const SHEET = { budget: 'picture', cost: 5, isDrawn: true } as const;
const FOR_EVERYBODY = 'public, max-age=31536000, immutable';
const FOR_ONE_READER = 'private, max-age=300';
/**
 * A neutral gray picture of 4 x 3 pixels in place of one that is still to be fetched. Pages recognize its size
 * (`PLACEHOLDER_WIDTH` of the contract) and ask again.
 */
const PLACEHOLDER = Buffer.from('UklGRiYAAABXRUJQVlA4IBoAAAAwAQCdASoEAAMAAsBMJZwAA3AA/vEpDehAAA==', 'base64');
const LOT_ID = /^\d{1,15}$/;

interface PhotoOptions {
  pictures: Pictures;
  /** The readers who may see the picture `/p/<key>`. */
  audienceOf: (key: string, request: FastifyRequest) => Promise<'everybody' | 'reader' | 'others'>;
  sheets: Pick<SheetSource, 'of'>;
  /** The lot of a sheet, or null when there is none or the user may not see it. */
  findSheet: (lotId: string, currentUser: CurrentUser) => Promise<SheetLot | null>;
  /** The same for a visitor of this share, without the data that a share hides. */
  findSharedSheet: (lotId: string, shareId: string, request: FastifyRequest) => Promise<SheetLot | null>;
}

interface SheetRequest {
  Params: { lotId: string; shareId: string };
  Querystring: { w?: string };
}

/**
 * Pictures of lots: `/p/<key>?w=320` for everybody, on private lots only for readers who may open one of them;
 * `/s/<lot>` for signed-in users, `/s/<lot>/<share>` for a share.
 */
export function photoRoutes(
  app: FastifyInstance,
  { pictures, audienceOf, sheets, findSheet, findSharedSheet }: PhotoOptions,
): void {
  app.get<{ Params: { '*': string }; Querystring: { w?: string } }>(
    '/p/*',
    { config: PHOTO },
    async (request, reply) => {
      const width = widthOf(request.query.w, DEFAULT_WIDTH);
      const key = request.params['*'];
      const audience = photoAddressOf(key) === null ? 'others' : await audienceOf(key, request);
      const media = audience === 'others' ? null : await pictures.of(key, width);
      if (!media) {
        if (audience !== 'others' && (await pictures.isExpected(key))) return sendWebp(reply, PLACEHOLDER, 'no-store');
        throw new NotFound();
      }
      const cacheControl = audience === 'everybody' ? FOR_EVERYBODY : FOR_ONE_READER;
      return mediaTypeOf(media) === 'video/webm'
        ? sendPart(request, reply, media, 'video/webm', cacheControl)
        : sendWebp(reply, media, cacheControl);
    },
  );

  app.get<SheetRequest>('/s/:lotId', { config: { ...SHEET, access: 'signed_in' } }, async (request, reply) => {
    const currentUser = ensureAccess({ access: 'signed_in' }, request.currentUser);
    const { lotId } = request.params;
    return sendSheet(request, reply, currentUser && LOT_ID.test(lotId) ? () => findSheet(lotId, currentUser) : null);
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
    const sheet = lot && (await sheets.of(lot, width));
    if (!sheet) throw new NotFound();
    return sendWebp(reply, sheet, FOR_ONE_READER);
  }
}

function widthOf(asked: string | undefined, otherwise: PictureWidth): PictureWidth {
  if (asked === undefined) return otherwise;
  const width = WIDTHS.find((known) => String(known) === asked);
  if (!width) throw new ApiError('Request.Invalid', { fields: { w: ['Request.Invalid'] } });
  return width;
}

const sendWebp = (reply: FastifyReply, webp: Buffer, cacheControl: string) =>
  reply
    .header('content-type', 'image/webp')
    .header('cache-control', cacheControl)
    .header('x-content-type-options', 'nosniff')
    .send(webp);
