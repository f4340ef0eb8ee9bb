import { brandColors } from '@seri/contract/company/accents.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db } from '../platform/db/db.ts';
import type { PageBrand } from '../platform/http/pages/web-pages.ts';
import { appManifest, drawAppIcon, productLogo } from './app-manifest.ts';
import { brandingOf } from './branding.ts';
import { findLogoFile } from './logo-queries.ts';

const FILE = /^(logo|icon)-([0-9a-f]{32})\.png$/;
const CACHED_PICTURE = { budget: 'picture' } as const;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The address of these files stays the same when the company changes its branding. */
const FOR_MINUTES = 'public, max-age=600';

/** The company's branding in a browser: logo, tab icon, home screen manifest. */
export function brandRoutes(app: FastifyInstance, { db }: Database): void {
  app.get<{ Params: { file: string } }>('/brand/:file', { config: CACHED_PICTURE }, async (request, reply) => {
    const [, kind, hash] = FILE.exec(request.params.file) ?? [];
    const file = hash ? await findLogoFile(db, hash, kind === 'logo' ? 'image' : 'icon') : undefined;
    if (!file) throw new NotFound();
    return reply.header('cache-control', FOR_EVER).type('image/png').send(file);
  });

  app.get('/favicon.svg', { config: CACHED_PICTURE }, async (_request, reply) => {
    const settings = await readSettings(db);
    const { fill } = brandColors(settings).light.urgent;
    return reply
      .header('cache-control', FOR_MINUTES)
      .type('image/svg+xml')
      .send(productLogo(settings.companyName, fill));
  });

  // The service worker and the home screens of Apple know only this address.
  app.get('/brand/app-192.png', { config: CACHED_PICTURE }, async (_request, reply) =>
    reply
      .header('cache-control', FOR_MINUTES)
      .type('image/png')
      .send(await drawAppIcon(db, 192, false)),
  );
  app.get<{ Params: { file: string } }>('/brand/app/:file', { config: CACHED_PICTURE }, async (request, reply) => {
    const [, look, side, shape] = /^([0-9a-f]{6,32})-(192|512)-(any|maskable)\.png$/.exec(request.params.file) ?? [];
    if (!look) throw new NotFound();
    const icon = await drawAppIcon(db, Number(side), shape === 'maskable');
    // Another look is an earlier one of this company: its address may be kept, its picture is the one of today.
    return reply.header('cache-control', FOR_MINUTES).type('image/png').send(icon);
  });

  app.get('/manifest.webmanifest', { config: CACHED_PICTURE }, async (_request, reply) => {
    const settings = await readSettings(db);
    return reply
      .header('cache-control', FOR_MINUTES)
      .type('application/manifest+json')
      .send(JSON.stringify(appManifest(settings)));
  });
}

export async function readPageBrand(db: Db): Promise<PageBrand> {
  const settings = await readSettings(db);
  return { name: settings.companyName, ...brandingOf(settings) };
}
