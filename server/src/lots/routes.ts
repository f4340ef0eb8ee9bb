import { lotFilterOf } from '@seri/contract/lots/filter.ts';
import { PAGE_TYPES } from '@seri/contract/lots/page-types.ts';
import { bikeStats, bikes, carAuction, PAGES, stats, stock } from '@seri/contract/lots/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { toSharedBike, toSharedLot } from './core/listing-records.ts';
import { toFilters } from './facets/facets.ts';
import { finderRoutes } from './finder/finder-routes.ts';
import type { YenPer } from './finder/server-dictionary.ts';
import type { ReaderDoor } from './finder/suggest.ts';
import { type ListIndex, openListIndex } from './list-index/list-index.ts';
import { favoriteListingRoutes } from './listing/favorite-routes.ts';
import { listings } from './listing/find-page.ts';
import { lotPageRoutes } from './lot-page/lot-routes.ts';
import { markRoutes } from './marks/mark-routes.ts';
import { saleQuestions } from './sales/market-queries.ts';

/**
 * Listings, choices, makers and models of all five pages, and what a lot's own page asks for.
 * @param listFolder where the list index keeps its file; in memory without one
 * @param listPatienceMs how long a list waits for the newest changes
 * @param readDoor the reader's own destination and its currency, for totals at the door in search lines
 * @param isFinderBuiltAhead build the dictionary of search lines when the process starts to listen
 * @param readYenPer exchange rates for amounts in search lines; without them only yen are understood
 */
export function lotRoutes(
  app: FastifyInstance,
  database: Database,
  {
    listFolder,
    listPatienceMs,
    readYenPer = async () => ({}),
    readDoor = async () => null,
    isFinderBuiltAhead = false,
  }: {
    listFolder?: string;
    listPatienceMs?: number | undefined;
    readYenPer?: () => Promise<YenPer>;
    readDoor?: (userId: number) => Promise<ReaderDoor | null>;
    isFinderBuiltAhead?: boolean;
  } = {},
): ListIndex {
  const index = openListIndex({ database, log: app.log, folder: listFolder, patienceMs: listPatienceMs });
  app.addHook('onClose', () => index.close());
  const found = listings(database, index);
  const sales = saleQuestions(index);
  lotPageRoutes(app, database, sales);
  favoriteListingRoutes(app, database, sales);
  finderRoutes(app, database, { index, listings: found, readYenPer, readDoor, isBuiltAhead: isFinderBuiltAhead });
  markRoutes(app, database);

  for (const { pageType, listing } of [carAuction, stock, stats])
    registerRoute(app, listing, async ({ query, currentUser }) => {
      const { lots, pageInfo } = await found.page(pageType, query, currentUser, toSharedLot);
      return { carsList: lots, pageInfo };
    });
  for (const { pageType, listing } of [bikes, bikeStats])
    registerRoute(app, listing, async ({ query, currentUser }) => {
      const { lots, pageInfo } = await found.page(pageType, query, currentUser, toSharedBike);
      return { bikeList: lots, pageInfo };
    });

  for (const pageType of PAGE_TYPES) {
    const { filters, makers, models } = PAGES[pageType];
    registerRoute(app, filters, async ({ query, currentUser }) =>
      toFilters(await found.choices(pageType, lotFilterOf(query), currentUser), currentUser.language),
    );
    registerRoute(app, makers, async ({ currentUser }) => {
      const makersOfPage = new Set((await found.models(pageType, currentUser)).map(({ maker }) => maker));
      return [...makersOfPage].map((maker) => ({ value: maker, label: maker }));
    });
    registerRoute(app, models, async ({ query, currentUser }) =>
      (await found.models(pageType, currentUser))
        .filter(({ maker }) => maker === query.id)
        .map(({ model, lots }) => ({ value: model, label: model, counter: lots })),
    );
  }
  return index;
}
