import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPortal } from '../server/src/compose/app.ts';
import { openDatabase } from '../server/src/platform/db/db.ts';
import type { RegisteredRoute } from '../server/src/platform/http/limits/route-cost.ts';
import { readConfig } from '../server/src/platform/process/config.ts';
import { createLog } from '../server/src/platform/process/log.ts';
import { barePage } from '../server/src/testing/http/bare-page.ts';

/** No server listens there: routes are registered without a database query. */
const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none';

/** Returns every route of the whole portal with its budget, as registered at its start; throws as the start would. */
export async function registeredRoutes(): Promise<RegisteredRoute[]> {
  const folder = mkdtempSync(join(tmpdir(), 'seri-routes-'));
  const log = createLog('routes', 'silent');
  const database = openDatabase(NO_DATABASE, log);
  try {
    const { config, secrets } = readConfig({ DATA_DIR: folder, METRICS_TOKEN: 'for the list' });
    const app = await buildPortal({ config, secrets, database, log, webDist: barePage(folder) });
    await app.ready();
    const routes = app.registeredRoutes.filter(({ method }) => method !== 'HEAD');
    await app.close();
    return routes;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
