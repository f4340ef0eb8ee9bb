import type { PageType } from '@seri/contract/lots/page-types.ts';
import type { FastifyRequest } from 'fastify';
import { openLot } from '../../lots/core/open-lot.ts';
import { findSharedSheet as findSheetOf } from '../../lots/lot-page/shared-lot.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import type { Db } from '../../platform/db/db.ts';
import type { CookieNames } from '../../platform/http/cookies.ts';
import { findOpenedShare } from '../../sharing/routes.ts';

/** A lot the current user may open and share; null for a private lot, which nobody may share. */
export async function findShareable(db: Db, pageType: PageType, lotId: string, currentUser: CurrentUser) {
  const lot = await openLot(db, pageType, lotId, currentUser);
  return lot.is_private ? null : { id: lot.id, auctionDay: lot.auction_day, images: lot.images };
}

/** The sheet of a lot for a browser that entered the code of this share; null otherwise. */
export async function findSharedSheet(
  { db, cookies }: { db: Db; cookies: CookieNames },
  lotId: string,
  shareId: string,
  request: FastifyRequest,
) {
  const share = await findOpenedShare(db, cookies, shareId, request);
  if (!share?.is_open || String(share.lot_id) !== lotId) return null;
  return findSheetOf(db, share.page_type, share.lot_id);
}
