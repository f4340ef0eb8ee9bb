import { createHash } from 'node:crypto';
import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import { SHARE_PATHS } from '@seri/contract/sharing/paths.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Brand } from '../platform/brand.ts';
import { NotFound } from '../platform/calls/errors.ts';
import type { Db } from '../platform/db/db.ts';
import type { PagePreview } from '../platform/http/pages/web-pages.ts';
import { findPreview } from './queries.ts';
import { type Card, type DoorTotal, drawShareCard } from './share-card.ts';

interface PreviewOptions {
  /** Photo of the portal's own card, as an address like those of lots. */
  portalPhoto: string | null;
  brand: () => Promise<Brand>;
  /** The large photo at this address; null if it is not stored here. */
  photoAt: (image: string) => Promise<Buffer | null>;
  fonts: () => Promise<string[]>;
  /** Returns the cached card of this name, or draws and caches it. */
  cached: (name: string, draw: () => Promise<Buffer>) => Promise<Buffer>;
  /** The total at the door that the sharer chose, in yen, and the name of the place; null where there is none. */
  findTotal: (shareId: string) => Promise<DoorTotal | null>;
}

const PORTAL_IMAGE = '/og/portal.jpg';
const CARD = { budget: 'picture', cost: 5, isDrawn: true } as const;
const DAY_SECONDS = 24 * 60 * 60;
const WAIT_SECONDS = 60;
const YEAR_SECONDS = 365 * DAY_SECONDS;

/** `GET /og/<share>.jpg`: the preview picture of a live share. `GET /og/portal.jpg`: that of any other page. */
export function previewRoutes(app: FastifyInstance, db: Db, options: PreviewOptions): void {
  const photoOf = async (image: string | null) => (image ? options.photoAt(image) : null);
  const draw = async (card: Omit<Card, 'fontFiles'>) => drawShareCard({ ...card, fontFiles: await options.fonts() });
  const send = (reply: FastifyReply, card: Buffer, age: string) =>
    reply.header('cache-control', `public, max-age=${age}`).type('image/jpeg').send(card);

  app.get<{ Params: { file: string } }>('/og/:file', { config: CARD }, async (request, reply) => {
    const id = /^([a-z2-7]{16})\.jpg$/.exec(request.params.file)?.[1];
    const preview = id ? await findPreview(db, id) : undefined;
    if (!(id && preview)) throw new NotFound();
    const brand = await options.brand();
    const photo = await photoOf(preview.image);
    const total = await options.findTotal(id);
    const card = { preview, total, brand, photo };
    // Its photo is still to be fetched.
    if (preview.image && !photo) return send(reply, await draw(card), String(WAIT_SECONDS));
    const name = [id, brandKey(brand), total && `${total.yen} ${total.place}`].filter(Boolean).join(' ');
    const drawn = await options.cached(name, () => draw(card));
    return send(reply, drawn, `${YEAR_SECONDS}, immutable`);
  });
  app.get(PORTAL_IMAGE, { config: CARD }, async (_request, reply) => {
    const brand = await options.brand();
    const card = await options.cached(`portal ${brandKey(brand)}`, async () =>
      draw({ preview: null, total: null, brand, photo: await photoOf(options.portalPhoto) }),
    );
    return send(reply, card, String(DAY_SECONDS));
  });
}

/** Cache key that changes with the company's branding. */
const brandKey = ({ name, colors, logo }: Brand): string =>
  createHash('sha256')
    .update(JSON.stringify([name, colors, logo?.hash]))
    .digest('hex')
    .slice(0, 16);

const SHARED = new RegExp(`^/(${SHARE_PATHS.join('|')})/share/([a-z2-7]{16})/?$`);

const PORTAL_DESCRIPTION = 'Cars and motorcycles from Japanese auctions. Автомобили и мотоциклы с аукционов Японии.';
/** In both languages, since a messenger does not send the language of its reader. */
const SHARE_DESCRIPTION =
  'Photos and data open with the six-digit access code. Фото и данные открываются по шестизначному коду доступа.';

/** Title and picture of a page for messengers: those of the lot for a live share, otherwise those of the portal. */
export async function findPagePreview(db: Db, pathname: string, company: string): Promise<PagePreview> {
  const [, path, id] = SHARED.exec(pathname) ?? [];
  const share = id ? await findPreview(db, id) : undefined;
  if (!(id && share) || PAGE_RULES[share.page_type].path !== path)
    return { title: company, description: PORTAL_DESCRIPTION, image: PORTAL_IMAGE };
  const { house, lot_no, maker, model, year } = share;
  const title = [house, lot_no, [maker, model, year].filter(Boolean).join(' ')].join(' · ');
  return { title, description: SHARE_DESCRIPTION, image: `/og/${id}.jpg` };
}
