import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { BID } from '../../platform/db/numbers.ts';

/** Upcoming lots with a stored scan that no reading belongs to: wanted ones first, then by what is left until the cut-off. */
export async function findUnreadSheets(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from lots l
     where l.upcoming_page is not null and (l.lot_source = 'stock' or l.agent_cutoff_at > clock_timestamp()) and l.sheet ->> 'image' is not null
       and not exists (select from lot_sheets s where s.lot_id = l.id)
     order by l.id in (select lot_id from bids where status in (${BID.new}, ${BID.bid}, ${BID.win})
                       union select lot_id from favorites) desc,
              l.agent_cutoff_at, l.id
     limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
