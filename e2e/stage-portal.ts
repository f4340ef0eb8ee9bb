import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fillEmptyPortal } from '../server/src/compose/fill-empty-portal.ts';
import { keepRunning } from '../server/src/platform/process/child.ts';
import { readConfig } from '../server/src/platform/process/config.ts';
import { openDatabase } from '../server/src/platform/db/db.ts';
import { saveSettings } from '../server/src/platform/process/installation.ts';
import type { Log } from '../server/src/platform/process/log.ts';
import { startServing } from '../server/src/entry/serve.ts';
import { startMailServer } from './mailbox.ts';
import { ownDatabase } from './own-database.ts';
import { PORTAL_URL, type PortalFacts } from './stage-facts.ts';

/**
 * A portal as a company would run it: no demonstration, behind a proxy, with a mail server. Lots it has none. Stories
 * about accounts happen here (`portalTest` of fixtures.ts).
 */
export async function startPortal(options: {
  /** Of any database in the cluster the portal gets its own in. */
  clusterUrl: string;
  dataDir: string;
  webDist: string | null;
  log: Log;
}): Promise<{ facts: PortalFacts; stop(): Promise<void> }> {
  const { clusterUrl, webDist, log } = options;
  const databaseUrl = await ownDatabase(clusterUrl, 'portal');
  await fill(databaseUrl, log);
  const dataDir = join(options.dataDir, 'portal');
  const mailDir = join(dataDir, 'mail-received');
  mkdirSync(mailDir, { recursive: true });
  const mailServer = await startMailServer(mailDir);
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: new URL(PORTAL_URL).port,
    PUBLIC_URL: PORTAL_URL,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Seri <portal@seri.example>',
    DEMO: '0',
    LOG_LEVEL: 'warn',
  };
  const { config, secrets } = readConfig({ ...process.env, ...env });
  const serving = await startServing({ config, secrets, databaseUrl, webDist, log });
  const worker = keepRunning({
    name: 'worker of the portal',
    file: join(import.meta.dirname, '..', 'server', 'src', 'entry', 'worker-main.ts'),
    env,
    log,
  });
  return {
    facts: { databaseUrl, mailDir },
    stop: async () => {
      await worker.stop();
      await serving.stop();
      await mailServer.stop();
    },
  };
}

async function fill(databaseUrl: string, log: Log): Promise<void> {
  const database = openDatabase(databaseUrl, log, 2);
  try {
    await database.db.transaction().execute((tx) =>
      saveSettings(tx, {
        notice: { en: 'The office is closed on 23 November.', ru: 'Офис закрыт 23 ноября.' },
        messageUrl: 'mailto:office@seri.example',
      }),
    );
    await fillEmptyPortal(database.db);
  } finally {
    await database.close();
  }
}
