import { releaseHeld } from '../bids/finish-lot.ts';
import type { Tx } from '../platform/db.ts';

/** The agent holds the newest order of a lot: what an older, dearer one could have cost is free again (decisions D5.20). */
export const orderAcknowledged = (tx: Tx, lotId: number): Promise<void> => releaseHeld(tx, lotId);
