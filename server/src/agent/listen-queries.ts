import type { Pool, PoolClient } from 'pg';
import type { Log } from '../platform/log.ts';

export interface Listener {
  /** Connects again when the connection was lost; harmless to call at any time. */
  ensure(): Promise<void>;
  stop(): void;
}

/** Calls back whenever an order was written anywhere; what is missed while disconnected is found by polling. */
export function listenForOrders(pool: Pool, onOrder: () => void, log: Log): Listener {
  let client: PoolClient | null = null;
  const lose = (error?: Error) => {
    if (!client) return;
    if (error) log.warn({ err: error }, 'the connection that listens for orders was lost');
    client.removeAllListeners('notification');
    client.release(true);
    client = null;
  };
  return {
    ensure: async () => {
      if (client) return;
      const fresh = await pool.connect();
      client = fresh;
      fresh.on('notification', onOrder);
      fresh.on('error', lose);
      await fresh.query('listen agent_orders').catch((error: Error) => {
        lose();
        throw error;
      });
    },
    stop: () => lose(),
  };
}
