import { openLot } from '../../lots/core/open-lot.ts';
import type { DownloadablePhotos, DownloadPage } from '../../photos/download/download-routes.ts';
import { findExtraImages } from '../../photos/extra/extra-photo-queries.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import { findPurchase } from '../../purchases/queries.ts';

/** Downloadable photos: of any lot the reader may open, except USS lots, and of cars the reader bought (business-rules.md#photo-downloads). Null if there are none. */
export async function findDownload(
  db: Db,
  page: DownloadPage,
  id: string,
  currentUser: CurrentUser,
): Promise<DownloadablePhotos | null> {
  if (page === 'purchased-cars') return findBought(db, id, currentUser);
  const lot = await openLot(db, page, id, currentUser);
  if (lot.is_uss) return null;
  return { house: lot.house_name, lotNo: lot.lot_no, takenAt: lot.auction_at, images: lot.images };
}

async function findBought(db: Db, id: string, currentUser: CurrentUser): Promise<DownloadablePhotos | null> {
  const purchaseId = /^P([1-9]\d{0,14})$/.exec(id)?.[1];
  const car = purchaseId ? await findPurchase(db, currentUser.userId, Number(purchaseId)) : undefined;
  if (!car) return null;
  const images = [...car.images, ...(await findExtraImages(db, car.lot_id))];
  return { house: car.auction, lotNo: car.lot_no, takenAt: new Date(car.purchased_on), images };
}

/** A lot of an auction house that supplies extra photos on request; null for any other lot. */
export async function findUssLot(db: Db, lotId: string, currentUser: CurrentUser) {
  const lot = await openLot(db, 'car-auction', lotId, currentUser);
  return lot.is_uss ? { id: lot.id, hasSheet: lot.has_sheet } : null;
}
