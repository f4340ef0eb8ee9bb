import { outlookOf } from '@seri/contract/favorites/outlook.ts';
import { favoriteListing, favoriteOutlook } from '@seri/contract/favorites/routes.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { isStaff } from '../core/audience-queries.ts';
import { findDoorSlot } from '../core/door-queries.ts';
import { doorField, stateFor, toOwnMarks, toSharedBike, toSharedLot } from '../core/listing-records.ts';
import type { SaleQuestions } from '../sales/market-queries.ts';
import { countFavorites, type FavoriteLot, findFavorites } from './favorite-listing-queries.ts';
import { findLikely } from './outlook-queries.ts';

/** Finer would claim more than an expectation knows. */
const SPEND_STEP_YEN = 1_000;

/** The lots of a favourite group, cars and motorcycles of all pages with the records of their listings, and its outlook. */
export function favoriteListingRoutes(app: FastifyInstance, { db }: Database, sales: SaleQuestions): void {
  registerRoute(app, favoriteListing, async ({ query, currentUser }) => {
    const doorSlot = await findDoorSlot(db, currentUser.userId);
    const reader = { userId: currentUser.userId, isStaff: isStaff(currentUser), doorSlot };
    const [lots, count] = await Promise.all([findFavorites(db, query, reader), countFavorites(db, query, reader)]);
    const placed = lots.map((lot) => ({ lot, pageType: pageOf(lot) }));
    const own = ({ lot, pageType }: (typeof placed)[number]) => ({
      ...toOwnMarks(lot, pageType),
      ...doorField(lot, pageType),
      state: stateFor(lot, currentUser, { status: lot.own_status }),
    });
    const [cars, bikes] = [
      placed.filter(({ lot }) => lot.vehicle === 'car'),
      placed.filter(({ lot }) => lot.vehicle === 'bike'),
    ];
    return {
      carsList: cars.map((one) => ({ ...toSharedLot(one.lot, one.pageType), ...own(one) })),
      bikeList: bikes.map((one) => ({ ...toSharedBike(one.lot, one.pageType), ...own(one) })),
      order: placed.map(({ lot, pageType }) => ({ id: String(lot.id), pageType })),
      pageInfo: {
        page: query.page,
        pageSize: query.pageSize,
        totalSearchResults: count.found,
        totalResults: count.all,
      },
    };
  });

  registerRoute(app, favoriteOutlook, async ({ query: { group, cars }, currentUser }) => {
    const lots = await findLikely(db, sales, group, { userId: currentUser.userId, isStaff: isStaff(currentUser) });
    const rated = lots.filter(({ sales }) => sales > 0);
    const likely = rated.map(({ chance, paid_yen }) => ({ chance, paidYen: paid_yen ?? 0 }));
    const { chance, spendYen } = outlookOf(likely, cars);
    const isKnown = rated.length >= cars;
    return {
      lots: lots.length,
      rated: rated.length,
      ownBids: rated.filter(({ is_own }) => is_own).length,
      sales: rated.reduce((sum, one) => sum + one.sales, 0),
      chance: isKnown ? Math.round(chance * 100) / 100 : null,
      expectedSpendYen: isKnown ? Math.round(spendYen / SPEND_STEP_YEN) * SPEND_STEP_YEN : null,
    };
  });
}

/** Favorites open on the page of upcoming lots, which shows past ones with their star (business-rules.md#lot-pages). */
const pageOf = ({ vehicle, lot_source }: FavoriteLot): PageType =>
  PAGE_TYPES.find((page) => {
    const rule = PAGE_RULES[page];
    return rule.vehicle === vehicle && rule.source === lot_source && rule.time === 'coming';
  }) ?? 'car-auction';
