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
  // A win of an order of ours is a fact, also when the bid was replaced, stopped or closed meanwhile (decisions D5.20, D5.21).
  system: { 1: [2, 3, 5, 6], 2: [3, 5, 6], 3: [5, 6], 4: [6], 5: [6], 6: [5, 7] },
};

/** The whole transition table of decisions D2.4, without the instants: those are in `canSetStatus`. */
export const edges = (actor: Actor, from: number): readonly number[] => EDGES[actor][from] ?? [];

export interface StatusChange {
  actor: Actor;
  from: number;
  to: number;
  now: Date;
  lot: { source: 'auction' | 'stock'; auctionAt: Date; bidsCloseAt: Date; cancelUntil: Date };
  /** `isArchived` of this bid. */
  archived: boolean;
}

/** May this actor take the bid from one status to the other at this instant? (decisions D2.4, D5.9) */
export function canSetStatus({ actor, from, to, now, lot, archived }: StatusChange): boolean {
  if (actor === 'system') return edges(actor, from).includes(to);
  if (archived || !edges(actor, from).includes(to)) return false;
  const isStock = lot.source === 'stock';
  // An order may be taken back until it is accepted, whatever the hour (decisions D5.9).
  if (actor === 'client') return isStock ? from === BID_STATUS.new : now < lot.cancelUntil;
  if (from === BID_STATUS.cancel && !isStock && now >= lot.bidsCloseAt) return false;
  return (to !== BID_STATUS.new && to !== BID_STATUS.bid) || now < lot.auctionAt;
}

/** Read-only and out of the active lists; `dayOver` means the lot's Asia/Tokyo day is over (decisions D2.3). */
export const isArchived = (status: number, dayOver: boolean): boolean =>
  status === BID_STATUS.won || (dayOver && (status === BID_STATUS.cancel || status === BID_STATUS.finished));

/** What the archive lists: a win of a past day stands there too, read-only, while the active list still edits it (decisions D2.3). */
export const isInArchive = (status: number, dayOver: boolean): boolean =>
  isArchived(status, dayOver) || (dayOver && status === BID_STATUS.win);
