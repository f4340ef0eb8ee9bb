import type { Db, Tx } from '../../platform/db/db.ts';
import {
  findPendingOutcome,
  findPendingOutcomes,
  forgetOutcomesWithoutBids,
  markOutcomeTold,
} from './outcome-queries.ts';

export interface LotOutcome {
  lotId: number;
  status: number;
  soldPriceYen: number | null;
  /** Key of our agent order when the house says that we bought the lot. */
  buyerOrderKey: string | null;
}

/** The flow that tells the bids of a lot how it ended; it runs inside the transaction that ticks the outcome off. */
export type OnOutcome = (tx: Tx, outcome: LotOutcome) => Promise<void>;

/**
 * Hands every outcome that no bid has been told yet to the flow, each lot in a transaction of its own. One that
 * fails stays pending and is answered back; it is tried again with the next import.
 */
export async function notifyOutcomes(db: Db, onOutcome: OnOutcome): Promise<{ lotId: number; error: unknown }[]> {
  await forgetOutcomesWithoutBids(db);
  const failed: { lotId: number; error: unknown }[] = [];
  for (const { id: lotId } of await findPendingOutcomes(db)) {
    try {
      await db.transaction().execute((tx) => tellOutcome(tx, lotId, onOutcome));
    } catch (error) {
      failed.push({ lotId, error });
    }
  }
  return failed;
}

async function tellOutcome(tx: Tx, lotId: number, onOutcome: OnOutcome): Promise<void> {
  const outcome = await findPendingOutcome(tx, lotId);
  if (!outcome) return;
  // The flow locks clients first; the lot's row comes after them (architecture, the way of a bid).
  await onOutcome(tx, {
    lotId,
    status: outcome.status,
    soldPriceYen: outcome.sold_price_yen,
    buyerOrderKey: outcome.buyer_order_key,
  });
  await markOutcomeTold(tx, lotId, outcome);
}
