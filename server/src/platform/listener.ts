import type { Pool, PoolClient } from 'pg';
import type { Log } from './log.ts';

export interface Listener {
  isConnected(): boolean;
  /** Connects again when the connection was lost, and asks now and then whether it lives; harmless to call at any time. */
  ensure(): Promise<void>;
  stop(): void;
}

interface ListenOptions {
  pool: Pool;
  channel: 'live';
  onNotice: (payload: string) => void;
  /** What was told before that, while nobody listened, is lost. */
  onConnected?: () => void;
  log: Pick<Log, 'warn'>;
}

const ASK_EVERY_MS = 10_000;
const PATIENCE_MS = 3_000;

/** Calls back on every notification of a channel, over a connection of its own. */
export function listenTo({ pool, channel, onNotice, onConnected, log }: ListenOptions): Listener {
  let client: PoolClient | null = null;
  let isListening = false;
  let askedAtMs = 0;
  const lose = (error?: Error) => {
    if (!client) return;
    if (error) log.warn({ err: error, channel }, 'the connection that listens was lost');
    client.removeAllListeners('notification');
    client.release(true);
    client = null;
    isListening = false;
  };
  /** A peer that went away without a word is noticed by its silence only. */
  const ask = async (asked: PoolClient, text: string) => {
    askedAtMs = performance.now();
    await asked.query({ text, query_timeout: PATIENCE_MS } as { text: string }).catch((error: Error) => {
      lose(error);
      throw error;
    });
  };
  const connect = async () => {
    const fresh = await pool.connect();
    client = fresh;
    fresh.on('notification', ({ payload = '' }) => onNotice(payload));
    fresh.on('error', lose);
    await ask(fresh, `listen ${channel}`);
    isListening = true;
    onConnected?.();
  };
  const live = async () => {
    if (!client) await connect();
    else if (performance.now() - askedAtMs > ASK_EVERY_MS) await ask(client, 'select 1');
  };
  let underWay: Promise<void> | null = null;
  return {
    isConnected: () => isListening,
    ensure: () => {
      // Two who call at once wait for the same connection.
      underWay ??= live().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    stop: () => lose(),
  };
}
