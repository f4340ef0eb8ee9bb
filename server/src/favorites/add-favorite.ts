import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import type { addFavorite as addFavoriteCall } from '@seri/contract/favorites/routes.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import { hasViewFlag } from '@seri/contract/lots/view-flags.ts';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Db } from '../platform/db/db.ts';
import { countOtherFavorites, findLot, lockFavorites, putFavorite } from './queries.ts';

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
export const readLotId = (carId: string): number | null => (/^[1-9]\d{0,14}$/.test(carId) ? Number(carId) : null);
