import { SYSTEM } from '../server/src/bids/core/change-bid.ts';
import { settleWin } from '../server/src/flows/auctions/settle-win.ts';
import { receiveTransfer } from '../server/src/payments/receive-transfer.ts';
import { quietLot, type Sql, type StageLot } from './bidding.ts';
import { databaseAt, type Person } from './people.ts';
import { readStage } from './stage-facts.ts';

const database = () => databaseAt(readStage().databaseUrl);

/** A client's bid of 320,000 yen that the hall took at 310,000; nothing is settled yet. */
export async function wonBy(sql: Sql, { userId }: Person): Promise<{ lot: StageLot; bidId: number }> {
  await sql('update bid_clients set credit_limit_yen = 5000000, exposure_yen = 320000 where user_id = $1', [userId]);
  const lot = await quietLot(sql);
  const [bid] = await sql<{ id: string }>(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status, sold_price_yen)
     values ($2, $1, $1, 'auction', 320000, 6, 310000) returning id::text`,
    [userId, lot.id],
  );
  return { lot, bidId: Number(bid?.id) };
}

/** A car that a client has bought, not shipped yet. */
export async function boughtBy(sql: Sql, buyer: Person): Promise<{ lot: StageLot; purchaseId: number }> {
  const { lot, bidId } = await wonBy(sql, buyer);
  await settleWin(database(), { bidId, actor: SYSTEM, repeat: null });
  const [row] = await sql<{ id: string }>('select id::text from purchases where bid_id = $1', [bidId]);
  return { lot, purchaseId: Number(row?.id) };
}

/** The bank tells of a transfer. */
export const transferOf = (bankId: string, reference: string, amountYen: number) =>
  database()
    .db.transaction()
    .execute((tx) =>
      receiveTransfer(
        tx,
        { bankId, reference, amountYen, sender: 'A PETROVA', receivedOn: '2026-11-20' },
        { through: 'operator' },
      ),
    );
