import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { demoAccounts, fillDemonstration, fillEmptyPortal } from './fill-demonstration.ts';
import { buildWebWhenStale } from './platform/build-web.ts';
import { type KeptChild, keepRunning } from './platform/child.ts';
import { isDemonstration } from './platform/company-settings.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db.ts';
import { StartFailure, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { phase } from './platform/terminal.ts';
import { startServing, WEB_DIST } from './serve.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const stops: (() => Promise<void>)[] = [];
let stopping = false;

/** Everything in reverse order of starting: first no new work, last the database. */
async function stopAll(code: number): Promise<never> {
  if (!stopping) {
    stopping = true;
    for (const stop of stops.toReversed()) await stop().catch(() => {});
  }
  process.exit(code);
}

async function start(): Promise<void> {
  const { config, secrets } = readConfig();
  const log = createLog('seri', config.logLevel);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
  process.on('disconnect', () => void stopAll(0));
  await ensurePortFree(config);

  const databaseUrl = config.databaseUrl ?? (await phase('Starting the database', () => ownDatabase(config)));
  await phase('Bringing the database up to date', () => migrate(databaseUrl));
  const webBuilt = buildWebWhenStale();
  webBuilt.catch(() => {});
  const demonstration = await fillWhenEmpty(config, databaseUrl);
  await phase('Building the web app', () => webBuilt);

  const serving = await startServing({ config, secrets, databaseUrl, log, webDist: WEB_DIST });
  stops.push(serving.stop);
  const inbox = join(config.dataDir, 'inbox');
  mkdirSync(inbox, { recursive: true, mode: 0o700 });
  if (demonstration) {
    const secret = createHmac('sha256', secrets.secretKey).update('demonstration house').digest('base64url');
    startHouse(config, databaseUrl, secret, inbox);
  } else startWorker(config, databaseUrl, config.agentWebhookUrl, secrets.agentWebhookSecret);

  say(`\nSeri is ready: ${serving.address}`);
  if (!config.publicUrl?.startsWith('https:'))
    log.warn('cookies travel without Secure: give PUBLIC_URL an https address before other machines use this portal');
  if (demonstration) say(demoAccounts());
  say('Stop it with Ctrl-C.');

  function startHouse(on: Config, url: string, secret: string, inboxDir: string) {
    let worker: KeptChild | null = null;
    const house = keepRunning({
      name: 'demonstration auction house',
      file: join(import.meta.dirname, 'demo', 'auction-house.ts'),
      args: ['--inbox', inboxDir, '--state', join(on.dataDir, 'house')],
      env: { AGENT_WEBHOOK_SECRET: secret },
      log,
      onMessage: (message) => {
        const port = (message as { port?: number }).port;
        if (!port) return;
        // A restarted house listens elsewhere, so the worker follows it.
        void worker?.stop();
        worker = startWorker(on, url, `http://127.0.0.1:${port}/orders`, secret);
      },
    });
    stops.push(house.stop);
  }

  function startWorker(on: Config, url: string, agentUrl: string | undefined, agentSecret: string | undefined): KeptChild {
    const worker = keepRunning({
      name: 'worker',
      file: join(import.meta.dirname, 'worker-main.ts'),
      env: {
        DATABASE_URL: url,
        DATA_DIR: on.dataDir,
        AGENT_WEBHOOK_URL: agentUrl ?? '',
        AGENT_WEBHOOK_SECRET: agentSecret ?? '',
      },
      log,
    });
    stops.push(worker.stop);
    return worker;
  }
}

/** Asked before the long work starts, so that a taken port costs nobody two minutes. */
function ensurePortFree({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function ownDatabase(config: Config): Promise<string> {
  const log = createLog('postgres', config.logLevel);
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  stops.push(postgres.stop);
  void postgres.exited.then(() => {
    if (stopping) return;
    say('The database has stopped. Free some disk space if it is full, then start again: nothing is lost.');
    return stopAll(1);
  });
  return postgres.url;
}

/** Fills a new database: as the demonstration on our own cluster unless DEMO=0, else empty with a first manager. */
async function fillWhenEmpty(config: Config, databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, createLog('first start', config.logLevel));
  try {
    const demonstration = config.demoWanted;
    const filled = demonstration
      ? await fillDemonstration(database, databaseUrl)
      : await fillEmptyPortal(database.db);
    if (filled) say(filled);
    return await isDemonstration(database.db);
  } finally {
    await database.close();
  }
}

function sentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartFailure) return error.message;
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what uses it or start with PORT=3001 npm start.`;
  if (code === 'EACCES' && port) return `Port ${port} needs more rights: start with PORT=3000 npm start.`;
  if (code === 'ENOSPC' || code === '53100') return 'The disk is full: free some space and start again, nothing is lost.';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000' || code === 'ETIMEDOUT')
    return `The database in DATABASE_URL cannot be reached: ${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await start().catch((error: unknown) => {
  process.stderr.write(`\n${sentence(error)}\n`);
  return stopAll(1);
});
