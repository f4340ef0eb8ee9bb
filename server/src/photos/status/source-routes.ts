import * as calls from '@seri/contract/photos/source-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { readSources } from './read-sources.ts';
import { fetchAgain, findFailedPictures, findPause, setPause } from './status-queries.ts';

/** Progress of fetched pictures, for the screen of managers. */
export function pictureSourceRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  const sources = createSingleFlight(() => Promise.all([readSources(db), findPause(db)]));
  registerRoute(app, calls.pictureSources, async () => {
    const [items, pausedAt] = await sources();
    return { success: true as const, items, pausedAt: pausedAt?.toISOString() ?? null };
  });

  registerRoute(app, calls.failedPictures, async ({ query: { source, failure } }) => {
    const rows = await findFailedPictures(db, source, failure);
    return {
      success: true as const,
      items: rows.map(({ address, detail, attempts, nextAt, lotId, pageType, lotNo, house }) => ({
        ...{ address: withoutKeys(address), detail, attempts, nextAt: nextAt?.toISOString() ?? null },
        lot:
          lotId === null || pageType === null || lotNo === null || house === null
            ? null
            : { id: String(lotId), pageType, lotNo, house },
      })),
    };
  });

  registerRoute(app, calls.pausePictures, async ({ body }) => {
    await setPause(db, body.isPaused);
    return { success: true as const };
  });

  registerRoute(app, calls.fetchPicturesAgain, async ({ body }) => ({
    success: true as const,
    pictures: await fetchAgain(db, body),
  }));
}

const withoutKeys = (address: string): string => {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname}` : '';
};
