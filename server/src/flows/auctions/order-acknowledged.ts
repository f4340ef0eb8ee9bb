import { releaseHeld } from '../../bids/outcomes/finish-lot.ts';
import type { Tx } from '../../platform/db/db.ts';

/** Once the agent has the newest order of a lot, the exposure of an older, higher one is free again (business-rules.md#replacing-a-bid). */
export const orderAcknowledged = (tx: Tx, lotId: number): Promise<void> => releaseHeld(tx, lotId);
