import { createServer } from 'node:net';
import { startServing } from '../entry/serve.ts';
import { openPhotoStore } from '../photos/store/open-photo-store.ts';
import { isDemonstration } from '../platform/company-settings.ts';
import { openDatabase } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { isUnreachable } from '../platform/db/unreachable.ts';
import { startSupervisedPostgres } from '../platform/embedded-postgres/supervised-postgres.ts';
import { buildWebWhenStale } from '../platform/process/build-web.ts';
import { type Config, ConfigError, readConfig, type Secrets } from '../platform/process/config.ts';
import { createLog } from '../platform/process/log.ts';
import { StartFailure } from '../platform/process/start-failure.ts';
import { phase } from '../platform/process/terminal.ts';
import { startWorkerProcess } from './child-processes.ts';
import type { Demonstration } from './demonstration.ts';
import { fillEmptyPortal, findFirstManagerLink } from './fill-empty-portal.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const stops: (() => Promise<void>)[] = [];
let stopping = false;

/** Stops everything in reverse order of starting: first new work, last the database. */
async function stopAll(code: number): Promise<void> {
  // Ctrl-C arrives twice when the launcher passes it on; the first signal is being handled.
  if (stopping) return;
  stopping = true;
  for (const stop of stops.toReversed()) await stop().catch(() => {});
  process.exit(code);
}

async function start(available: Demonstration | null): Promise<void> {
  // A person reads this terminal, so only warnings are logged.
  const { config, secrets } = readConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' });
  const log = createLog('seri', config.logLevel);
  if (config.folderWarning) print(config.folderWarning);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
  process.on('disconnect', () => void stopAll(0));
  await ensurePortFree(config);

  const databaseUrl = config.databaseUrl ?? (await phase('Starting the database', () => ownDatabase(config)));
  await phase('Migrating the database', () => migrate(databaseUrl));
  const webBuilt = buildWebWhenStale();
  webBuilt.catch(() => {});
  const demonstration = await fillWhenEmpty(available, { config, secrets, databaseUrl });
  const webDist = await phase('Building the web app', () => webBuilt);

  const serving = await startServing({
    ...{ config, secrets, databaseUrl, log, webDist },
    adapters: demonstration?.adapters ?? null,
  });
  stops.push(serving.stop);
  const options = { config, secrets, databaseUrl, log };
  const { agentWebhookUrl: url } = config;
  const agent = url && secrets.agentWebhookSecret ? { url, secret: secrets.agentWebhookSecret } : null;
  const companions = demonstration?.startHouse(options) ?? startWorkerProcess(options, agent);
  stops.push(companions.stop);

  print(`\nSeri is ready: ${serving.address}`);
  if (!config.publicUrl?.startsWith('https:'))
    log.warn(
      'cookies are sent without Secure: set PUBLIC_URL to an https address before other machines use this portal',
    );
  if (demonstration) print(demonstration.welcome);
  else await printFirstManagerLink(options, config.publicUrl ? new URL(config.publicUrl).origin : serving.address);
  print('Stop it with Ctrl-C.');
}

/** Checked before the long start-up work, so that a taken port is reported at once. */
function ensurePortFree({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function ownDatabase(config: Config): Promise<string> {
  const log = createLog('postgres', config.logLevel);
  const postgres = await startSupervisedPostgres(
    { dataDir: config.dataDir, log },
    {
      onEnded: () => print('The database has stopped unexpectedly and is being restarted. No saved data is lost.'),
      onRestarted: () => print('The database is running again.'),
      onFailed: (sentence) => print(`The database could not be restarted, the next attempt follows. ${sentence}`),
    },
  );
  stops.push(postgres.stop);
  return postgres.url;
}

/**
 * Fills a new database: on the embedded cluster with the demonstration unless DEMO=0, else only with a first manager.
 * Returns the kind of demonstration, if any.
 */
async function fillWhenEmpty(
  demonstration: Demonstration | null,
  { config, secrets, databaseUrl }: { config: Config; secrets: Secrets; databaseUrl: string },
): Promise<Demonstration | null> {
  const database = openDatabase(databaseUrl, createLog('first start', config.logLevel));
  try {
    if (demonstration && config.demoEnabled) {
      const documents = await openPhotoStore(
        { address: config.documentStore, dataDir: config.dataDir },
        secrets.bucket,
      );
      const log = createLog('first start', config.logLevel);
      await phase('Demonstration data', () => demonstration.fill(database, { documents, log }));
    } else await fillEmptyPortal(database.db);
    return demonstration && (await isDemonstration(database.db)) ? demonstration : null;
  } finally {
    await database.close();
  }
}

/** The first manager has no password and chooses one by a link that only this terminal shows. */
async function printFirstManagerLink(
  { config, secrets, databaseUrl }: { config: Config; secrets: Secrets; databaseUrl: string },
  origin: string,
): Promise<void> {
  const database = openDatabase(databaseUrl, createLog('first start', config.logLevel), 1);
  try {
    const first = await findFirstManagerLink(database.db, { secretKey: secrets.secretKey, origin });
    if (!first) return;
    print(
      `\nNobody has logged in yet. The first manager is ${first.email}: choose the password here, within 24 hours.`,
    );
    print(`${first.address}\nEach start prints a new link until someone has logged in.\n`);
  } finally {
    await database.close();
  }
}

function sentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartFailure) return error.message;
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what uses it or start with PORT=3001 npm start.`;
  if (code === 'EACCES' && port) return `Port ${port} needs more privileges: start with PORT=3000 npm start.`;
  if (code === 'ENOSPC' || code === '53100')
    return 'The disk is full: free some space and start again, nothing is lost.';
  if (isDatabaseProblem(error)) return `The database in DATABASE_URL cannot be reached or used: ${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Failed log-ins (28…), missing databases (3D000), too many connections (53…, 57P03), missing rights. */
const isDatabaseProblem = (error: unknown): boolean => {
  const { code = '' } = error as NodeJS.ErrnoException;
  return isUnreachable(error) || /^(28|3D000|42501|53|57P)/.test(code);
};

/** Runs the whole portal, with the demonstration of the caller when it is enabled. */
export const runPortal = (demonstration: Demonstration | null): Promise<void> =>
  start(demonstration).catch((error: unknown) => {
    process.stderr.write(`\n${sentence(error)}\n`);
    return stopAll(1);
  });
