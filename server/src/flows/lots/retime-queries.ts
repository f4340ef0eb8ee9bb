import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { addJob } from '../../platform/jobs/jobs.ts';

export interface CompanyTimes {
  closeMinutes: number;
  cutoffMinutes: number;
  cancelHours: number;
}

/** Queues the job with the commit of the setting; a second change before it runs shares the job. */
export const scheduleRetiming = (tx: Tx): Promise<void> => addJob(tx, 'retime_lots', {}, { key: 'retime_lots' });

/** Upcoming lots whose times differ from the settings of their auction house, or from the company's where the house has none. */
const wronglyTimed = ({ closeMinutes, cutoffMinutes, cancelHours }: CompanyTimes) => sql`
  select l.id, l.auction_at, t.*
    from lots l
    join auction_houses h on h.id = l.house_id
    cross join lateral (select
      l.auction_at - make_interval(mins => coalesce(h.close_minutes, ${closeMinutes}::integer)) as bids_close_at,
      l.auction_at - make_interval(mins => coalesce(h.cutoff_minutes, ${cutoffMinutes}::integer)) as agent_cutoff_at,
      l.auction_at - make_interval(hours => coalesce(h.cancel_hours, ${cancelHours}::integer)) as cancel_until) t
   where l.auction_at > clock_timestamp()
     and (h.close_minutes is null or h.cutoff_minutes is null or h.cancel_hours is null)
     and (l.bids_close_at, l.agent_cutoff_at, l.cancel_until)
         is distinct from (t.bids_close_at, t.agent_cutoff_at, t.cancel_until)`;

export async function countWronglyTimed(db: Db, times: CompanyTimes): Promise<number> {
  const { rows } = await sql<{
    lots: number;
  }>`select count(*)::integer as lots from (${wronglyTimed(times)}) w`.execute(db);
  return rows[0]?.lots ?? 0;
}

/** Updates the times of the next lots, soonest auctions first. Returns their number, 0 once all are correct. */
export async function retimeSome(db: Db, times: CompanyTimes, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as (${wronglyTimed(times)} order by l.auction_at, l.id limit ${limit} for no key update of l)
    update lots
       set bids_close_at = due.bids_close_at, agent_cutoff_at = due.agent_cutoff_at,
           cancel_until = due.cancel_until, updated_at = now()
      from due
     where lots.id = due.id`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
