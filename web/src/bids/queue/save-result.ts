import { bidHistory, bidIndex } from '@seri/contract/bids/list-routes.ts';
import type { BidRow } from '@seri/contract/bids/records.ts';
import { type ApiError, call } from '../../shell/api/api.ts';

/** Result of a change after at least one of its calls has failed; `overtaken`: others have changed what it was for. */
export type SaveResult = 'unchanged' | 'overtaken' | 'partly' | 'saved' | 'unknown';

export interface Failure {
  error: ApiError;
  result: SaveResult;
  /** The intended change. */
  patch: Partial<BidRow>;
  /** The bid as the server has it now; null if the server could not be asked. */
  now: BidRow | null;
}

const keysOf = (patch: Partial<BidRow>) => Object.keys(patch) as (keyof BidRow)[];

/** Compares the intended and the previous values with those the server has now. */
export function saveResultOf(before: BidRow, patch: Partial<BidRow>, now: BidRow | null): SaveResult {
  if (!now) return 'unknown';
  const changed = keysOf(patch).filter((key) => patch[key] !== before[key]);
  if (changed.every((key) => now[key] === patch[key])) return 'saved';
  if (changed.some((key) => now[key] === patch[key])) return 'partly';
  return changed.every((key) => now[key] === before[key]) ? 'unchanged' : 'overtaken';
}

const TIMEOUT_MS = 5_000;

/** Fetches one bid, from whichever list contains it now; null if the server does not answer. */
export async function readBid({ bidId, lotNo }: BidRow): Promise<BidRow | null> {
  const query = { lotNo: String(lotNo), pageSize: 70 };
  for (const list of [bidIndex, bidHistory]) {
    const answer = await call(list, { query, timeoutMs: TIMEOUT_MS }).catch(() => null);
    if (!answer) return null;
    const found = answer.cars.find((row) => row.bidId === bidId);
    if (found) return found;
  }
  return null;
}
