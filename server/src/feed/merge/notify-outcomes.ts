import type { Db, Tx } from '../../platform/db/db.ts';
import {
  clearOutcomesWithoutBids,
  findPendingOutcome,
  findPendingOutcomes,
  markOutcomeNotified,
} from './outcome-queries.ts';

export interface LotOutcome {
  lotId: number;
  status: number;
  soldPriceYen: number | null;
  /** Key of our agent order when the auction house reports that we bought the lot. */
  buyerOrderKey: string | null;
}

/** Notifies the bids of a lot about its result; runs inside the transaction that marks the result as notified. */
export type OnOutcome = (tx: Tx, outcome: LotOutcome) => Promise<void>;

/**
 * Passes every pending result to the flow, each lot in its own transaction. Failed ones stay pending, are returned, and
 * are retried with the next import.
 */
export async function notifyOutcomes(db: Db, onOutcome: OnOutcome): Promise<{ lotId: number; error: unknown }[]> {
  await clearOutcomesWithoutBids(db);
  const failed: { lotId: number; error: unknown }[] = [];
  for (const { id: lotId } of await findPendingOutcomes(db)) {
    try {
      await db.transaction().execute((tx) => notifyOutcome(tx, lotId, onOutcome));
    } catch (error) {
      failed.push({ lotId, error });
    }
  }
  return failed;
}

async function notifyOutcome(tx: Tx, lotId: number, onOutcome: OnOutcome): Promise<void> {
  const outcome = await findPendingOutcome(tx, lotId);
  if (!outcome) return;
  // The flow locks clients first; the lot's row is locked after them (see "bid" in the architecture).
  await onOutcome(tx, {
    lotId,
    status: outcome.status,
    soldPriceYen: outcome.sold_price_yen,
    buyerOrderKey: outcome.buyer_order_key,
  });
  await markOutcomeNotified(tx, lotId, outcome);
}
