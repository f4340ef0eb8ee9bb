import { getGlossaryOverrides } from '@seri/contract/feed/shown-word-routes.ts';
import * as managers from '@seri/contract/feed/word-routes.ts';
import * as service from '@seri/contract/feed/word-service-routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import { readGlossaryOverrides } from '../../platform/glossary-overrides.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { decideIdempotently } from '../names/decide-idempotently.ts';
import { listTerms } from './list-words.ts';
import { removeTerm, writeTerm } from './write-word.ts';

/** Terms of lots and their translations: for all readers of lots, for the screen of managers and for programs. */
export function feedWordRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  registerRoute(app, getGlossaryOverrides, async ({ query }) => ({
    words: await readGlossaryOverrides(db, Number(query.language) === LANGUAGE.ru ? 'ru' : 'en'),
  }));

  for (const spec of [managers.listTerms, service.serviceListTerms])
    registerRoute(app, spec, async ({ query }) => {
      const { found, all, ...listed } = await listTerms(db, query);
      const { page, pageSize } = query;
      return {
        success: true as const,
        ...listed,
        pageInfo: { page, pageSize, totalSearchResults: found, totalResults: all },
      };
    });
  for (const spec of [managers.writeTerm, service.serviceWriteTerm])
    registerRoute(app, spec, (call) => decideIdempotently(db, call, (tx, by) => writeTerm(tx, call.body, by)));
  for (const spec of [managers.removeTerm, service.serviceRemoveTerm])
    registerRoute(app, spec, (call) => decideIdempotently(db, call, (tx, by) => removeTerm(tx, call.body, by)));
}
