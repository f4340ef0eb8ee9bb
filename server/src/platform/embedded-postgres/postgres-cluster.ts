import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chown, lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureWithLog, StartFailure } from '../process/start-failure.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type Privileges, postgresEnvironment } from './postgres-privileges.ts';

export const SUPERUSER = 'seri';
const STOPPING_LIMIT_MS = 60_000;

/** Returns the paths of the cluster inside the data folder. */
export const clusterPaths = (dataDir: string) => ({
  cluster: join(dataDir, 'pg'),
  data: join(dataDir, 'pg', 'data'),
  password: join(dataDir, 'pg', 'password'),
  postmasterPid: join(dataDir, 'pg', 'data', 'postmaster.pid'),
  runFile: join(dataDir, 'run.json'),
  log: join(dataDir, 'postgres.log'),
});

/** PostgreSQL names its socket by the port. Connections through it use less processor time than those to 127.0.0.1. */
export const socketPath = (dataDir: string, port: number) => join(clusterPaths(dataDir).cluster, `.s.PGSQL.${port}`);

interface ClusterTools {
  binaries: PostgresBinaries;
  privileges: Privileges;
  /** Skips the flushes to disk, for databases that live as long as a test run. */
  disposable: boolean;
}

/** Creates the cluster when there is none. `pg` only ever appears complete, even if a process is killed. */
export async function ensureCluster(dataDir: string, tools: ClusterTools): Promise<'created' | 'kept'> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('pg.init-'))) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const { cluster, data } = clusterPaths(dataDir);
  if (readdirSync(dataDir).includes('pg')) {
    await giveTo(tools.privileges.ownerUid, cluster, data);
    return 'kept';
  }
  const draft = join(dataDir, `pg.init-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(join(draft, 'password'), randomBytes(24).toString('base64url'), { mode: 0o600 });
    await giveTo(tools.privileges.ownerUid, draft, draft);
    await initialise(draft, dataDir, tools);
    await rename(draft, cluster);
    return 'created';
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function initialise(draft: string, dataDir: string, tools: ClusterTools): Promise<void> {
  const output = await runInitdb(draft, 'C.UTF-8', tools);
  if (output === null) return;
  // Some systems lack C.UTF-8; with plain C the trigram search would see neither Cyrillic nor Japanese.
  const second = /invalid locale name/.test(output) ? await runInitdb(draft, 'en_US.UTF-8', tools) : output;
  if (second !== null) throw failureWithLog('The built-in PostgreSQL could not be set up.', second, dataDir);
}

/** Returns the output of initdb when it failed, else null. */
function runInitdb(draft: string, characterType: string, tools: ClusterTools): Promise<string | null> {
  const [command, args] = tools.privileges.wrap(tools.binaries.initdb, [
    ...['-D', join(draft, 'data'), '-U', SUPERUSER, '-A', 'scram-sha-256', '--pwfile', join(draft, 'password')],
    ...['--encoding=UTF8', '--locale=C', `--lc-ctype=${characterType}`, '--locale-provider=builtin'],
    ...['--builtin-locale=C.UTF-8', '--no-instructions', ...(tools.disposable ? ['-N'] : [])],
  ]);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: postgresEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? null : output || `initdb ended with ${code}`));
  });
}

async function giveTo(uid: number | undefined, folder: string, sample: string): Promise<void> {
  if (uid === undefined) {
    if ((await stat(sample)).uid !== process.getuid?.()) {
      throw new StartFailure(`${folder} belongs to another user: start as that user, or choose another DATA_DIR.`);
    }
    return;
  }
  if ((await stat(sample)).uid === uid && (await stat(folder)).uid === uid) return;
  await chown(folder, uid, uid);
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    if (!(await lstat(path)).isSymbolicLink()) await chown(path, uid, uid);
  }
}

/** Returns the lines of postmaster.pid; empty when the file is missing. */
export function readPostmasterPid(dataDir: string): string[] {
  try {
    return readFileSync(clusterPaths(dataDir).postmasterPid, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Returns the pid of a live postmaster of exactly this folder: a zombie or a reused pid does not count. */
export function livePostmaster(dataDir: string): number | null {
  const pid = Number.parseInt(readPostmasterPid(dataDir)[0] ?? '', 10);
  if (!(pid > 0)) return null;
  try {
    const ours =
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterPaths(dataDir).data) &&
      /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`));
    return ours ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return null;
    // A container without ptrace hides the links of another user's process, but its name stays readable.
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' ? pid : null;
  }
}

/** Call it with the folder's lock: a postmaster that is still alive has lost its owner and is shutting down. */
export async function clearStalePid(dataDir: string): Promise<void> {
  const deadline = Date.now() + STOPPING_LIMIT_MS;
  for (let pid = livePostmaster(dataDir); pid; pid = livePostmaster(dataDir)) {
    if (Date.now() > deadline) {
      throw new StartFailure(
        `PostgreSQL ${pid} of an earlier start does not end: stop it, or choose another DATA_DIR.`,
      );
    }
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      // The process ended meanwhile.
    }
    await sleep(50);
  }
  await rm(clusterPaths(dataDir).postmasterPid, { force: true });
}
