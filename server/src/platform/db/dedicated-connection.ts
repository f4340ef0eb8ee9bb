import type { Pool, PoolClient } from 'pg';
import type { Log } from '../process/log.ts';
import { type Loop, startLoop } from '../process/loop.ts';

/** A peer that vanished without closing is detected only by its silence, so the connection is probed. */
const PROBE_INTERVAL_MS = 2_000;
const QUERY_TIMEOUT_MS = 3_000;

export type RunQuery = (text: string, values?: unknown[]) => Promise<unknown>;

interface DedicatedConnectionOptions {
  name: string;
  pool: Pool;
  /** Runs on a new connection, at each interval, and when woken; it runs at least one query each time. */
  hold: (runQuery: RunQuery, client: PoolClient, isNew: boolean) => Promise<void>;
  log: Pick<Log, 'error'>;
}

export interface DedicatedConnection extends Loop {
  isHeld(): boolean;
  /** Resolves when the first attempt is over, successful or not. */
  firstAttempt: Promise<void>;
}

/**
 * Keeps one dedicated connection for session state such as LISTEN or locks. It reconnects and restores the state
 * after a loss.
 */
export function openDedicatedConnection({ name, pool, hold, log }: DedicatedConnectionOptions): DedicatedConnection {
  let client: PoolClient | null = null;
  let isHeld = false;
  const lose = (lost: PoolClient | null) => {
    if (!lost || client !== lost) return;
    lost.release(true);
    client = null;
    isHeld = false;
  };
  const connect = async () => {
    const fresh = await pool.connect();
    fresh.on('error', () => {
      lose(fresh);
      loop.wake();
    });
    client = fresh;
    return fresh;
  };
  const work = async () => {
    const isNew = !client;
    const connection = client ?? (await connect());
    const runQuery: RunQuery = (text, values = []) =>
      connection.query({ text, values, query_timeout: QUERY_TIMEOUT_MS } as { text: string; values: unknown[] });
    await hold(runQuery, connection, isNew).catch((error: unknown) => {
      lose(connection);
      throw error;
    });
    isHeld = client === connection;
  };
  const firstAttempt = Promise.withResolvers<void>();
  const loop = startLoop({
    name,
    everyMs: PROBE_INTERVAL_MS,
    maxPauseMs: PROBE_INTERVAL_MS,
    log,
    work: () => work().finally(firstAttempt.resolve),
  });
  return {
    isHeld: () => isHeld,
    firstAttempt: firstAttempt.promise,
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      lose(client);
    },
  };
}
