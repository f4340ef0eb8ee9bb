import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { Client } from 'pg';
import { prepareDataDir } from '../process/data-dir.ts';
import type { Log } from '../process/log.ts';
import { diskFull, StartFailure } from '../process/start-failure.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import {
  clearStalePid,
  clusterPaths,
  ensureCluster,
  livePostmaster,
  SUPERUSER,
  socketPath,
} from './postgres-cluster.ts';
import { waitForFolder } from './postgres-lock.ts';
import { findPrivileges } from './postgres-privileges.ts';
import { type PostgresEnd, spawnPostgres } from './postgres-process.ts';

export { StartFailure };

const DATABASE = 'seri';
const MAX_PATH_LENGTH = 900;

export interface EmbeddedPostgres {
  /** URL of the database `seri`, as its owner. */
  url: string;
  created: boolean;
  /** Fast shutdown; close your pools first. */
  stop(): Promise<void>;
  /** Resolves when PostgreSQL ends, whether it was stopped or failed. */
  exited: Promise<PostgresEnd>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Port to listen on; any free port when absent. */
  port?: number;
  /** Settings such as `fsync=off`. */
  flags?: string[];
  /** A throwaway cluster that does not survive a power cut. */
  disposable?: boolean;
  /** Forces one of the methods of running as root, for the tests of each. */
  privileges?: string;
  log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Starts the PostgreSQL from the npm packages on 127.0.0.1 and a socket, with its files in `dataDir/pg`. It ends with
 * this process, however that ends. Throws `StartFailure` with a sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // The kernel's death signal follows the thread that spawned, not the process.
  if (!isMainThread) throw new Error('PostgreSQL can only be started from the main thread');
  const dataDir = preparedFolder(options.dataDir);
  const lock = await waitForFolder(dataDir);
  if (!lock)
    throw new StartFailure(`${dataDir} is in use by another copy of Seri: stop it, or choose another DATA_DIR.`);
  try {
    const started = await startLocked(dataDir, options);
    return {
      ...started,
      stop: async () => {
        await started.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw diskFull(dataDir);
    throw error;
  }
}

async function startLocked(dataDir: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { binaries, privileges } = findPrivileges(dataDir, findPostgresBinaries(), options.privileges);
  const disposable = options.disposable ?? false;
  const clusterState = await ensureCluster(dataDir, { binaries, privileges, disposable });
  await clearStalePid(dataDir);
  const paths = clusterPaths(dataDir);
  const running = await spawnPostgres({
    dataDir,
    binary: binaries.postgres,
    privileges,
    flags: options.flags ?? [],
    port: options.port,
  });
  try {
    await ensureDatabase(dataDir, running.port);
    writeFileSync(paths.runFile, JSON.stringify({ pid: running.pid, port: running.port }), { mode: 0o600 });
  } catch (error) {
    await running.stop();
    throw error;
  }
  options.log.info({ port: running.port, cluster: clusterState, runsAs: privileges.name }, 'PostgreSQL is ready');
  return {
    url: urlOf(dataDir, running.port, DATABASE),
    created: clusterState === 'created',
    exited: running.exited,
    stop: async () => {
      rmSync(paths.runFile, { force: true });
      await running.stop();
    },
  };
}

/** Returns the URL of the cluster that another process (`npm start`) runs on this folder, or null. */
export function findRunningPostgres(dataDir: string): string | null {
  try {
    const { pid, port } = JSON.parse(readFileSync(clusterPaths(dataDir).runFile, 'utf8'));
    return livePostmaster(dataDir) === pid ? urlOf(dataDir, port, DATABASE) : null;
  } catch {
    return null;
  }
}

function preparedFolder(dataDir: string): string {
  if (Buffer.byteLength(dataDir) > MAX_PATH_LENGTH) {
    throw new StartFailure(`The path of DATA_DIR is longer than ${MAX_PATH_LENGTH} bytes: choose a shorter one.`);
  }
  prepareDataDir(dataDir);
  return realpathSync(dataDir);
}

function urlOf(dataDir: string, port: number, database: string): string {
  const password = readFileSync(clusterPaths(dataDir).password, 'utf8').trim();
  const socket = socketPath(dataDir, port);
  const host = statSync(socket, { throwIfNoEntry: false })?.isSocket()
    ? encodeURIComponent(dirname(socket))
    : '127.0.0.1';
  return `postgres://${SUPERUSER}:${password}@${host}:${port}/${database}`;
}

async function ensureDatabase(dataDir: string, port: number): Promise<void> {
  const client = new Client({ connectionString: urlOf(dataDir, port, 'postgres'), connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
