import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import {
  addFavorite as addFavoriteCall,
  deleteFavorite as deleteFavoriteCall,
  favoriteGroups,
} from '@seri/contract/favorites/routes.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import { hasViewFlag } from '@seri/contract/lots/view-flags.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Database, Db } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { countOtherFavorites, deleteFavorite, findGroups, findLot, lockFavorites, putFavorite } from './queries.ts';

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

/** Limit per person: every listing of the owner reads their favorites. */
export const MAX_FAVORITES = 500;

/** Adds a lot that the current user may open to a group, or moves it there (business-rules.md#favorites). Throws NotFound, Favorite.Limit. */
export async function addFavorite(
  db: Db,
  currentUser: CurrentUser,
  { group, carId, type }: BodyOf<typeof addFavoriteCall>,
) {
  const lotId = readLotId(carId);
  const reader = { userId: currentUser.userId, isStaff: currentUser.userType === USER_TYPE.manager };
  const lot = lotId === null ? undefined : await findLot(db, { lotId, pageType: type }, reader);
  if (lotId === null || !lot || !(lot.isOwn || hasViewFlag(currentUser.permissions, lot))) throw new NotFound();
  await db.transaction().execute(async (tx) => {
    await lockFavorites(tx, currentUser.userId);
    if ((await countOtherFavorites(tx, currentUser.userId, lotId)) >= MAX_FAVORITES)
      throw new ApiError('Favorite.Limit', { details: { max: MAX_FAVORITES } });
    await putFavorite(tx, { userId: currentUser.userId, lotId, group });
  });
}

/** Parses a lot id, which is text in the contract; null if it is malformed. */
const readLotId = (carId: string): number | null => (/^[1-9]\d{0,14}$/.test(carId) ? Number(carId) : null);
