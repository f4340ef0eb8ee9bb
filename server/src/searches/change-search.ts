import type { BodyOf } from '@seri/contract/http.ts';
import type { updateSearch as updateSearchCall } from '@seri/contract/searches/routes.ts';
import { NotFound } from '../platform/calls/errors.ts';
import type { Db } from '../platform/db/db.ts';
import { dropPendingMatches, updateSearch } from './queries.ts';

/** Renames a search, or changes its alert. Throws NotFound. */
export async function changeSearch(
  db: Db,
  userId: number,
  { id, title, alert }: BodyOf<typeof updateSearchCall>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await updateSearch(tx, { userId, id }, { title, alert }))) throw new NotFound();
    if (alert === 'off') await dropPendingMatches(tx, id);
  });
}
