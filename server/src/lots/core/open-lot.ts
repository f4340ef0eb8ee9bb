import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { PAGE_RULES, type PageType } from '@seri/contract/lots/page-types.ts';
import { hasViewFlag } from '@seri/contract/lots/view-flags.ts';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { type FullLot, findLot } from './queries.ts';

export const isStaff = (currentUser: CurrentUser) => currentUser.userType === USER_TYPE.manager;

/** The lot id in an address, or null for a text that cannot be one. */
const lotIdOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** Whether a page shows lots of this kind and source; past ones open on it too (business-rules.md#lot-pages). */
export const opensOn = (pageType: PageType, lot: Pick<FullLot, 'vehicle' | 'lot_source'>): boolean =>
  PAGE_RULES[pageType].vehicle === lot.vehicle && PAGE_RULES[pageType].source === lot.lot_source;

type Placed = Pick<FullLot, 'vehicle' | 'lot_source' | 'status' | 'auction_day'>;

/** Whether a view flag of this person opens the lot now (business-rules.md#view-flags). */
export const hasFlagFor = (currentUser: CurrentUser, lot: Placed, now: Date): boolean =>
  hasViewFlag(currentUser.permissions, {
    vehicle: lot.vehicle,
    source: lot.lot_source,
    status: lot.status,
    isDayOver: lot.auction_day < japanDay(now),
  });

/** A private lot exists only for the staff and the people it belongs to. */
const existsFor = (currentUser: CurrentUser, lot: FullLot): boolean =>
  !lot.is_private || isStaff(currentUser) || lot.is_of_viewer;

/** An own bid, a purchase or a favorite opens a lot without the flag of its state. */
const mayOpen = (currentUser: CurrentUser, lot: FullLot): boolean =>
  hasFlagFor(currentUser, lot, lot.now) || lot.is_of_viewer || lot.favorite_group !== null;

/**
 * The lot, if this reader may open it on a page. The page must show lots of this kind; the lot alone decides which flag
 * opens it. Throws NotFound or Access.Denied; a private lot is NotFound.
 */
export async function openLot(db: Db, pageType: PageType, idText: string, currentUser: CurrentUser): Promise<FullLot> {
  const found = await findById(db, idText, currentUser);
  const lot = found && opensOn(pageType, found) ? found : undefined;
  if (lot && existsFor(currentUser, lot)) return ensureOpen(currentUser, lot);
  const isFavorite = lot !== undefined && lot.favorite_group !== null;
  if (!currentUser.permissions[PAGE_RULES[pageType].flag] && !isFavorite) throw new ApiError('Access.Denied');
  throw new NotFound();
}

/** The same for a call without a page. Throws NotFound or Access.Denied. */
export async function openLotAnywhere(db: Db, idText: string, currentUser: CurrentUser): Promise<FullLot> {
  const lot = await findById(db, idText, currentUser);
  if (!lot || !existsFor(currentUser, lot)) throw new NotFound();
  return ensureOpen(currentUser, lot);
}

/** The lot if this reader may open it, else null; used for its sheet, photos and numbers. */
export async function findOpenLot(db: Db, idText: string, currentUser: CurrentUser): Promise<FullLot | null> {
  const lot = await findById(db, idText, currentUser);
  return lot && existsFor(currentUser, lot) && mayOpen(currentUser, lot) ? lot : null;
}

async function findById(db: Db, idText: string, currentUser: CurrentUser): Promise<FullLot | undefined> {
  const id = lotIdOf(idText);
  return id === null ? undefined : findLot(db, id, currentUser.userId);
}

function ensureOpen(currentUser: CurrentUser, lot: FullLot): FullLot {
  if (!mayOpen(currentUser, lot)) throw new ApiError('Access.Denied');
  return lot;
}

/** The full chassis number, for looking up the production month; never shown. */
export const findChassisNumber = async (db: Db, lotId: string, currentUser: CurrentUser): Promise<string> =>
  (await openLotAnywhere(db, lotId, currentUser)).chassis_number;
