import type { Tx } from '../../platform/db/db.ts';
import { lockedLotOrder, writeOrder } from './agent-order-queries.ts';
import { nextOrder } from './next-order.ts';

/** Writes a new order if the bids of a locked lot require one. After the cut-off nothing is forwarded (business-rules.md#last-hour). */
export async function syncAgentOrder(tx: Tx, lotId: number, now: Date): Promise<void> {
  const lot = await lockedLotOrder(tx, lotId);
  if (!lot || now >= lot.agentCutoffAt) return;
  const order = nextOrder(lot.standing, lot.candidates, lot.rule);
  if (order) await writeOrder(tx, lotId, order);
}
