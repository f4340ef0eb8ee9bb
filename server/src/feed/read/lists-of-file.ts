import type { FullListRow } from '@seri/contract/feed/rows.ts';
import { isRealDay, isRealStamp, type Parsed } from './parse-row.ts';

const JAPAN_MS = 9 * 3_600_000;
/** Maximum numbers held until the end of the file; a longer file yields no snapshots. */
const MAX_NUMBERS = 500_000;
const MAX_LOT_NO = 9_999_999;

type List = FullListRow & { atMs: number };
type ListKey = Pick<FullListRow, 'source' | 'house' | 'day' | 'vehicle'>;

/**
 * Collects the lots that a file lists for each auction house and day, as snapshots. A refused row still counts as a
 * listed lot, as far as it can be identified: by its own number or id, at its own auction house and day or, if
 * unreadable, at all of the file. A row without any identification may be any lot: the snapshot of its auction house
 * and day, or all snapshots of the file, are then incomplete. An incomplete snapshot delists nothing, and the import
 * reports it.
 */
export function listsOf() {
  const lists = new Map<string, List>();
  /** Auction houses and days with an unidentifiable lot. */
  const blind = new Map<string, number>();
  /** Lots listed somewhere in the file. */
  const anywhere = { lotNos: [] as number[], sourceIds: [] as string[] };
  let [lastLine, unreadable, numbers] = [0, 0, 0];
  let fileStamp = '';

  const listOf = (place: ListKey, updatedAt: string): List => {
    const key = keyOf(place);
    const list = lists.get(key) ?? { kind: 'full-list', ...place, updatedAt, atMs: Date.parse(updatedAt), lotNos: [] };
    lists.set(key, list);
    return list;
  };
  const count = (list: List, lotNo: number) => {
    numbers += 1;
    if (numbers <= MAX_NUMBERS) list.lotNos.push(lotNo);
  };
  const addRefused = (value: Readonly<Record<string, unknown>>) => {
    if (value.lotSource === 'stock') return;
    const place = placeIn(value);
    const lotNo = lotNoIn(value);
    const sourceId = typeof value.sourceId === 'string' && value.sourceId !== '' ? value.sourceId : null;
    if (place && lotNo !== null) count(listOf(place, fileStamp), lotNo);
    else if (lotNo === null && sourceId === null) {
      if (place) blind.set(keyOf(place), (blind.get(keyOf(place)) ?? 0) + 1);
      else unreadable += 1;
    } else if (lotNo !== null) anywhere.lotNos.push(lotNo);
    // Its number may be the unreadable part, or may have changed.
    if (sourceId !== null) anywhere.sourceIds.push(sourceId);
    numbers += 1;
  };

  return {
    /** `fileAt` is the timestamp of a snapshot without valid rows. */
    begin(fileAt: Date): void {
      fileStamp = fileAt.toISOString();
    },
    /** `value`: the readable part of a refused row. */
    add(line: number, parsed: Parsed | { refused: string }, value?: Readonly<Record<string, unknown>>): void {
      lastLine = line;
      if ('refused' in parsed) {
        if (value) addRefused(value);
        else unreadable += 1;
      } else if (parsed.row.kind === 'lot' && parsed.row.lotSource === 'auction') {
        const { source, house, auctionDate, vehicle, lotNo, updatedAt } = parsed.row;
        const list = listOf({ source, house, day: dayOf(auctionDate), vehicle }, updatedAt);
        count(list, lotNo);
        const atMs = Date.parse(updatedAt);
        if (atMs > list.atMs) Object.assign(list, { atMs, updatedAt });
      }
    },
    *rows(): Generator<{ line: number; raw: string } & Parsed> {
      const incompleteReason =
        unreadable > 0
          ? `${unreadable} of its rows cannot be identified`
          : numbers > MAX_NUMBERS
            ? `it has more than ${MAX_NUMBERS} lots`
            : null;
      if (incompleteReason) {
        yield {
          line: lastLine + 1,
          raw: '',
          refused: `the file is not a complete list, nothing is delisted: ${incompleteReason}`,
        };
        return;
      }
      for (const [key, { atMs: _, ...row }] of lists) {
        const raw = `all lots at ${row.house} on ${row.day}`;
        const lost = blind.get(key);
        lastLine += 1;
        if (lost !== undefined) {
          const refused = `not a complete list, nothing is delisted at ${row.house} on ${row.day}: ${lost} of its rows cannot be identified`;
          yield { line: lastLine, raw, refused };
          continue;
        }
        const { sourceIds } = anywhere;
        const lotNos = [...row.lotNos, ...anywhere.lotNos];
        yield { line: lastLine, raw, row: { ...row, lotNos, ...(sourceIds.length > 0 ? { sourceIds } : {}) } };
      }
    },
  };
}

const keyOf = ({ source, house, day, vehicle }: ListKey) => JSON.stringify([source, house, day, vehicle]);

const dayOf = (auctionDate: string): string =>
  auctionDate.length > 10 ? new Date(Date.parse(auctionDate) + JAPAN_MS).toISOString().slice(0, 10) : auctionDate;

function placeIn({ source, house, auctionDate, vehicle }: Readonly<Record<string, unknown>>): ListKey | null {
  if (typeof source !== 'string' || source === '' || typeof house !== 'string' || house === '') return null;
  if (vehicle !== 'car' && vehicle !== 'bike') return null;
  if (typeof auctionDate !== 'string' || !(isRealDay(auctionDate) || isRealStamp(auctionDate))) return null;
  return { source, house, vehicle, day: dayOf(auctionDate) };
}

const lotNoIn = ({ lotNo }: Readonly<Record<string, unknown>>): number | null =>
  typeof lotNo === 'number' && Number.isInteger(lotNo) && lotNo >= 1 && lotNo <= MAX_LOT_NO ? lotNo : null;
