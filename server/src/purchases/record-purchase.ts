import type { Yen } from '@seri/contract/money.ts';
import type { StoredEstimate } from '@seri/contract/purchases/finances.ts';
import type { Tx } from '../platform/db/db.ts';
import { insertPurchase } from './queries.ts';

export interface NewPurchase {
  bidId: number;
  lotId: number;
  userId: number;
  /** A day in Japan. */
  purchasedOn: string;
  carPriceYen: Yen;
  agentFeeYen: Yen;
  haulageYen: Yen;
  exportType: number | null;
  exportPort: string | null;
  /** The landed cost estimated for the bid. */
  estimate?: StoredEstimate | null;
}

/** Records the purchase of a lot and returns its id; a lot can be bought once (business-rules.md#one-purchase-per-lot). */
export async function recordPurchase(tx: Tx, purchase: NewPurchase): Promise<number> {
  const inserted = await insertPurchase(tx, {
    lot_id: purchase.lotId,
    bid_id: purchase.bidId,
    user_id: purchase.userId,
    sku: `S-${purchase.lotId}`,
    purchased_on: purchase.purchasedOn,
    car_price_yen: purchase.carPriceYen,
    agent_fee_yen: purchase.agentFeeYen,
    haulage_yen: purchase.haulageYen,
    export_type: purchase.exportType,
    export_port: purchase.exportPort,
    estimate: purchase.estimate ? JSON.stringify(purchase.estimate) : null,
  });
  if (!inserted) throw new Error(`lot ${purchase.lotId} has been bought already`);
  return inserted.id;
}
