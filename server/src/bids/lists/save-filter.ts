import { MAX_FILTERS } from '@seri/contract/bids/filter-routes.ts';
import { bidIndexQuery } from '@seri/contract/bids/list-routes.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { putFilter } from './saved-filter-queries.ts';

/** Saves a filter that the bid manager accepts, without its page number. Throws Field.Invalid, Bid.FilterLimit. */
export async function saveFilter(
  db: Db,
  userId: number,
  { title, params }: { title: string; params: string },
): Promise<void> {
  const address = new URLSearchParams(params);
  address.delete('page');
  const query = Object.fromEntries([...new Set(address.keys())].map((name) => [name, oneOrMany(address.getAll(name))]));
  if (address.size === 0 || !bidIndexQuery.safeParse(query).success)
    throw new ApiError('Field.Invalid', { fields: { params: ['Field.Invalid'] } });
  const isSaved = await putFilter(db, { userId, title, params: address.toString() });
  if (!isSaved) throw new ApiError('Bid.FilterLimit', { details: { max: MAX_FILTERS } });
}

const oneOrMany = (values: string[]) => (values.length === 1 ? values[0] : values);
