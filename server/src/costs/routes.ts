import { trimTable, withBookedFees } from '@seri/contract/costs/booked-lines.ts';
import * as doorCalls from '@seri/contract/costs/door-routes.ts';
import { setReferenceValue } from '@seri/contract/costs/reference-routes.ts';
import { lotCosts } from '@seri/contract/costs/routes.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { doorUnder, setDoor, toDoorReply, viewDoor } from './client-door.ts';
import { findCostedLots, findCostTable, findDoor, findReferenceValues, saveReferenceValue } from './queries.ts';
import { likelyYenOf, vehicleOfLot } from './vehicle-of-lot.ts';

interface CostFlows {
  /** Returns the number of a lot that the current user may open, and throws NotFound or Access.Denied for any other. */
  findOpenLot: (pageType: PageType, id: string, currentUser: CurrentUser) => Promise<number>;
}

/** The client's door, and the total of a lot at it. */
export function costRoutes(app: FastifyInstance, { db }: Database, { findOpenLot }: CostFlows): void {
  registerRoute(app, doorCalls.viewDoor, ({ currentUser }) => viewDoor(db, currentUser.userId));
  registerRoute(app, doorCalls.setDoor, ({ body, currentUser }) => setDoor(db, currentUser.userId, body));

  registerRoute(app, setReferenceValue, async ({ body: { id, destination, value }, currentUser }) => {
    const stored = await findCostTable(db);
    if (!stored?.table.destinations.some(({ code }) => code === destination))
      throw new ApiError('Door.NoDestination', { fields: { destination: ['Door.NoDestination'] } });
    const isSaved = await saveReferenceValue(db, { id, destination, value, userId: currentUser.userId });
    if (!isSaved) throw new NotFound();
    return { success: true as const };
  });

  registerRoute(app, lotCosts, async ({ query, currentUser }) => {
    const lotId = await findOpenLot(query.pageType, query.id, currentUser);
    const [stored, answered, settings, lots, values] = await Promise.all([
      findCostTable(db),
      findDoor(db, currentUser.userId),
      readSettings(db),
      findCostedLots(db, [lotId]),
      findReferenceValues(db, [lotId]),
    ]);
    const [lot] = lots;
    if (!lot) throw new NotFound();
    const table = stored?.table ?? null;
    const door = doorUnder(table, answered);
    const { destination, buyer } = door;
    const vehicle = vehicleOfLot(lot, values.get(`${lotId} ${destination}`) ?? null);
    return {
      ...toDoorReply(table, door),
      table:
        stored && destination !== null
          ? {
              id: stored.id,
              ...trimTable(
                withBookedFees(stored.table, { agentFeeYen: settings.agentFeeYen, haulageYen: lot.haulage_yen }),
                { destination, buyer, make: vehicle.make, model: vehicle.model },
              ),
            }
          : null,
      vehicle,
      auctionDay: lot.auction_day,
      likelyYen: likelyYenOf(lot),
    };
  });
}
