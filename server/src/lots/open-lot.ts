import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { Db } from '../platform/db.ts';
import { NotFound, Refused } from '../platform/refusals.ts';
import type { Viewer } from '../platform/viewer.ts';
import { findLot, type WholeLot } from './queries.ts';

export const isStaff = (viewer: Viewer) => viewer.userType === USER_TYPE.manager;

/** The number of a lot as it stands in addresses, or null where no lot can have it. */
export const lotIdOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** Does a page show lots of this kind and source? Past ones open on it too (decisions D3.14). */
export const opensOn = (pageType: PageType, lot: Pick<WholeLot, 'vehicle' | 'lot_source'>): boolean =>
  PAGE_RULES[pageType].vehicle === lot.vehicle && PAGE_RULES[pageType].source === lot.lot_source;

const mayFollow = (viewer: Viewer, lot: WholeLot): boolean => !lot.is_private || isStaff(viewer) || lot.is_of_viewer;
const opensWithoutFlag = (lot: WholeLot): boolean => lot.is_of_viewer || lot.favorite_group !== null;

/**
 * The lot as this reader may open it on a page. Own bid, purchase or favourite opens it without the page's flag; who
 * has neither is not told whether there is such a lot.
 */
export async function openLot(db: Db, pageType: PageType, idText: string, viewer: Viewer): Promise<WholeLot> {
  const id = lotIdOf(idText);
  const found = id === null ? undefined : await findLot(db, id, viewer.userId);
  const lot = found && opensOn(pageType, found) ? found : undefined;
  const { flag } = PAGE_RULES[pageType];
  if (!viewer.permissions[flag] && !(lot && opensWithoutFlag(lot))) throw new Refused('Access.Denied');
  if (!lot || !mayFollow(viewer, lot)) throw new NotFound();
  return lot;
}

/** The lot if some page opens it for this reader, else null: for its sheet, its photos and its numbers. */
export async function findOpenLot(db: Db, idText: string, viewer: Viewer): Promise<WholeLot | null> {
  const id = lotIdOf(idText);
  const lot = id === null ? undefined : await findLot(db, id, viewer.userId);
  if (!lot || !mayFollow(viewer, lot)) return null;
  const hasFlag = PAGE_TYPES.some((page) => opensOn(page, lot) && viewer.permissions[PAGE_RULES[page].flag]);
  return hasFlag || opensWithoutFlag(lot) ? lot : null;
}

/** The full number of the chassis, for looking up when it was built; it is never shown. */
export const findChassisNumber = async (db: Db, lotId: string, viewer: Viewer): Promise<string | null> =>
  (await findOpenLot(db, lotId, viewer))?.chassis_number ?? null;
