import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { BID } from '../../db/numbers.ts';

interface Readiness {
  migrations: number;
  oldestOrderSeconds: number;
  /** Mails given up or refused in the last three days. */
  failedMails: number;
  /** Result of the last ledger check; null before the first night. */
  ledger: { checkedAt: string; sound: boolean } | null;
}

/**
 * Returns the number of migrations, the oldest waiting order, the failed mails and the ledger check. Throws when the
 * database is down.
 */
export async function databaseReady(db: Db): Promise<Readiness> {
  const { rows } = await sql<{ migrations: number; oldest: number; failed: number; ledger: Readiness['ledger'] }>`
    select (select jsonb_build_object('checkedAt', at, 'sound', faults = '{}')
              from ledger_checks order by id desc limit 1) as ledger,
           (select count(*) from schema_migrations) as migrations,
           coalesce((select extract(epoch from clock_timestamp() - min(next_attempt_at))
                       from agent_orders where state = 'waiting'), 0)::float8 as oldest,
           (select count(*)::integer from mails where dropped_at > clock_timestamp() - interval '3 days'
               and (drop_reason like 'given up:%' or drop_reason like 'address refused:%')) as failed`.execute(db);
  const row = rows[0];
  const oldestOrderSeconds = Math.max(0, Math.round(row?.oldest ?? 0));
  const failedMails = row?.failed ?? 0;
  return { migrations: row?.migrations ?? 0, oldestOrderSeconds, failedMails, ledger: row?.ledger ?? null };
}

export interface Figures {
  bids_new: number;
  bids_accepted: number;
  bids_won: number;
  orders_waiting: number;
  orders_oldest_seconds: number;
  orders_unacknowledged: number;
  mails_waiting: number;
  mails_oldest_seconds: number;
  mails_failed: number;
  webhooks_dead: number;
  feed_age_seconds: number;
  feed_rows_refused: number;
  feed_sources_ahead: number;
  pictures_failed: number;
  pictures_late: number;
  ledger_sum_yen: number;
  ledger_faults: number;
  jobs_failing: number;
}

/** Pictures by source and state. */
export async function findPictureCounts(db: Db): Promise<{ source: string; state: string; pictures: number }[]> {
  const { rows } = await sql<{ source: string; state: string; pictures: number }>`
    select source, state, count(*)::float8 as pictures from picture_fetches group by source, state`.execute(db);
  return rows;
}

/** Counting stops here: more are as alarming. */
const MAX_COUNTED_PICTURES = 10_000;

/** Returns the figures that operators alert on, in one statement. Throws when the database is down. */
export async function findFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select b.*, o.*, m.*, w.*, f.*,
           (select count(*) from feed_clock_faults where last_at > clock_timestamp() - interval '1 day')::float8
             as feed_sources_ahead,
           (select count(*) from picture_fetches where state = 'gone' and settled_at > clock_timestamp() - interval '1 day')::float8
             as pictures_failed,
           (select count(*) from (select from picture_hosts h join picture_fetches f on f.host = h.host
               where f.state = 'waiting' and f.due_at < clock_timestamp() + interval '1 hour'
                 and f.added_at < clock_timestamp() - interval '1 hour' limit ${MAX_COUNTED_PICTURES}) late)::float8 as pictures_late,
           (select coalesce(sum(amount_yen), 0) from ledger_entries)::float8 as ledger_sum_yen,
           coalesce((select cardinality(faults) from ledger_checks order by id desc limit 1), 0)::float8 as ledger_faults,
           (select count(*) from graphile_worker.jobs where attempts >= 3)::float8 as jobs_failing
      from (select count(*) filter (where status = ${BID.new})::float8 as bids_new,
                   count(*) filter (where status = ${BID.bid})::float8 as bids_accepted,
                   count(*) filter (where status = ${BID.win})::float8 as bids_won
              from bids where status in (${BID.new}, ${BID.bid}, ${BID.win})) b,
           (select count(*) filter (where state = 'waiting')::float8 as orders_waiting,
                   greatest(0, coalesce(extract(epoch from clock_timestamp() - min(next_attempt_at)
                     filter (where state = 'waiting')), 0))::float8 as orders_oldest_seconds,
                   count(*) filter (where state = 'sent')::float8 as orders_unacknowledged
              from agent_orders where state in ('waiting', 'sent')) o,
           (select count(*) filter (where dropped_at is null)::float8 as mails_waiting,
                   greatest(0, coalesce(extract(epoch from clock_timestamp() - min(created_at)
                     filter (where dropped_at is null and attempts > 0)), 0))::float8 as mails_oldest_seconds,
                   count(*) filter (where dropped_at > clock_timestamp() - interval '3 days' and
                     (drop_reason like 'given up:%' or drop_reason like 'address refused:%'))::float8 as mails_failed
              from mails where sent_at is null) m,
           (select count(*)::float8 as webhooks_dead from webhook_deliveries where state = 'dead') w,
           (select coalesce(extract(epoch from clock_timestamp() - max(finished_at)), -1)::float8 as feed_age_seconds,
                   coalesce(sum(rows_refused) filter (where started_at > clock_timestamp() - interval '1 day'), 0)::float8
                     as feed_rows_refused
              from feed_imports) f`.execute(db);
  if (!rows[0]) throw new Error('no figures');
  return rows[0];
}
