// npm run dev: the portal with reload. Server code restarts the server; web code changes the open page.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { demonstration } from '@seri/demo/demonstration.ts';
import { openPhotoStore } from '../server/src/photos/store/open-photo-store.ts';
import { openDatabase } from '../server/src/platform/db/db.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { StartFailure, startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { readConfig } from '../server/src/platform/process/config.ts';
import { createLog } from '../server/src/platform/process/log.ts';
import { phase } from '../server/src/platform/process/terminal.ts';
import { ROOT } from './checks/run-tool.ts';

const stops: (() => Promise<void>)[] = [];
let stopping = false;

async function stopAll(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const stop of stops.toReversed()) await stop().catch(() => {});
  process.exit(code);
}

function keep(name: string, args: string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' });
  child.on('exit', () => {
    if (!stopping) process.stderr.write(`${name} has ended\n`);
    void stopAll(1);
  });
  stops.push(() => ended(child));
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

async function develop(): Promise<void> {
  const { config, secrets } = readConfig();
  const log = createLog('dev', config.logLevel);
  const databaseUrl = config.databaseUrl ?? (await phase('Starting the database', ownDatabase));
  await phase('Migrating the database', () => migrate(databaseUrl));
  const database = openDatabase(databaseUrl, log);
  if (config.demoEnabled) {
    const { documentStore: address, dataDir } = config;
    const documents = await openPhotoStore({ address, dataDir }, secrets.bucket);
    await demonstration.fill(database, { documents, log });
  }
  await database.close();

  stops.push(demonstration.startHouse({ config, secrets, databaseUrl, log }).stop);
  const port = String(config.port);
  keep('The server', ['--watch', '--watch-preserve-output', 'demo/src/serve-main.ts'], {
    DATABASE_URL: databaseUrl,
    PORT: port,
    NODE_ENV: 'test',
  });
  keep('Vite', [join('node_modules', 'vite', 'bin', 'vite.js'), 'web'], { SERI_SERVER: port });

  async function ownDatabase(): Promise<string> {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    stops.push(postgres.stop);
    void postgres.exited.then(() => stopAll(1));
    return postgres.url;
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void stopAll(0));
await develop().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartFailure ? error.message : String((error as Error).stack)}\n`);
  return stopAll(1);
});
