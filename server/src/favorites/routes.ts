import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import {
  addFavorite as addFavoriteCall,
  deleteFavorite as deleteFavoriteCall,
  favoriteGroups,
} from '@seri/contract/favorites/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { serve } from '../platform/http/register-route.ts';
import { addFavorite, readLotId } from './add-favorite.ts';
import { deleteFavorite, findGroups } from './queries.ts';

/** A person's favourites in the groups A to E; their listing has the records of lots and is served there. */
export function favoriteRoutes(app: FastifyInstance, { db }: Database): void {
  serve(app, addFavoriteCall, async ({ body, viewer }) => {
    await addFavorite(db, viewer, body);
    return { success: true as const };
  });

  serve(app, deleteFavoriteCall, async ({ query, viewer }) => {
    const lotId = readLotId(query.carId);
    if (lotId !== null) await deleteFavorite(db, { userId: viewer.userId, lotId, group: query.group });
    return { success: true as const };
  });

  serve(app, favoriteGroups, ({ viewer }) =>
    findGroups(db, { userId: viewer.userId, isStaff: viewer.userType === USER_TYPE.manager }),
  );
}
