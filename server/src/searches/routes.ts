import {
  deleteSearch as deleteSearchCall,
  mySearches,
  saveSearch as saveSearchCall,
  searchCounter,
  updateSearch,
} from '@seri/contract/searches/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { serve } from '../platform/http/register-route.ts';
import { changeSearch } from './change-search.ts';
import { countSearches, deleteSearch, findSearches } from './queries.ts';
import { saveSearch } from './save-search.ts';

/** A person's saved searches, page by page. */
export function searchRoutes(app: FastifyInstance, { db }: Database): void {
  serve(app, saveSearchCall, async ({ body, viewer }) => {
    await saveSearch(db, viewer.userId, body);
    return null;
  });

  serve(app, updateSearch, async ({ body, viewer }) => {
    await changeSearch(db, viewer.userId, body);
    return { success: true as const };
  });

  serve(app, mySearches, async ({ query, viewer }) => {
    const items = await findSearches(db, viewer.userId, query.type);
    return { items, counter: items.length };
  });

  serve(app, deleteSearchCall, async ({ body, viewer }) => {
    if (!(await deleteSearch(db, { userId: viewer.userId, id: body.id }))) throw new NotFound();
    return { success: true as const };
  });

  serve(app, searchCounter, async ({ query, viewer }) => {
    const count = await countSearches(db, viewer.userId, query.type);
    return { counter: count === 0 ? '' : String(count) };
  });
}
