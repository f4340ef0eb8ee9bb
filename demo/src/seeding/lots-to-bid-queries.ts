import type { Db } from '@seri/server/platform/db/db.ts';
import { LOT } from '@seri/server/platform/db/numbers.ts';
import { sql } from 'kysely';
import type { DemoBids } from './bid-plan.ts';

/** Visitors of the first day find them open. */
const OPEN_FOR = '24 hours';

export interface LotToBid {
  id: number;
  averageYen: number;
  startYen: number;
}

/** Similar lots without bids, others of the maker where there are too few: one of each upcoming day in turn, deterministic. */
export async function findLotsToBid(db: Db, of: DemoBids['of'], count: number): Promise<LotToBid[]> {
  const ofModel = await findOpenLots(db, of, { ofModel: true, count });
  const missing = count - ofModel.length;
  return missing === 0 ? ofModel : [...ofModel, ...(await findOpenLots(db, of, { ofModel: false, count: missing }))];
}

async function findOpenLots(
  db: Db,
  { vehicle = 'car', maker, model, yen: [from, to] }: DemoBids['of'],
  { ofModel, count }: { ofModel: boolean; count: number },
): Promise<LotToBid[]> {
  const { rows } = await sql<LotToBid>`
    select id, average_price_yen as "averageYen", coalesce(start_price_yen, 0) as "startYen" from (
      select id, auction_day, average_price_yen, start_price_yen,
        row_number() over (partition by auction_day order by id desc) as place
      from lots
      where vehicle = ${vehicle} and maker = ${maker} and ${ofModel ? sql`model = ${model}` : sql`model <> ${model}`}
        and lot_source = 'auction' and status = ${LOT.upcoming}
        and not is_private and average_price_yen between ${from} and ${to}
        and coalesce(start_price_yen, 0) <= average_price_yen * 0.85
        and bids_close_at > now() + ${OPEN_FOR}::interval
        and not exists (select from bids where lot_id = lots.id)
    ) open
    order by place, auction_day limit ${count}`.execute(db);
  return rows.map((row) => ({
    id: Number(row.id),
    averageYen: Number(row.averageYen),
    startYen: Number(row.startYen),
  }));
}

/** Whether any bid at auction exists. */
export async function isBidAtAuction(db: Db): Promise<boolean> {
  const bid = await db.selectFrom('bids').select('id').where('lot_source', '=', 'auction').limit(1).executeTakeFirst();
  return bid !== undefined;
}
