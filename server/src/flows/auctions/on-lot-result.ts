import { applyLotResult } from '../../bids/outcomes/apply-lot-result.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Tx } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { readClock } from '../queries.ts';

export interface FinishedLot {
  lotId: number;
  status: number;
  soldPriceYen: number | null;
  buyerOrderKey: string | null;
}

/** Applies a result reported by the auction house to the lot's bids, and schedules the settlement of a win after the company's delay. */
export async function onLotResult(tx: Tx, lot: FinishedLot): Promise<void> {
  const { wonBidId } = await applyLotResult(tx, { ...lot, now: await readClock(tx) });
  if (wonBidId === null) return;
  const { winSettleMinutes } = await readSettings(tx);
  const runAt = new Date((await readClock(tx)).getTime() + winSettleMinutes * 60_000);
  await addJob(tx, 'settle_wins', {}, { key: `settle:${wonBidId}`, runAt });
}
