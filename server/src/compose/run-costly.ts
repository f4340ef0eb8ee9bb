import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from '../platform/db/db.ts';
import { createLog } from '../platform/process/log.ts';
import { buildPortal } from './app.ts';
import type { Drawings } from './demonstration.ts';
import type { CostlyOptions } from './start-costly.ts';

const CONNECTIONS = 4;

/** Renders documents, pages and pictures for the server process that started this one, and ends with it. */
export async function runCostly(drawings: Drawings | null): Promise<void> {
  const [options] = (await once(process, 'message')) as [CostlyOptions];
  process.once('disconnect', () => {
    // A killed parent process cannot remove the folder.
    rmSync(dirname(options.socketPath), { recursive: true, force: true });
    process.exit(0);
  });
  const { config, databaseUrl, socketPath } = options;
  const log = createLog('costly work', config.logLevel);
  const database = openDatabase(databaseUrl, log, CONNECTIONS, { replicaUrl: config.databaseReadUrl });
  const app = await buildPortal({ ...options, database, log, drawings, isCostlyProcess: true });
  // A killed previous run may have left its socket.
  rmSync(socketPath, { force: true });
  await app.listen({ path: socketPath });
  process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
  // The parent may have ended meanwhile; this process then ends with the channel.
  process.send?.({ isListening: true }, () => {});
}
