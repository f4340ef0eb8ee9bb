import { NAME_KINDS } from '@seri/contract/feed/list-search.ts';
import * as managers from '@seri/contract/feed/name-routes.ts';
import * as service from '@seri/contract/feed/name-service-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { decideIdempotently } from './decide-idempotently.ts';
import { acceptNames, mergeName, undoMerge } from './decide-name.ts';
import { countNames, findNames } from './name-list-queries.ts';

/** Names as sources write them and the decisions about them, for the screen of managers and for programs. */
export function feedNameRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  for (const spec of [managers.feedNames, service.serviceNames])
    registerRoute(app, spec, async ({ query }) => {
      const [found, counts] = await Promise.all([findNames(db, query), countNames(db, query)]);
      const all = counts.counters.find(({ kind }) => kind === query.kind)?.names ?? 0;
      return {
        success: true as const,
        items: found.map(({ firstSeenAt, lastSeenAt, decidedBy, decidedAt, lots, ...name }) => ({
          ...name,
          firstSeenAt: firstSeenAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          lots: Math.min(lots, service.MAX_COUNTED_LOTS),
          moreLots: lots > service.MAX_COUNTED_LOTS,
          decided: decidedAt && { by: decidedBy, at: decidedAt.toISOString() },
        })),
        counters: NAME_KINDS.map(
          (kind) => counts.counters.find((counter) => counter.kind === kind) ?? { kind, names: 0 },
        ),
        pageInfo: { page: query.page, pageSize: query.pageSize, totalSearchResults: counts.found, totalResults: all },
      };
    });

  for (const spec of [managers.mergeName, service.serviceMergeName])
    registerRoute(app, spec, (call) => decideIdempotently(db, call, (tx, by) => mergeName(tx, call.body, by)));
  for (const spec of [managers.acceptNames, service.serviceAcceptNames])
    registerRoute(app, spec, (call) =>
      decideIdempotently(db, call, (tx, by) => acceptNames(tx, call.body.nameIds, by)),
    );
  for (const spec of [managers.undoMerge, service.serviceUndoMerge])
    registerRoute(app, spec, (call) => decideIdempotently(db, call, (tx, by) => undoMerge(tx, call.body, by)));
}
