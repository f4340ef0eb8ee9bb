/** The reason why a cell cannot be read, for the list of refused rows. */
export class BadCell extends Error {}

/** A cell as quoted in a reason. */
export const quoted = (cell: string): string => JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);

/** Replaces full-width letters, digits and punctuation of Japanese lists by plain ones. */
export const plain = (cell: string): string => cell.normalize('NFKC').trim();

/** Plain, with each run of spaces and line ends as one space. */
export const oneLine = (cell: string): string => plain(cell).replace(/\s+/g, ' ');

const DASHES_ALONE = /^[-\u2010-\u2015\u2212\u2500\u30fc]+$/u;

/**
 * The form in which cells, words of a mapping and column names are compared: plain; a cell of dashes alone becomes as
 * many plain dashes.
 */
export function comparable(text: string): string {
  const words = oneLine(text);
  return DASHES_ALONE.test(words) ? '-'.repeat([...words].length) : words;
}
