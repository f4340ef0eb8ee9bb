import type { Pool, PoolClient } from 'pg';
import type { Log } from '../process/log.ts';
import { type Loop, startLoop } from '../process/loop.ts';

/** A peer that vanished without closing is detected only by its silence, so the connection is probed. */
const ASK_EVERY_MS = 2_000;
const PATIENCE_MS = 3_000;

export type Ask = (text: string, values?: unknown[]) => Promise<unknown>;

interface KeptOptions {
  name: string;
  pool: Pool;
  /** Runs on a new connection, at each interval, and when woken; it runs at least one query each time. */
  hold: (ask: Ask, client: PoolClient, isNew: boolean) => Promise<void>;
  log: Pick<Log, 'error'>;
}

export interface KeptConnection extends Loop {
  isHeld(): boolean;
  /** Resolves when the first attempt is over, successful or not. */
  begun: Promise<void>;
}

/**
 * Keeps one dedicated connection for session state such as LISTEN or locks. It reconnects and restores the state
 * after a loss.
 */
export function keepConnection({ name, pool, hold, log }: KeptOptions): KeptConnection {
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
    const held = client ?? (await connect());
    const ask: Ask = (text, values = []) =>
      held.query({ text, values, query_timeout: PATIENCE_MS } as { text: string; values: unknown[] });
    await hold(ask, held, isNew).catch((error: unknown) => {
      lose(held);
      throw error;
    });
    isHeld = client === held;
  };
  const begun = Promise.withResolvers<void>();
  const loop = startLoop({
    name,
    everyMs: ASK_EVERY_MS,
    longestPauseMs: ASK_EVERY_MS,
    log,
    work: () => work().finally(begun.resolve),
  });
  return {
    isHeld: () => isHeld,
    begun: begun.promise,
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      lose(client);
    },
  };
}
