import type { Db } from '../platform/db/db.ts';
import { endOverdueShare, findOwnShare, insertShare, type OwnShare, type ShareKey } from './queries.ts';
import { newShareId } from './share-code.ts';

/** Finds or creates the only live share of this person, lot and page, so that opening the dialog never ends a link already sent. */
export const getShare = (db: Db, key: ShareKey, image: string | null): Promise<OwnShare> =>
  db.transaction().execute(async (tx) => {
    const live = await findOwnShare(tx, key);
    if (live) return live;
    await endOverdueShare(tx, key);
    const { userId, lotId, pageType } = key;
    const inserted = await insertShare(tx, {
      id: newShareId(),
      user_id: userId,
      lot_id: lotId,
      page_type: pageType,
      image,
    });
    const share = inserted ?? (await findOwnShare(tx, key));
    if (!share) throw new Error('the share could neither be inserted nor found');
    return share;
  });
