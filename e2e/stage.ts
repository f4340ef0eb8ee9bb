import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startDemonstrationHouse } from '@seri/demo/house/start-house.ts';
import { fillDemoBids } from '@seri/demo/seeding/fill-demo-bids.ts';
import { fillDemoPurchases } from '@seri/demo/seeding/fill-demo-purchases.ts';
import { fillDemonstration } from '@seri/demo/seeding/fill-demonstration.ts';
import { standIns } from '@seri/demo/stand-ins.ts';
import { openPhotoStore } from '../server/src/photos/store/open-photo-store.ts';
import { buildWebWhenStale } from '../server/src/platform/process/build-web.ts';
import { readConfig } from '../server/src/platform/process/config.ts';
import { openDatabase } from '../server/src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../server/src/platform/process/log.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { startServing } from '../server/src/entry/serve.ts';
import { keepTemplate } from './own-database.ts';
import { STAGE_FILE, STAGE_PORT, type StageFacts } from './stage-facts.ts';
import { startPortal } from './stage-portal.ts';

// The whole portal on a small world: every part is the real one, with fewer days of lots and a faster hall.
const HALL_INTERVAL_MS = 10_000;

const dataDir = mkdtempSync(join(tmpdir(), 'seri-stage-'));
const { config, secrets } = readConfig({
  LOG_LEVEL: 'warn',
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(STAGE_PORT),
  DATABASE_URL: '',
  DEMO: '1',
});
const log = createLog('stage', 'warn');
const postgres = await startEmbeddedPostgres({ dataDir, log });
await migrate(postgres.url);
await keepTemplate(postgres.url);
const database = openDatabase(postgres.url, log);
const [webDist] = await Promise.all([buildWebWhenStale(), fillDemonstration(database, { daysPast: 3, daysAhead: 3 })]);
await fillDemoPurchases(database, await openPhotoStore({ address: config.documentStore, dataDir }, secrets.bucket));
await fillDemoBids(database);
// Stories bid side by side on the same accounts: none may use up what another one needs.
await database.pool.query('update bid_clients set credit_limit_yen = 50000000 where credit_limit_yen > 0');
await database.close();

const rigFile = join(dataDir, 'rig.json');
writeFileSync(rigFile, '{}');
const options = { config, secrets, databaseUrl: postgres.url, log };
const serving = await startServing({ ...options, webDist, standIns });
const house = startDemonstrationHouse(options, ['--hall-interval-ms', String(HALL_INTERVAL_MS), '--rig', rigFile]);
const portal = await startPortal({ clusterUrl: postgres.url, dataDir, webDist, log });
const facts: StageFacts = { databaseUrl: postgres.url, rigFile, webDist, portal: portal.facts };
mkdirSync(dirname(STAGE_FILE), { recursive: true });
writeFileSync(`${STAGE_FILE}.part`, JSON.stringify(facts));
renameSync(`${STAGE_FILE}.part`, STAGE_FILE);

const stop = async () => {
  await portal.stop();
  await house.stop();
  await serving.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
};
process.on('SIGTERM', () => void stop()).on('SIGINT', () => void stop());
