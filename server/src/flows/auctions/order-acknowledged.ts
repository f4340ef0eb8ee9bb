import { releaseHeld } from '../../bids/outcomes/apply-lot-result.ts';
import type { Tx } from '../../platform/db/db.ts';

/** Releases the exposure of older, higher orders once the agent has the lot's newest order (business-rules.md#replacing-a-bid). */
export const orderAcknowledged = (tx: Tx, lotId: number): Promise<void> => releaseHeld(tx, lotId);
