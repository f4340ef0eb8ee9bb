import * as filterCalls from '@seri/contract/bids/filter-routes.ts';
import * as calls from '@seri/contract/bids/list-routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/register-route.ts';
import { bidFiles, exportAddress } from './export-list.ts';
import { filterOf, listBids } from './list-bids.ts';
import { findClientsOf, findLotHints } from './list-option-queries.ts';
import { listOptions } from './list-options.ts';
import { ownList } from './list-scope.ts';
import { saveFilter } from './save-filter.ts';
import { deleteFilter, findFilters } from './saved-filter-queries.ts';

export function bidListRoutes(app: FastifyInstance, database: Database): void {
  const { db } = database;
  serve(app, calls.myBids, ({ query, viewer }) => listBids(database, viewer, 'my-bid', query));
  serve(app, calls.bidIndex, ({ query, viewer }) => listBids(database, viewer, 'index', query));
  serve(app, calls.dealerBids, ({ query, viewer }) => listBids(database, viewer, 'dealer', query));
  serve(app, calls.bidHistory, ({ query, viewer }) => listBids(database, viewer, 'history', query));

  serve(app, calls.dealerClients, async ({ viewer }) => ({ clientList: await findClientsOf(db, viewer.userId) }));
  serve(app, calls.searchBids, async ({ query: { lotNo, list, bidType }, viewer }) => ({
    cars: await findLotHints(db, filterOf(viewer, list ?? ownList(viewer), { bidType }), lotNo),
  }));
  serve(app, calls.bidFilters, async ({ query, viewer }) =>
    listOptions(db, viewer, filterOf(viewer, ownList(viewer), query)),
  );
  serve(app, calls.historyFilters, async ({ query, viewer }) =>
    listOptions(db, viewer, filterOf(viewer, 'history', query)),
  );
  serve(app, calls.exportBids, async ({ query, viewer }) => exportAddress(viewer, query));
  bidFiles(app, database);

  serve(app, filterCalls.myFilters, async ({ viewer }) => ({ items: await findFilters(db, viewer.userId) }));
  serve(app, filterCalls.saveFilter, async ({ body, viewer }) => {
    await saveFilter(db, viewer.userId, body);
    return { success: true as const };
  });
  serve(app, filterCalls.deleteFilter, async ({ body, viewer }) => {
    if (!(await deleteFilter(db, { userId: viewer.userId, id: body.id }))) throw new NotFound();
    return { success: true as const };
  });
}
