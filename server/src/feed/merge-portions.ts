import type { NumberedRow } from './read-lot.ts';

/** Whoever bids on a lot that is being written waits until those it is written with are. */
export const ROWS_AT_ONCE = 500;
/** So few are a portion in any case: a transaction for each lot would take longer than what it saves. */
const FEW_ROWS = 250;
/** At most: then none of a page goes into the portion of another one. */
const LOTS_OF_A_PAGE = 8;

/**
 * A staged batch in the portions it is merged in, each in a transaction of its own: what nobody can bid on at once, lots that
 * somebody may bid on some at a time. Of lots that lie side by side on disk each goes into another portion: a page has
 * room for the new version of one or two, and what a portion leaves behind is cleared when the next one comes. Those that
 * had to move lie beside others of their portion, so that the order of the feed does not tell which lie apart. `open`: where the lots that somebody may bid on lie, by line.
 */
export function portionsOf(rows: readonly NumberedRow[], open: ReadonlyMap<number, number>): NumberedRow[][] {
  const ranks = new Map([...new Set(open.values())].sort((a, b) => a - b).map((place, rank) => [place, rank]));
  const strides = stridesOf(ranks.size);
  const portions: NumberedRow[][] = Array.from({ length: 1 + strides }, () => []);
  for (const entry of rows) {
    const rank = ranks.get(open.get(entry.line) ?? -1);
    portions[rank === undefined ? 0 : 1 + (rank % strides)]?.push(entry);
  }
  return portions.filter((portion) => portion.length > 0);
}

const stridesOf = (rows: number): number =>
  Math.max(Math.ceil(rows / ROWS_AT_ONCE), Math.min(LOTS_OF_A_PAGE, Math.floor(rows / FEW_ROWS)));
