import { isVehicleIdentity } from '@seri/contract/lots/chassis.ts';
import { contradictionsOf } from '@seri/contract/lots/passport/contradictions.ts';
import { bikeStats, bikes, carAuction, PAGES, stats, stock } from '@seri/contract/lots/routes.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { isStaff, openLot, openLotAnywhere } from '../core/open-lot.ts';
import { type FullLot, findDailyLimits } from '../core/queries.ts';
import { priceOf } from '../sales/estimate-lot.ts';
import { findPricedLot } from '../sales/estimate-queries.ts';
import type { SaleQuestions } from '../sales/market-queries.ts';
import { salesRoutes } from '../sales/sales-routes.ts';
import { pageOf, toAppearance, toCompared, toEarlierBid } from './appearances.ts';
import type { Reader } from './bid-info.ts';
import { findAppearances, findBidsOfVehicle } from './history-queries.ts';
import { readInspection, toInspection } from './inspection-text.ts';
import { toBikeLot, toCarLot } from './lot-records.ts';
import { lockNote, writeNote } from './note-queries.ts';

/** Registers the calls of a lot's own page. */
export function lotPageRoutes(app: FastifyInstance, database: Database, sales: SaleQuestions): void {
  const { db } = database;
  const readerOf = async (currentUser: CurrentUser, pageType: Reader['pageType']): Promise<Reader> => {
    const [settings, limits] = await Promise.all([readSettings(db), findDailyLimits(db, currentUser.userId)]);
    return { pageType, currentUser, settings, limits };
  };

  for (const { pageType, viewLot } of [carAuction, stock, stats])
    registerRoute(app, viewLot, async ({ query, currentUser }) => {
      const lot = await withAverage(db, await openLot(db, pageType, query.id, currentUser));
      return toCarLot(lot, await readerOf(currentUser, pageType));
    });

  for (const { pageType, viewLot, inspection } of [bikes, bikeStats]) {
    registerRoute(app, viewLot, async ({ query, currentUser }) => {
      const lot = await withAverage(db, await openLot(db, pageType, query.id, currentUser));
      return toBikeLot(lot, await readerOf(currentUser, pageType));
    });

    registerRoute(app, inspection, async ({ query, currentUser }) => {
      const lot = await openLot(db, pageType, query.id, currentUser);
      return toInspection(readInspection(lot.inspection), lot.videos);
    });
  }

  for (const { pageType, lotHistory } of Object.values(PAGES))
    registerRoute(app, lotHistory, async ({ query, currentUser }) => {
      const lot = await openLot(db, pageType, query.id, currentUser);
      if (!isVehicleIdentity(lot.chassis_number))
        return { appearances: [], contradictions: [], highestPrice: null, bids: [] };
      const staff = isStaff(currentUser);
      const [found, bids] = await Promise.all([
        findAppearances(db, lot, { userId: currentUser.userId, isStaff: staff }),
        staff && !currentUser.permissions.bidManagementEnabled
          ? []
          : findBidsOfVehicle(db, lot, staff ? null : currentUser.userId),
      ]);
      const placed = found.flatMap((appearance) => {
        const page = pageOf(appearance, currentUser, lot.now);
        return page ? [{ appearance, page }] : [];
      });
      // Only listings that the reader may see are compared, so that no mark reveals another one.
      const [contradictions = [], ...ofOthers] = contradictionsOf([
        toCompared(lot),
        ...placed.map(({ appearance }) => toCompared(appearance)),
      ]);
      const appearances = placed.map(({ appearance, page }, at) => toAppearance(appearance, page, ofOthers[at] ?? []));
      const prices = appearances.flatMap(({ soldPrice }) => soldPrice ?? []);
      return {
        appearances,
        contradictions,
        highestPrice: prices.length > 0 ? Math.max(...prices) : null,
        bids: bids.map((bid) => toEarlierBid(bid, currentUser, lot.now)),
      };
    });

  for (const { vehicle, saveComment } of [
    { vehicle: 'car', saveComment: carAuction.saveComment },
    { vehicle: 'bike', saveComment: bikes.saveComment },
  ] as const)
    registerRoute(app, saveComment, async ({ body, currentUser }) => {
      const lot = await openLotAnywhere(db, body.id, currentUser);
      await saveNote(db, { lotId: lot.id, vehicle, managerId: currentUser.userId, text: body.comment });
      return { success: true as const };
    });

  salesRoutes(app, database, sales);
}

/** A past lot keeps the range that its bidders saw; one that was never estimated has that of today. */
async function withAverage(db: Db, lot: FullLot): Promise<FullLot> {
  const isRunning = lot.status === LOT_STATUS.ongoing || lot.status === LOT_STATUS.upcoming;
  if (isRunning || lot.average_sales !== null) return lot;
  const priced = await findPricedLot(db, lot.id);
  const price = priced ? priceOf(priced) : null;
  if (!price) return { ...lot, average_price_yen: null };
  return {
    ...lot,
    average_price_yen: price.range?.middleYen ?? null,
    average_sales: price.trimSales,
    price_low_yen: price.range?.lowYen ?? null,
    price_high_yen: price.range?.highYen ?? null,
  };
}

interface Note {
  lotId: number;
  vehicle: 'car' | 'bike';
  managerId: number;
  /** Empty deletes the note. */
  text: string;
}

/** Saves the manager's note on a lot and records its author; an unchanged text is not recorded. */
async function saveNote(db: Db, { lotId, vehicle, managerId, text }: Note): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lot = await lockNote(tx, lotId, vehicle);
    if (!lot) throw new NotFound();
    if (lot.manager_note === text) return;
    await writeNote(tx, { lotId, actorId: managerId, before: lot.manager_note, after: text });
  });
}
