import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanySettingsValues } from '@seri/contract/company/settings.ts';
import { changeSetting } from '../server/src/flows/accounts/change-setting.ts';
import { readConfig } from '../server/src/platform/process/config.ts';
import { openDatabase } from '../server/src/platform/db/db.ts';
import { saveSettings } from '../server/src/platform/process/installation.ts';
import { createLog } from '../server/src/platform/process/log.ts';
import { startServing } from '../server/src/entry/serve.ts';
import { portalTest } from './fixtures.ts';
import { ownDatabase } from './own-database.ts';
import { newPerson } from './people.ts';
import { readStage } from './stage-facts.ts';

export interface OwnPortal {
  /** On localhost, where browsers make passkeys. */
  url: string;
  databaseUrl: string;
  save(settings: Partial<CompanySettingsValues>): Promise<void>;
  /** As the operator's command and programs do, with what they are refused. */
  set(key: string, value: unknown): Promise<void>;
  stop(): Promise<void>;
}

export async function startOwnPortal(): Promise<OwnPortal> {
  const { databaseUrl: clusterUrl, webDist } = readStage();
  const databaseUrl = await ownDatabase(clusterUrl, `own_${randomUUID().slice(0, 8)}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'seri-own-'));
  const { config, secrets } = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0', DEMO: '0' });
  const log = createLog('own portal', 'warn');
  const serving = await startServing({ config, secrets, databaseUrl, log, webDist });
  const { db, close } = openDatabase(databaseUrl, log, 1);
  return {
    url: serving.address.replace('127.0.0.1', 'localhost'),
    databaseUrl,
    save: (settings) => saveSettings(db, settings),
    set: (key, value) => db.transaction().execute((tx) => changeSetting(tx, key, value)),
    stop: async () => {
      await close();
      await serving.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stories with a portal each: about a setting that would lead the people of all other stories elsewhere, or a domain's name. */
export const ownPortalTest = portalTest.extend<{ portal: OwnPortal }>({
  portal: async ({ browserName: _ }, use) => {
    const portal = await startOwnPortal();
    await use(portal);
    await portal.stop();
  },
  baseURL: ({ portal }, use) => use(portal.url),
  person: ({ portal }, use) => use((wanted) => newPerson(portal.databaseUrl, wanted)),
});
