import { findOpenLot } from '../../lots/core/open-lot.ts';
import { findPrivateLotsShowing, isShownPublicly } from '../../photos/private-picture-queries.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';

/** For whom a picture is: shared caches may keep it, one reader may see it, or this reader may not. */
export type PictureAudience = 'everybody' | 'reader' | 'others';

/** Who may see the picture `/p/<key>`: one of a private lot is for the people who may open that lot. */
export async function audienceOfPicture(
  db: Db,
  key: string,
  { isDrawing, findViewer }: { isDrawing: boolean; findViewer: () => Promise<CurrentUser | null> },
): Promise<PictureAudience> {
  const address = `/p/${key}`;
  const lotIds = await findPrivateLotsShowing(db, address);
  if (lotIds.length === 0) return 'everybody';
  const currentUser = await findViewer();
  if (currentUser) for (const id of lotIds) if (await findOpenLot(db, String(id), currentUser)) return 'reader';
  // It may become private alone: no cache between keeps it then.
  return (await isShownPublicly(db, address, { lotIds, isDrawing })) ? 'reader' : 'others';
}
