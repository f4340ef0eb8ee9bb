import * as managers from '@seri/contract/feed/name-routes.ts';
import * as service from '@seri/contract/feed/name-service-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, type Caller, deciderOf, idOf } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/db.ts';
import { repeatKey, serve } from '../platform/http/serve.ts';
import { once } from '../platform/idempotency.ts';
import { acceptNames, mergeName, takeBackName } from './decide-name.ts';
import { countNames, findNames } from './name-list-queries.ts';

/** Names as sources write them and what is decided about them: for managers on their screen and for programs. */
export function feedNameRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  for (const spec of [managers.feedNames, service.serviceNames])
    serve(app, spec, async ({ query }) => {
      const [found, counts] = await Promise.all([findNames(db, query), countNames(db, query)]);
      const all = counts.counters.find(({ kind }) => kind === query.kind)?.names ?? 0;
      return {
        success: true as const,
        items: found.map(({ firstSeenAt, lastSeenAt, decidedBy, decidedAt, lots, ...name }) => ({
          ...name,
          firstSeenAt: firstSeenAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          lots: Math.min(lots, service.MOST_COUNTED_LOTS),
          moreLots: lots > service.MOST_COUNTED_LOTS,
          decided: decidedAt && { by: decidedBy, at: decidedAt.toISOString() },
        })),
        counters: service.NAME_KINDS.map(
          (kind) => counts.counters.find((counter) => counter.kind === kind) ?? { kind, names: 0 },
        ),
        pageInfo: { page: query.page, pageSize: query.pageSize, totalSearchResults: counts.found, totalResults: all },
      };
    });

  /** In one transaction with the answer to its repeats. */
  const decide = (call: Caller & { request: FastifyRequest }, work: (tx: Tx, by: Actor) => Promise<void>) => {
    const decider = deciderOf(call);
    return db.transaction().execute((tx) =>
      once(tx, repeatKey(call.request, decider), async () => {
        await work(tx, idOf(decider));
        return { success: true as const };
      }),
    );
  };
  for (const spec of [managers.mergeName, service.serviceMergeName])
    serve(app, spec, (call) => decide(call, (tx, by) => mergeName(tx, call.body, by)));
  for (const spec of [managers.acceptNames, service.serviceAcceptNames])
    serve(app, spec, (call) => decide(call, (tx, by) => acceptNames(tx, call.body.nameIds, by)));
  for (const spec of [managers.takeBackName, service.serviceTakeBackName])
    serve(app, spec, (call) => decide(call, (tx, by) => takeBackName(tx, call.body, by)));
}
