import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import {
  addFavorite as addFavoriteCall,
  deleteFavorite as deleteFavoriteCall,
  favoriteGroups,
} from '@seri/contract/favorites/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { addFavorite, readLotId } from './add-favorite.ts';
import { deleteFavorite, findGroups } from './queries.ts';

/** A person's favorites in the groups A to E. The lots capability serves their listing. */
export function favoriteRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, addFavoriteCall, async ({ body, currentUser }) => {
    await addFavorite(db, currentUser, body);
    return { success: true as const };
  });

  registerRoute(app, deleteFavoriteCall, async ({ query, currentUser }) => {
    const lotId = readLotId(query.carId);
    if (lotId !== null) await deleteFavorite(db, { userId: currentUser.userId, lotId, group: query.group });
    return { success: true as const };
  });

  registerRoute(app, favoriteGroups, ({ currentUser }) =>
    findGroups(db, { userId: currentUser.userId, isStaff: currentUser.userType === USER_TYPE.manager }),
  );
}
