import type { Tone } from '../lots/statuses.ts';

/** Bid statuses 1 to 7 (platform section 4, decisions D2.1). */
export const BID_STATUS = { new: 1, bid: 2, dontBid: 3, cancel: 4, finished: 5, win: 6, won: 7 } as const;
export const LIVE_STATUSES: readonly number[] = [1, 2, 6];
/** Bid data may be edited in these only (platform section 4). */
export const EDITABLE_STATUSES: readonly number[] = [1, 2, 6];
export const MANAGER_BUTTONS = [1, 2, 3, 4, 5, 6] as const;

export const bidStatusTone = (status: number | null): Tone => {
  if (status === 1) return 'amber';
  if (status === 2) return 'blue';
  return status === 6 || status === 7 ? 'green' : 'grey';
};

export type Actor = 'client' | 'manager' | 'system';

const EDGES: Record<Actor, Record<number, readonly number[]>> = {
  client: { 1: [4], 2: [4] },
  manager: { 1: [2, 3, 4, 5, 6], 2: [1, 3, 4, 5, 6], 3: [1, 2, 4, 5, 6], 4: [1, 2], 6: [1, 2, 3, 4, 5] },
  system: { 1: [2, 3, 5], 2: [3, 5, 6], 3: [5], 6: [5, 7] },
};

/** The whole transition table of decisions D2.4, without the instants: those are in `canSetStatus`. */
export const edges = (actor: Actor, from: number): readonly number[] => EDGES[actor][from] ?? [];

export interface StatusChange {
  actor: Actor;
  from: number;
  to: number;
  now: Date;
  lot: { auctionAt: Date; bidsCloseAt: Date; cancelUntil: Date };
  /** Status 7, or the lot's Japanese day is over and the status is 4, 5 or 6 (decisions D2.3). */
  archived: boolean;
}

/** May this actor take the bid from one status to the other at this instant? (decisions D2.4, D5.9) */
export function canSetStatus({ actor, from, to, now, lot, archived }: StatusChange): boolean {
  if (archived || !edges(actor, from).includes(to)) return false;
  if (actor === 'client') return now < lot.cancelUntil;
  if (actor === 'manager' && from === 4) return now < lot.bidsCloseAt;
  if (actor === 'manager' && (to === 1 || to === 2)) return now < lot.auctionAt;
  return true;
}

/** D2.3: what belongs to the archive; `dayOver` means the lot's Asia/Tokyo day is over. */
export const isArchived = (status: number, dayOver: boolean): boolean =>
  status === 7 || (dayOver && (status === 4 || status === 5 || status === 6));
