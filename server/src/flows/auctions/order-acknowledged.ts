import { releaseHeld } from '../../bids/outcomes/apply-lot-result.ts';
import type { Tx } from '../../platform/db/db.ts';

/** Once the agent has the newest order of a lot, the exposure of an older, higher one is free again (business-rules.md#replacing-a-bid). */
export const orderAcknowledged = (tx: Tx, lotId: number): Promise<void> => releaseHeld(tx, lotId);
