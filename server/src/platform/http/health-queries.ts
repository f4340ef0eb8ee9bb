import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** Seconds the oldest undelivered agent order is overdue, and how many migrations stand; throws when the database is away. */
export async function databaseReady(db: Db): Promise<{ migrations: number; oldestOrderSeconds: number }> {
  const { rows } = await sql<{ migrations: number; oldest: number }>`
    select (select count(*) from schema_migrations) as migrations,
           coalesce((select extract(epoch from clock_timestamp() - min(next_attempt_at))
                       from agent_orders where state = 'waiting'), 0)::float8 as oldest`.execute(db);
  const row = rows[0];
  return { migrations: row?.migrations ?? 0, oldestOrderSeconds: Math.max(0, Math.round(row?.oldest ?? 0)) };
}
