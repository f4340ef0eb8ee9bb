const ROW = '[data-bid]';

const allRows = () => [...document.querySelectorAll<HTMLElement>(`main ${ROW}`)];
export const idOf = (row: HTMLElement | null | undefined): number | null => (row ? Number(row.dataset.bid) : null);
/** The row that holds the keyboard focus. */
export const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(ROW) ?? null;
export const shownBids = (): number[] => allRows().map((row) => Number(row.dataset.bid));

/** Where the focus was last, for when its row leaves the list under it. */
let last: { bidId: number; index: number } | null = null;

export function noteFocus(): void {
  const row = focusedRow();
  last = row ? { bidId: Number(row.dataset.bid), index: allRows().indexOf(row) } : last;
}

function focusRow(row: HTMLElement | undefined): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** The next row, or the one before; from nowhere the one where the focus was last. */
export function moveFocus(by: 1 | -1): void {
  const rows = allRows();
  const here = focusedRow();
  const stays = rows.find((row) => idOf(row) === last?.bidId);
  focusRow(here ? rows[rows.indexOf(here) + by] : (stays ?? rows[Math.min(last?.index ?? 0, rows.length - 1)]));
}

/** A decided bid leaves a filtered list: whoever stood on it stands on the one that took its place. */
export function keepFocus(): void {
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  if (isNowhere && last && !shownBids().includes(last.bidId)) moveFocus(1);
}
