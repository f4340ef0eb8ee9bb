import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Permissions } from '@seri/contract/auth/permissions.ts';
import type { ReplyOf } from '@seri/contract/http.ts';
import { isBikePage, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import {
  AUCTION_TYPES,
  auctionPassword,
  openShare as openShareCall,
  PASSWORD_PATHS,
  revokeShare,
  sharePassword,
  statsPassword,
  stockPassword,
  viewShare,
} from '@seri/contract/sharing/routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Db } from '../platform/db/db.ts';
import { type CookieNames, readCookie, setCookie, tokenHash } from '../platform/http/cookies.ts';
import { networkOf } from '../platform/http/limits/network.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import {
  countView,
  countWrongCode,
  endOverdueShare,
  endOwnShare,
  findOwnShare,
  findShare,
  insertShare,
  isOpenTo,
  lockShare,
  type OwnShare,
  type ShareKey,
} from './queries.ts';
import { codeOf, newShareId } from './share-code.ts';

const VISIT_SECONDS = 24 * 60 * 60;
const PASSWORDS = {
  auction: auctionPassword,
  stock: stockPassword,
  stats: statsPassword,
  share: sharePassword,
} as const;

type SharedLot = Omit<ReplyOf<typeof viewShare>, 'pageType'>;

interface SharingOptions {
  cookies: CookieNames;
  secretKey: string;
  /** The lot if the current user may open it on that page and share it, otherwise null. */
  findShareable: (
    pageType: PageType,
    lotId: string,
    currentUser: CurrentUser,
  ) => Promise<{ id: number; auctionDay: string; images: string[] } | null>;
  /** The reduced lot of a share (business-rules.md#shared-lots), its other listings as the sharer sees them; the sheet is at `/s/<lot>`. */
  findSharedLot: (pageType: PageType, lotId: number, sharer: Permissions) => Promise<SharedLot | null>;
}

/** Links to lots with a code of six digits (business-rules.md#share-links, business-rules.md#shared-lots). */
export function sharingRoutes(app: FastifyInstance, db: Db, options: SharingOptions): void {
  const { cookies, secretKey, findShareable, findSharedLot } = options;

  for (const path of Object.keys(PASSWORDS) as (keyof typeof PASSWORDS)[])
    registerRoute(app, PASSWORDS[path], async ({ query, currentUser }) => {
      const pageType = pageTypeOf(path, query.auctionType);
      const lotId = lotIdOf(pageType, query);
      const lot = await findShareable(pageType, lotId, currentUser);
      if (!lot) throw new NotFound();
      const image = query.imageUrl?.split('?', 1)[0] ?? null;
      const wrong = {
        auctionDate: isOtherDay(query.auctionDate, lot.auctionDay),
        imageUrl: isNotOf(lot.images, image),
      };
      throwFirstWrong(wrong);
      const share = await getShare(db, { userId: currentUser.userId, lotId: lot.id, pageType }, image);
      return {
        password: codeOf(secretKey, share.id),
        shareId: share.id,
        expiresAt: share.expires_at.toISOString(),
        views: share.views,
      };
    });

  registerRoute(app, openShareCall, async ({ body: { id, code }, request, reply }) => {
    const token = await openShare(db, { id, code, address: request.ip, secretKey });
    setCookie(reply, cookies, cookies.share(id), token, VISIT_SECONDS);
    return { success: true as const };
  });

  registerRoute(app, viewShare, async ({ query: { id }, request }) => {
    const share = await findOpenedShare(db, cookies, id, request);
    if (!share) throw new NotFound();
    if (!share.is_open) throw new ApiError('Access.Denied');
    const lot = await findSharedLot(share.page_type, share.lot_id, share.sharerPermissions);
    if (!lot) throw new NotFound();
    return { pageType: share.page_type, ...lot, ...withSheetOf(lot, id) };
  });

  registerRoute(app, revokeShare, async ({ body: { id }, currentUser }) => {
    if (!(await endOwnShare(db, id, currentUser.userId))) throw new NotFound();
    return { success: true as const };
  });
}

/** A live share, and whether the browser of this request has opened it; undefined if there is none. */
export function findOpenedShare(db: Db, cookies: CookieNames, id: string, request: FastifyRequest) {
  const token = readCookie(request, cookies.share(id));
  return findShare(db, id, token ? tokenHash(token) : null);
}

/** Replaces the sheet's address: `/s/<lot>` is for signed-in users, `/s/<lot>/<share>` for visitors. */
function withSheetOf({ car, bike }: SharedLot, shareId: string): Partial<SharedLot> {
  const ofShare = (sheet: string | null) => sheet && `${sheet}/${shareId}`;
  if (car) {
    const { carCommonDetail: common } = car;
    return { car: { ...car, carCommonDetail: { ...common, auctionSheet: ofShare(common.auctionSheet) } } };
  }
  if (!bike) return {};
  const { bikeCommonDetail: common } = bike;
  return { bike: { ...bike, bikeCommonDetail: { ...common, auctionSheet: ofShare(common.auctionSheet) } } };
}

/** The page named by path and `auctionType`; on the share path by the type alone (business-rules.md#share-links). Throws Request.Invalid. */
function pageTypeOf(path: keyof typeof PASSWORDS, auctionType: string): PageType {
  const pageType = PAGE_TYPES.find((page) => AUCTION_TYPES[page] === auctionType);
  const fits = pageType && (path === 'share' || PASSWORD_PATHS[pageType] === path);
  if (!fits) throw wrongField('auctionType');
  return pageType;
}

/** The lot id: `carId` for cars, `bikeId` for motorcycles. Throws Request.Invalid for the wrong one. */
function lotIdOf(pageType: PageType, { carId, bikeId }: { carId?: string; bikeId?: string }): string {
  const [name, lotId, other] = isBikePage(pageType) ? ['bikeId', bikeId, carId] : ['carId', carId, bikeId];
  if (lotId === undefined || other !== undefined) throw wrongField(name ?? 'carId');
  return lotId;
}

const isOtherDay = (date: string | undefined, auctionDay: string): boolean =>
  date !== undefined && (date.length > 10 ? japanDay(new Date(date)) : date) !== auctionDay;

const isNotOf = (images: string[], image: string | null): boolean => image !== null && !images.includes(image);

function throwFirstWrong(wrong: Record<string, boolean>): void {
  const [name] = Object.keys(wrong).filter((field) => wrong[field]);
  if (name) throw wrongField(name);
}

const wrongField = (name: string) => new ApiError('Request.Invalid', { fields: { [name]: ['Request.Invalid'] } });

/** Finds or creates the only live share of this person, lot and page, so that opening the dialog never ends a link already sent. */
const getShare = (db: Db, key: ShareKey, image: string | null): Promise<OwnShare> =>
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

interface OpenShare {
  id: string;
  code: string;
  address: string;
  secretKey: string;
}

/**
 * Checks the code and returns the token for the browser's cookie. Throws Share.WrongCode; NotFound for unknown, expired,
 * revoked and locked shares alike, decided by one statement, so that the reply does not distinguish them.
 */
export async function openShare(db: Db, { id, code, address, secretKey }: OpenShare): Promise<string> {
  const network = networkOf(address);
  if (!(await isOpenTo(db, id, network))) throw new NotFound();
  const token = randomBytes(32).toString('base64url');
  const isRight = await db.transaction().execute(async (tx) => {
    await lockShare(tx, id);
    // Checked again under the lock, so that many concurrent codes cannot exceed the limit.
    if (!(await isOpenTo(tx, id, network))) return null;
    if (!isSame(code.replaceAll(/\s/g, ''), codeOf(secretKey, id))) {
      await countWrongCode(tx, id, network);
      return false;
    }
    await countView(tx, id, tokenHash(token));
    return true;
  });
  if (isRight === null) throw new NotFound();
  if (!isRight) throw new ApiError('Share.WrongCode', { fields: { code: ['Share.WrongCode'] } });
  return token;
}

const isSame = (typed: string, code: string): boolean =>
  typed.length === code.length && timingSafeEqual(Buffer.from(typed, 'latin1'), Buffer.from(code, 'latin1'));
