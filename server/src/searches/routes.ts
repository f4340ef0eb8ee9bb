import type { BodyOf } from '@seri/contract/http.ts';
import {
  deleteSearch as deleteSearchCall,
  mySearches,
  saveSearch as saveSearchCall,
  searchCounter,
  updateSearch as updateSearchCall,
} from '@seri/contract/searches/routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import type { Database, Db } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { countSearches, deleteSearch, dropPendingMatches, findSearches, updateSearch } from './queries.ts';
import { saveSearch } from './save-search.ts';

/** A person's saved searches, by listing page. */
export function searchRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, saveSearchCall, async ({ body, currentUser }) => {
    await saveSearch(db, currentUser.userId, body);
    return null;
  });

  registerRoute(app, updateSearchCall, async ({ body, currentUser }) => {
    await changeSearch(db, currentUser.userId, body);
    return { success: true as const };
  });

  registerRoute(app, mySearches, async ({ query, currentUser }) => {
    const items = await findSearches(db, currentUser.userId, query.type);
    return { items, counter: items.length };
  });

  registerRoute(app, deleteSearchCall, async ({ body, currentUser }) => {
    if (!(await deleteSearch(db, { userId: currentUser.userId, id: body.id }))) throw new NotFound();
    return { success: true as const };
  });

  registerRoute(app, searchCounter, async ({ query, currentUser }) => {
    const count = await countSearches(db, currentUser.userId, query.type);
    return { counter: count === 0 ? '' : String(count) };
  });
}

/** Renames a search, or changes its alert. Throws NotFound. */
async function changeSearch(
  db: Db,
  userId: number,
  { id, title, alert }: BodyOf<typeof updateSearchCall>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await updateSearch(tx, { userId, id }, { title, alert }))) throw new NotFound();
    if (alert === 'off') await dropPendingMatches(tx, id);
  });
}
