import { brandColors } from '@seri/contract/company/accents.ts';
import { ICON_SIDE, iconPath } from '@seri/contract/company/logo.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db } from '../platform/db/db.ts';
import type { PageBrand } from '../platform/http/pages/web-pages.ts';
import { quoted } from '../platform/http/quoted.ts';
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

  app.get('/manifest.webmanifest', { config: CACHED_PICTURE }, async (_request, reply) => {
    const { companyName, logo } = await readSettings(db);
    const manifest = {
      name: companyName,
      short_name: companyName,
      start_url: '/',
      // The portal opens in a browser tab, since it relies on the browser's buttons.
      display: 'browser',
      icons: logo
        ? [{ src: iconPath(logo), sizes: `${ICON_SIDE}x${ICON_SIDE}`, type: 'image/png' }]
        : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
    };
    return reply.header('cache-control', FOR_MINUTES).type('application/manifest+json').send(JSON.stringify(manifest));
  });
}

export async function readPageBrand(db: Db): Promise<PageBrand> {
  const settings = await readSettings(db);
  return { name: settings.companyName, ...brandingOf(settings) };
}

/** The product's logo, the same as in web/src/ui/data/logo.tsx. */
const productLogo = (company: string, fill: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><title>${quoted(company)}</title><rect width="26" height="26" rx="4" fill="${fill}"/><path d="M4.6 10.8 21.4 9.2M16.8 5v8.4q0 1.8-2 1.8M9.2 6.2v11.6q0 2.6 2.8 2.6h6.6" fill="none" stroke="#fff" stroke-width="2.1" stroke-linecap="square"/></svg>`;
