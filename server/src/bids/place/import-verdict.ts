import type { Reason } from '@seri/contract/bids/rules.ts';
import type { DoorVerdict } from '@seri/contract/costs/verdicts.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { insertBidImport } from './import-queries.ts';

export interface ImportVerdict {
  destination: string;
  verdict: DoorVerdict;
}

/** Whether the client may import the lot at a price; null while they have chosen no destination. Costs belong to another capability. */
export type FindImportVerdict = (
  db: Db,
  query: { userId: number; lotId: number; priceYen: number },
) => Promise<ImportVerdict | null>;

/** Sanctions refuse a bid; a vehicle that may not be imported needs the client's explicit consent (business-rules.md#import). */
export function importReasons(found: ImportVerdict | null, isAccepted: boolean): Reason[] {
  if (found?.verdict === 'sanctioned') return [{ messageCode: 'Bid.Sanctioned' }];
  return found?.verdict === 'forbidden' && !isAccepted
    ? [{ messageCode: 'Bid.ImportForbidden', field: 'importAccepted' }]
    : [];
}

/** Stores the verdict with the bid, and that the client accepted a prohibition. */
export async function recordImport(tx: Tx, bidId: number, found: ImportVerdict | null): Promise<void> {
  if (found) await insertBidImport(tx, { bidId, ...found, isAccepted: found.verdict === 'forbidden' });
}
