import * as filterCalls from '@seri/contract/bids/filter-routes.ts';
import { MAX_FILTERS } from '@seri/contract/bids/filter-routes.ts';
import * as calls from '@seri/contract/bids/list-routes.ts';
import { bidIndexQuery } from '@seri/contract/bids/list-routes.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { bidFiles, exportAddress } from './export-list.ts';
import { filterOf, listBids } from './list-bids.ts';
import { findClientsOf, findLotHints } from './list-option-queries.ts';
import { listOptions } from './list-options.ts';
import { ownList } from './list-scope.ts';
import { deleteFilter, findFilters, putFilter } from './saved-filter-queries.ts';

export function bidListRoutes(app: FastifyInstance, database: Database): void {
  const { db } = database;
  registerRoute(app, calls.myBids, ({ query, currentUser }) => listBids(database, currentUser, 'my-bid', query));
  registerRoute(app, calls.bidIndex, ({ query, currentUser }) => listBids(database, currentUser, 'index', query));
  registerRoute(app, calls.dealerBids, ({ query, currentUser }) => listBids(database, currentUser, 'dealer', query));
  registerRoute(app, calls.bidHistory, ({ query, currentUser }) => listBids(database, currentUser, 'history', query));

  registerRoute(app, calls.dealerClients, async ({ currentUser }) => ({
    clientList: await findClientsOf(db, currentUser.userId),
  }));
  registerRoute(app, calls.searchBids, async ({ query: { lotNo, list, bidType }, currentUser }) => ({
    cars: await findLotHints(db, filterOf(currentUser, list ?? ownList(currentUser), { bidType }), lotNo),
  }));
  registerRoute(app, calls.bidFilters, async ({ query, currentUser }) =>
    listOptions(db, currentUser, filterOf(currentUser, ownList(currentUser), query)),
  );
  registerRoute(app, calls.historyFilters, async ({ query, currentUser }) =>
    listOptions(db, currentUser, filterOf(currentUser, 'history', query)),
  );
  registerRoute(app, calls.exportBids, async ({ query, currentUser }) => exportAddress(currentUser, query));
  bidFiles(app, database);

  registerRoute(app, filterCalls.myFilters, async ({ currentUser }) => ({
    items: await findFilters(db, currentUser.userId),
  }));
  registerRoute(app, filterCalls.saveFilter, async ({ body, currentUser }) => {
    await saveFilter(db, currentUser.userId, body);
    return { success: true as const };
  });
  registerRoute(app, filterCalls.deleteFilter, async ({ body, currentUser }) => {
    if (!(await deleteFilter(db, { userId: currentUser.userId, id: body.id }))) throw new NotFound();
    return { success: true as const };
  });
}

/** Saves a filter that the bid manager accepts, without its page number. Throws Field.Invalid, Bid.FilterLimit. */
async function saveFilter(db: Db, userId: number, { title, params }: { title: string; params: string }): Promise<void> {
  const address = new URLSearchParams(params);
  address.delete('page');
  const query = Object.fromEntries([...new Set(address.keys())].map((name) => [name, oneOrMany(address.getAll(name))]));
  if (address.size === 0 || !bidIndexQuery.safeParse(query).success)
    throw new ApiError('Field.Invalid', { fields: { params: ['Field.Invalid'] } });
  const isSaved = await putFilter(db, { userId, title, params: address.toString() });
  if (!isSaved) throw new ApiError('Bid.FilterLimit', { details: { max: MAX_FILTERS } });
}

const oneOrMany = (values: string[]) => (values.length === 1 ? values[0] : values);
