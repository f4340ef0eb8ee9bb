import type { BodyOf } from '@seri/contract/http.ts';
import { MAX_SEARCHES, type saveSearch as saveSearchCall } from '@seri/contract/searches/routes.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Db } from '../platform/db/db.ts';
import { insertSearch, lockSearches } from './queries.ts';
import { readParams } from './read-params.ts';

/** Saves a search that its listing accepts, at most ten per page even with concurrent calls. Throws Field.Invalid, Search.Limit. */
export async function saveSearch(db: Db, userId: number, search: BodyOf<typeof saveSearchCall>): Promise<void> {
  const { type: pageType, title, params, alert } = search;
  const read = readParams(pageType, params);
  if (!read) throw new ApiError('Field.Invalid', { fields: { params: ['Field.Invalid'] } });
  await db.transaction().execute(async (tx) => {
    await lockSearches(tx, userId);
    const isSaved = await insertSearch(tx, { userId, pageType, title, params: read.params, alert });
    if (!isSaved) throw new ApiError('Search.Limit', { details: { max: MAX_SEARCHES } });
  });
}
