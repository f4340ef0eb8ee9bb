import { createTabStore } from '../../ui/theme/tab-store.ts';
import { type Origin, originOf, type QueuedBid } from './queue.ts';

const ROW = '[data-bid]';

const allRows = () => [...document.querySelectorAll<HTMLElement>(`main ${ROW}`)];
export const idOf = (row: HTMLElement | null | undefined): number | null => (row ? Number(row.dataset.bid) : null);
/** Lot number of a row. */
export const lotOf = (row: HTMLElement | null): number | null => (row ? Number(row.dataset.lot) : null);
/** Row with the keyboard focus. */
export const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(ROW) ?? null;
export const shownBids = (): number[] => allRows().map((row) => Number(row.dataset.bid));
/** Bids of the page in order, each with its shown status. */
export const queuedBids = (): QueuedBid[] =>
  allRows().map((row) => ({ bidId: Number(row.dataset.bid), bidStatus: Number(row.dataset.status) }));

/** Last focused position, for the case that its row leaves the list. */
const lastPosition = createTabStore<Origin | null>(null);

export function noteFocus(): void {
  const bidId = idOf(focusedRow());
  if (bidId !== null) lastPosition.set(originOf(queuedBids(), bidId, false));
}

function focusRow(row: HTMLElement | undefined): number | null {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  return idOf(row);
}

/** Focuses this bid; false if it is not on the page. */
export const focusBid = (bidId: number): boolean => focusRow(allRows().find((row) => idOf(row) === bidId)) !== null;

export const focusEnd = (end: 'first' | 'last'): number | null => focusRow(allRows().at(end === 'first' ? 0 : -1));

/** Focuses the next or previous row; without focus, the row next to the last position. False at the end of the page. */
export function moveFocus(by: 1 | -1): boolean {
  const rows = allRows();
  const here = focusedRow();
  const last = lastPosition.get();
  const remaining = rows.find((row) => idOf(row) === last?.bidId);
  const following = rows.find((row) => !last?.ahead.includes(Number(row.dataset.bid))) ?? rows.at(-1);
  const next = here ? rows[rows.indexOf(here) + by] : (remaining ?? following);
  return focusRow(next) !== null;
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** Position of a focused bid that has left the list; null while something has the focus. */
export function lostOrigin(): Origin | null {
  const last = lastPosition.get();
  return isNowhere() && last && !shownBids().includes(last.bidId) ? last : null;
}

/** Removes the focus from the rows, so that no key acts on the decided bid before the next one is known. */
export function dropFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const QUESTION = '[data-question]';

/** True if nothing has the focus, or the closing dialog of an answered question. */
export const isFocusLost = (): boolean =>
  isNowhere() || document.activeElement?.closest('[role="dialog"]')?.querySelector(QUESTION) !== null;
