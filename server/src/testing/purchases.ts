import { bookPurchase } from '../payments/book-posting.ts';
import type { Db } from '../platform/db/db.ts';
import { recordPurchase } from '../purchases/record-purchase.ts';
import { createLot } from './lots.ts';
import type { Person } from './people.ts';

interface Bought {
  lot?: Parameters<typeof createLot>[1];
  day?: string;
  status?: number;
  haulageYen?: number;
}

/** A car for 650,000 yen with 30,000 of fee, in the books as a settled win leaves it; answers the purchase's number. */
export async function buyCar(db: Db, person: Pick<Person, 'id'>, bought: Bought = {}): Promise<number> {
  const { lot = {}, day = '2026-11-20', status = 0, haulageYen = 12_000 } = bought;
  const lotId = await createLot(db, lot);
  const bid = await db
    .insertInto('bids')
    .values({
      ...{ lot_id: lotId, user_id: person.id, placed_by: person.id, lot_source: 'auction' },
      ...{ amount_yen: 650_000, status: 7 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const purchaseId = await db.transaction().execute(async (tx) => {
    const id = await recordPurchase(tx, {
      ...{ bidId: bid.id, lotId, userId: person.id, purchasedOn: day },
      ...{ carPriceYen: 650_000, agentFeeYen: 30_000, haulageYen, exportType: 1, exportPort: 'Yokohama' },
    });
    await bookPurchase(tx, {
      ...{ purchaseId: id, userId: person.id, carPriceYen: 650_000, feesYen: 30_000 + haulageYen },
      ...{ description: 'TOYOTA PRIUS ZVW50', bookedOn: day },
    });
    return id;
  });
  await db.updateTable('purchases').set({ status }).where('id', '=', purchaseId).execute();
  return purchaseId;
}
