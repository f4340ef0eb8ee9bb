import { type Actor, SYSTEM } from '../../bids/core/change-bid.ts';
import { bidCommand } from '../../bids/core/transaction.ts';
import { settleBid } from '../../bids/manage/settle-bid.ts';
import { bookPurchase } from '../../payments/book-posting.ts';
import { readSettings } from '../../platform/company-settings.ts';
import type { Database, Tx } from '../../platform/db/db.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { recordPurchase } from '../../purchases/record-purchase.ts';
import { estimateBidCosts } from '../lots/estimate-costs.ts';
import { findBoughtLot, findDueWins, readClock } from '../queries.ts';

export interface SettleCommand {
  bidId: number;
  actor: Actor;
  /** The version that the manager saw; null settles whatever the bid is now. */
  ifMatch?: number | null;
  repeat: IdempotencyKey | null;
  /** Day in Japan of the settlement; default today. A demonstration sets it for past wins. */
  settledOn?: string;
}

/**
 * Turns Win into Won, records the purchase and charges the client in one transaction; repeated calls have no effect
 * (business-rules.md#settling-a-win, business-rules.md#cost-of-a-win). Throws NotFound, Bid.Version, Bid.TransitionNotAllowed, Bid.SoldPriceMissing.
 */
export async function settleWin({ bidDb }: Pick<Database, 'bidDb'>, command: SettleCommand): Promise<void> {
  await bidCommand(bidDb, command.repeat, async (tx) => {
    await settle(tx, command);
    return { success: true as const };
  });
}

async function settle(tx: Tx, { bidId, actor, ifMatch, settledOn }: SettleCommand): Promise<void> {
  const won = await settleBid(tx, bidId, actor, ifMatch);
  if (!won) return;
  const { agentFeeYen } = await readSettings(tx);
  const lot = await findBoughtLot(tx, won.lotId);
  const today = settledOn ?? japanDay(await readClock(tx));
  const purchaseId = await recordPurchase(tx, {
    bidId,
    lotId: won.lotId,
    userId: won.userId,
    // The auction day of a fixed-price car is only the end of its offer, so it is not the day of purchase.
    purchasedOn: lot.lot_source === 'stock' ? today : lot.auction_day,
    carPriceYen: won.soldPriceYen,
    agentFeeYen,
    haulageYen: lot.haulage_yen,
    exportType: won.exportType,
    exportPort: lot.export_port,
    estimate: await estimateBidCosts(tx, bidId),
  });
  await bookPurchase(tx, {
    purchaseId,
    userId: won.userId,
    carPriceYen: won.soldPriceYen,
    feesYen: agentFeeYen + lot.haulage_yen,
    description: [lot.maker, lot.model, lot.chassis_number].filter(Boolean).join(' '),
    bookedOn: today,
  });
}

/** Settles all due wins. Returns those that failed; a failure does not stop the others. */
export async function settleDueWins(
  database: Pick<Database, 'db' | 'bidDb'>,
): Promise<{ bidId: number; error: unknown }[]> {
  const { winSettleMinutes } = await readSettings(database.db);
  const failed: { bidId: number; error: unknown }[] = [];
  for (const { id: bidId } of await findDueWins(database.db, winSettleMinutes)) {
    try {
      await settleWin(database, { bidId, actor: SYSTEM, repeat: null });
    } catch (error) {
      failed.push({ bidId, error });
    }
  }
  return failed;
}
