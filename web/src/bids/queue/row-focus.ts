import { type Origin, originOf, type Place } from './queue.ts';

const ROW = '[data-bid]';

const allRows = () => [...document.querySelectorAll<HTMLElement>(`main ${ROW}`)];
export const idOf = (row: HTMLElement | null | undefined): number | null => (row ? Number(row.dataset.bid) : null);
/** The row that holds the keyboard focus. */
export const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(ROW) ?? null;
export const shownBids = (): number[] => allRows().map((row) => Number(row.dataset.bid));
/** The bids of the page in their order, with the status each of them shows. */
export const shownPlaces = (): Place[] =>
  allRows().map((row) => ({ bidId: Number(row.dataset.bid), bidStatus: Number(row.dataset.status) }));

/** Where the focus was last, for when its row leaves the list under it. */
let last: Origin | null = null;

export function noteFocus(): void {
  const bidId = idOf(focusedRow());
  if (bidId !== null) last = originOf(shownPlaces(), bidId, false);
}

function focusRow(row: HTMLElement | undefined): number | null {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  return idOf(row);
}

/** Puts the focus on this bid; false when it is not on the page. */
export const focusBid = (bidId: number): boolean => focusRow(allRows().find((row) => idOf(row) === bidId)) !== null;

export const focusEnd = (end: 'first' | 'last'): number | null => focusRow(allRows().at(end === 'first' ? 0 : -1));

/** The next row, or the one before; from nowhere the one where the focus was last. False at the end of the page. */
export function moveFocus(by: 1 | -1): boolean {
  const rows = allRows();
  const here = focusedRow();
  const stays = rows.find((row) => idOf(row) === last?.bidId);
  const behind = rows.find((row) => !last?.ahead.includes(Number(row.dataset.bid))) ?? rows.at(-1);
  const next = here ? rows[rows.indexOf(here) + by] : (stays ?? behind);
  return focusRow(next) !== null;
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** The place of a bid that has left the list under the focus, or null while the focus is somewhere. */
export const leftPlace = (): Origin | null => (isNowhere() && last && !shownBids().includes(last.bidId) ? last : null);

/** Takes the focus off the rows: until the next one is known a key must not hit the one that was decided. */
export function dropFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const QUESTION = '[data-question]';

/** The focus is nowhere, or in the window of a question that has been answered. */
export const isFocusLost = (): boolean =>
  isNowhere() || document.activeElement?.closest('[role="dialog"]')?.querySelector(QUESTION) !== null;
