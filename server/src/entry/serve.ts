import { setTimeout as wait } from 'node:timers/promises';
import { buildPortal } from '../compose/app.ts';
import type { DemonstrationAdapters } from '../compose/demonstration.ts';
import { startCostly } from '../compose/start-costly.ts';
import { openDatabase } from '../platform/db/db.ts';
import type { Config, Secrets } from '../platform/process/config.ts';
import type { Log } from '../platform/process/log.ts';

const DRAIN_MS = 10_000;

interface Serving {
  address: string;
  /** For `noticeMs` before it closes, /readyz answers 503 and idle connections are closed. */
  stop(noticeMs?: number): Promise<void>;
}

/** Opens the port and serves until stopped; requests in flight are finished first. Throws EADDRINUSE unchanged. */
export async function startServing(options: {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  log: Log;
  webDist: string | null;
  adapters?: DemonstrationAdapters | null;
}): Promise<Serving> {
  const { adapters = null, ...own } = options;
  const { config, databaseUrl, log } = own;
  const costly = startCostly(own, adapters?.programs.costly);
  const database = openDatabase(databaseUrl, log, undefined, { replicaUrl: config.databaseReadUrl });
  let isLeaving = false;
  const app = await buildPortal({
    ...own,
    drawings: adapters,
    database,
    isLeaving: () => isLeaving,
    costlyProcess: costly,
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    await costly.stop();
    await database.close();
    throw error;
  }
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  return {
    address: `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`,
    stop: async (noticeMs = 0) => {
      isLeaving = true;
      await wait(noticeMs);
      // Requests still running at the deadline are cut off.
      const deadline = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await app.close();
      clearTimeout(deadline);
      await costly.stop();
      await database.close();
    },
  };
}
