import { isVehicleIdentity } from '@seri/contract/lots/chassis.ts';
import { priceOfAlike } from '@seri/contract/lots/likeness.ts';
import { bikeStats, bikes, carAuction, PAGES, stats, stock } from '@seri/contract/lots/routes.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../../platform/calls/current-user.ts';
import { Refused } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/register-route.ts';
import { isStaff, openLot, openLotAnywhere } from '../core/open-lot.ts';
import { findDailyLimits, type WholeLot } from '../core/queries.ts';
import { findLikeness, type SaleQuestions } from '../sales/market-queries.ts';
import { salesRoutes } from '../sales/sales-routes.ts';
import { pageOf, toAppearance, toEarlierBid } from './appearances.ts';
import type { Reader } from './bid-info.ts';
import { findAppearances, findBidsOfVehicle } from './history-queries.ts';
import { readInspection, toInspection } from './inspection-text.ts';
import { toBikeLot, toCarLot } from './lot-records.ts';
import { saveNote } from './save-note.ts';

/** What a lot's own page asks for. */
export function lotPageRoutes(app: FastifyInstance, database: Database, sales: SaleQuestions): void {
  const { db } = database;
  const readerOf = async (viewer: Viewer, pageType: Reader['pageType']): Promise<Reader> => {
    const [settings, limits] = await Promise.all([readSettings(db), findDailyLimits(db, viewer.userId)]);
    return { pageType, viewer, settings, limits };
  };

  for (const { pageType, viewLot } of [carAuction, stock, stats])
    serve(app, viewLot, async ({ query, viewer }) => {
      const lot = await withAverage(db, sales, await openLot(db, pageType, query.id, viewer));
      return toCarLot(lot, await readerOf(viewer, pageType));
    });

  for (const { pageType, viewLot, inspection } of [bikes, bikeStats]) {
    serve(app, viewLot, async ({ query, viewer }) => {
      const lot = await withAverage(db, sales, await openLot(db, pageType, query.id, viewer));
      return toBikeLot(lot, await readerOf(viewer, pageType));
    });

    serve(app, inspection, async ({ query, viewer }) => {
      const lot = await openLot(db, pageType, query.id, viewer);
      return toInspection(readInspection(lot.inspection), lot.videos);
    });
  }

  for (const { pageType, lotHistory } of Object.values(PAGES))
    serve(app, lotHistory, async ({ query, viewer }) => {
      const lot = await openLot(db, pageType, query.id, viewer);
      if (!isVehicleIdentity(lot.chassis_number)) return { appearances: [], highestPrice: null, bids: [] };
      const staff = isStaff(viewer);
      const [found, bids] = await Promise.all([
        findAppearances(db, lot, { userId: viewer.userId, isStaff: staff }),
        staff && !viewer.permissions.bidManagementEnabled
          ? []
          : findBidsOfVehicle(db, lot, staff ? null : viewer.userId),
      ]);
      const appearances = found.flatMap((appearance) => {
        const page = pageOf(appearance, viewer, lot.now);
        return page ? [toAppearance(appearance, page)] : [];
      });
      const prices = appearances.flatMap(({ soldPrice }) => soldPrice ?? []);
      return {
        appearances,
        highestPrice: prices.length > 0 ? Math.max(...prices) : null,
        bids: bids.map((bid) => toEarlierBid(bid, viewer, lot.now)),
      };
    });

  for (const { vehicle, saveComment } of [
    { vehicle: 'car', saveComment: carAuction.saveComment },
    { vehicle: 'bike', saveComment: bikes.saveComment },
  ] as const)
    serve(app, saveComment, async ({ body, viewer }) => {
      const lot = await openLotAnywhere(db, body.id, viewer);
      await saveNote(db, { lotId: lot.id, vehicle, managerId: viewer.userId, text: body.comment });
      return { success: true as const };
    });

  salesRoutes(app, database, sales);
}

/** Sales go on after a lot has run: on its page stands what its list of like sales says now, not what it said then. */
async function withAverage(db: Db, sales: SaleQuestions, lot: WholeLot): Promise<WholeLot> {
  if (lot.status === LOT_STATUS.ongoing || lot.status === LOT_STATUS.upcoming) return lot;
  const likeness = await findLikeness(db, lot.id);
  if (!likeness) return { ...lot, average_price_yen: null };
  // While the lists are being filled, the average its bidders saw.
  const cells = await sales.cells(likeness).catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });
  return cells ? { ...lot, average_price_yen: priceOfAlike(likeness, cells, null)?.averageYen ?? null } : lot;
}
