type Sql = (text: string, values?: unknown[]) => Promise<object[]>;

export const MORNING_BIDS = 200;

/** New bids of one client on lots of the coming days, a lot each, as if he had placed them. */
export async function bidAllNight(sql: Sql, userId: number, bids = MORNING_BIDS): Promise<void> {
  await sql('update bid_clients set credit_limit_yen = -1, exposure_yen = $2 where user_id = $1', [
    userId,
    bids * 300_000,
  ]);
  const placed = await sql(
    `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
     select id, $1, $1, 'auction', 300000, 1 from (
       select lots.id from lots where lot_source = 'auction' and vehicle = 'car' and status = 4532
         and auction_at > now() + interval '30 h' and start_price_yen between 50000 and 300000 and lot_no < 5000000
         and not exists (select 1 from bids where lot_id = lots.id) order by random() limit $2) free
     returning lot_id`,
    [userId, bids],
  );
  if (placed.length < bids) throw new Error(`only ${placed.length} lots to bid on`);
}
