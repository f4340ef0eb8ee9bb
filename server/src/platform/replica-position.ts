import { type Kysely, sql } from 'kysely';
import type { DB } from './tables.ts';

/** Enough for a minute of checks; what is older says only that it is further behind. */
const MOST_KEPT = 120;

interface Place {
  system: string;
  position: string;
}

interface Reached {
  reached: number;
  isReplica: boolean;
}

/**
 * How far a replica is behind its primary, in milliseconds of this process's own clock: where the primary's log stands is
 * noted with each look, and the replica is asked which of these places it has come to. Clocks of two machines need not
 * agree, and a primary that nobody writes to leaves no replica behind.
 */
export function positionsOf(primary: Kysely<DB>) {
  const noted: { position: string; atMs: number }[] = [];
  let system = '';
  let reachedAtMs: number | null = null;
  return {
    note: async (): Promise<void> => {
      const atMs = performance.now();
      const place = await findPlace(primary);
      system = place.system;
      noted.push({ position: place.position, atMs });
      if (noted.length > MOST_KEPT) noted.shift();
    },
    /** Null before it has come to any place that was noted. */
    findBehindMs: async (replica: Kysely<DB>): Promise<number | null> => {
      const positions = noted.map(({ position }) => position);
      const { reached, isReplica } = await findReached(replica, positions, system);
      if (!isReplica) throw new Error('DATABASE_READ_URL leads to no replica of this database');
      for (const { atMs } of noted.splice(0, reached)) reachedAtMs = atMs;
      return reachedAtMs === null ? null : performance.now() - reachedAtMs;
    },
  };
}

async function findPlace(primary: Kysely<DB>): Promise<Place> {
  const { rows } = await sql<Place>`
    select pg_current_wal_lsn()::text as position, system_identifier::text as system from pg_control_system()`.execute(
    primary,
  );
  return rows[0] as Place;
}

async function findReached(replica: Kysely<DB>, positions: string[], system: string): Promise<Reached> {
  const { rows } = await sql<Reached>`
    select (select count(*)::integer from unnest(${positions}::text[]) position
             where position::pg_lsn <= pg_last_wal_replay_lsn()) as reached,
           pg_is_in_recovery() and system_identifier = ${system}::bigint as "isReplica"
      from pg_control_system()`.execute(replica);
  return rows[0] as Reached;
}
