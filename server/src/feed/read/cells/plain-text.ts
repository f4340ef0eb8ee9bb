/** Why a cell cannot be read, for the list of refused rows. */
export class BadCell extends Error {}

/** A cell as a reason quotes it. */
export const quoted = (cell: string): string => JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);

/** Full-width letters, digits and signs of Japanese lists become plain ones. */
export const plain = (cell: string): string => cell.normalize('NFKC').trim();

/** Plain, and each run of spaces and line ends one space. */
export const oneLine = (cell: string): string => plain(cell).replace(/\s+/g, ' ');

const DASHES_ALONE = /^[-\u2010-\u2015\u2212\u2500\u30fc]+$/u;

/**
 * A text as cells, words of a mapping and column names are compared: plain, and a cell of nothing but dashes of whatever
 * kind as so many plain ones.
 */
export function comparable(text: string): string {
  const words = oneLine(text);
  return DASHES_ALONE.test(words) ? '-'.repeat([...words].length) : words;
}
