import type { Db } from '../platform/db/db.ts';
import { endOverdueShare, findOwnShare, insertShare, type OfWhom, type OwnShare } from './queries.ts';
import { newShareId } from './share-code.ts';

/** Finds or creates the only live share of this person, lot and page, so that opening the dialog never ends a link already sent. */
export const getShare = (db: Db, whose: OfWhom, image: string | null): Promise<OwnShare> =>
  db.transaction().execute(async (tx) => {
    const live = await findOwnShare(tx, whose);
    if (live) return live;
    await endOverdueShare(tx, whose);
    const { userId, lotId, pageType } = whose;
    const made = await insertShare(tx, {
      id: newShareId(),
      user_id: userId,
      lot_id: lotId,
      page_type: pageType,
      image,
    });
    const share = made ?? (await findOwnShare(tx, whose));
    if (!share) throw new Error('the share could neither be inserted nor found');
    return share;
  });
