import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/** Records what the client knew about the import when they placed or replaced the bid. */
export const insertBidImport = (
  tx: Tx,
  row: { bidId: number; destination: string; verdict: string; isAccepted: boolean },
) =>
  sql`
  insert into bid_imports (bid_id, destination, verdict, accepted_at)
  values (${row.bidId}, ${row.destination}, ${row.verdict}, case when ${row.isAccepted} then clock_timestamp() end)
  on conflict (bid_id) do update set destination = excluded.destination, verdict = excluded.verdict,
    accepted_at = excluded.accepted_at, written_at = clock_timestamp()`.execute(tx);
