import type { FullListRow } from '@seri/contract/feed/rows.ts';
import type { Parsed } from './parse-row.ts';

const JAPAN_MS = 9 * 3_600_000;
/** Numbers held until the end of the file; a longer one says nothing about what it lacks. */
const MOST_NUMBERS = 500_000;

type List = FullListRow & { atMs: number };

/**
 * Gathers which lots a file names at each house and day. One that lost rows on the way, as they were refused, is not
 * whole: then it says nothing about what it lacks, and that is said.
 */
export function listsOf() {
  const lists = new Map<string, List>();
  let [lastLine, refused, numbers] = [0, 0, 0];

  const add = (line: number, judged: Parsed | { refused: string }): void => {
    lastLine = line;
    if ('refused' in judged) refused += 1;
    else if (judged.row.kind === 'lot' && judged.row.lotSource === 'auction') {
      const { source, house, auctionDate, vehicle, lotNo, updatedAt } = judged.row;
      const day =
        auctionDate.length > 10 ? new Date(Date.parse(auctionDate) + JAPAN_MS).toISOString().slice(0, 10) : auctionDate;
      const key = JSON.stringify([source, house, day, vehicle]);
      const atMs = Date.parse(updatedAt);
      const list = lists.get(key) ?? { kind: 'full-list', source, house, day, vehicle, updatedAt, atMs, lotNos: [] };
      numbers += 1;
      if (numbers <= MOST_NUMBERS) list.lotNos.push(lotNo);
      if (atMs > list.atMs) Object.assign(list, { atMs, updatedAt });
      lists.set(key, list);
    }
  };
  function* rows(): Generator<{ line: number; raw: string } & Parsed> {
    const notWhole =
      refused > 0
        ? `${refused} of its rows were refused`
        : numbers > MOST_NUMBERS
          ? `it has more than ${MOST_NUMBERS} lots`
          : null;
    if (notWhole)
      yield { line: lastLine + 1, raw: '', refused: `the file is no whole list, nothing is taken off: ${notWhole}` };
    else
      for (const { atMs: _, ...row } of lists.values()) {
        lastLine += 1;
        yield { line: lastLine, raw: `all lots at ${row.house} on ${row.day}`, row };
      }
  }
  return { add, rows };
}
