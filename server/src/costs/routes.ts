import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { trimTable } from '@seri/contract/costs/booked-lines.ts';
import * as doorCalls from '@seri/contract/costs/door-routes.ts';
import { askManager } from '@seri/contract/costs/question-routes.ts';
import { setReferenceValue } from '@seri/contract/costs/reference-routes.ts';
import { lotCosts } from '@seri/contract/costs/routes.ts';
import { portOf } from '@seri/contract/costs/tables.ts';
import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { askManager as askAboutLot } from './ask-manager.ts';
import { setDoor, toDoorReply, viewDoor } from './client-door.ts';
import { readLotAtDoor } from './lot-at-door.ts';
import { findCostTable, saveReferenceValue } from './queries.ts';
import { findAsked } from './question-queries.ts';

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
    const port = portOf(stored.table, destination);
    const isSaved = await saveReferenceValue(db, { id, destination: port, value, userId: currentUser.userId });
    if (!isSaved) throw new NotFound();
    return { success: true as const };
  });

  registerRoute(app, askManager, async ({ body: { id, pageType }, currentUser }) => {
    const lotId = await findOpenLot(pageType, id, currentUser);
    return { asked: await askAboutLot(db, { userId: currentUser.userId, lotId }) };
  });

  registerRoute(app, lotCosts, async ({ query, currentUser }) => {
    const lotId = await findOpenLot(query.pageType, query.id, currentUser);
    const { userId } = currentUser;
    const isManager = currentUser.userType === USER_TYPE.manager;
    const [{ stored, withFees, door, vehicle, lot, likelyYen }, asked] = await Promise.all([
      readLotAtDoor(db, { userId, lotId }),
      findAsked(db, lotId, isManager ? null : userId),
    ]);
    const { destination, buyer } = door;
    const trimmed =
      withFees && destination !== null
        ? trimTable(withFees, { destination, buyer, make: vehicle.make, model: vehicle.model })
        : null;
    return {
      ...toDoorReply(stored?.table ?? null, door),
      table: stored && trimmed && { id: stored.id, ...trimmed },
      ...{ vehicle, likelyYen, auctionDay: lot.auction_day, asked },
    };
  });
}
