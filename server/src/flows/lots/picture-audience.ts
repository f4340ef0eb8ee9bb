import { findOpenLot } from '../../lots/core/open-lot.ts';
import { findPrivateLotsShowing, isShownPublicly } from '../../photos/private-picture-queries.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';

/** Audience of a picture: `everybody` (shared caches may store it), this reader only, or others but not this reader. */
export type PictureAudience = 'everybody' | 'reader' | 'others';

/** The audience of the picture `/p/<key>`: a picture of a private lot is only for readers who may open that lot. */
export async function audienceOfPicture(
  db: Db,
  key: string,
  { isDrawing, findCurrentUser }: { isDrawing: boolean; findCurrentUser: () => Promise<CurrentUser | null> },
): Promise<PictureAudience> {
  const address = `/p/${key}`;
  const lotIds = await findPrivateLotsShowing(db, address);
  if (lotIds.length === 0) return 'everybody';
  const currentUser = await findCurrentUser();
  if (currentUser) for (const id of lotIds) if (await findOpenLot(db, String(id), currentUser)) return 'reader';
  // The picture may become private later, so shared caches must not store it.
  return (await isShownPublicly(db, address, { lotIds, isDrawing })) ? 'reader' : 'others';
}
