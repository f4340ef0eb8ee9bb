import { feedSources } from '@seri/contract/feed/source-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { readFeedSources } from './read-feed-sources.ts';

/** Sources of the feed, for the screen of managers. */
export function feedSourceRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  const sources = createSingleFlight(() => readFeedSources(db));
  registerRoute(app, feedSources, async () => ({ success: true as const, ...(await sources()) }));
}
