import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureWithLog } from '../process/start-failure.ts';
import { clusterPaths, readPostmasterPid, socketPath } from './postgres-cluster.ts';
import { type Privileges, postgresEnvironment } from './postgres-privileges.ts';

const PORT_TRIES = 5;
const READY_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;
const LOG_BYTES = 20 * 1024 * 1024;
const PORT_TAKEN = /could not bind|could not create any TCP/;
/** The limit of Linux. */
const SOCKET_PATH_BYTES = 107;
const SOCKET_REFUSED = /could not create any Unix-domain socket/;
const STATUS_LINE = 7;

export interface PostgresEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

interface PostgresProcess {
  pid: number;
  port: number;
  exited: Promise<PostgresEnd>;
  stop(): Promise<void>;
}

interface SpawnOptions {
  dataDir: string;
  binary: string;
  privileges: Privileges;
  flags: string[];
  port?: number | undefined;
}

/** Starts the postmaster, by default on a free port, and waits until it accepts connections. */
export async function spawnPostgres(options: SpawnOptions): Promise<PostgresProcess> {
  const { log } = clusterPaths(options.dataDir);
  turnLogOver(log);
  let output = '';
  let hasSocket = true;
  for (let attempt = 1; attempt <= PORT_TRIES; attempt++) {
    const logFrom = fileSize(log);
    const running = launch(options, options.port ?? (await freePort()), hasSocket);
    if (await becomesReady(options.dataDir, running)) return running;
    await running.stop();
    output = readFileSync(log).subarray(logFrom).toString('utf8');
    // Some mounted file systems have no sockets.
    if (hasSocket && SOCKET_REFUSED.test(output)) hasSocket = false;
    else if (!PORT_TAKEN.test(output)) break;
  }
  throw failureWithLog('The built-in PostgreSQL did not start.', output, options.dataDir);
}

function launch(options: SpawnOptions, port: number, hasSocket: boolean): PostgresProcess {
  const { dataDir, binary, privileges, flags } = options;
  const { cluster, data, log } = clusterPaths(dataDir);
  const fits = Buffer.byteLength(socketPath(dataDir, port)) <= SOCKET_PATH_BYTES;
  const [command, args] = privileges.wrap(binary, [
    ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', `unix_socket_directories=${hasSocket && fits ? `"${cluster.replaceAll('"', '""')}"` : ''}`],
    ...flags.flatMap((flag) => ['-c', flag]),
  ]);
  const output = openSync(log, 'a', 0o600);
  // A session of its own: Ctrl-C must reach Node first, which still has requests to finish.
  const child = spawn(command, args, { detached: true, env: postgresEnvironment(), stdio: ['ignore', output, output] });
  closeSync(output);
  const exited = endOf(child);
  return { pid: child.pid ?? 0, port, exited, stop: () => stopChild(child, exited) };
}

function endOf(child: ChildProcess): Promise<PostgresEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });
}

async function stopChild(child: ChildProcess, exited: Promise<PostgresEnd>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(impatience);
}

async function becomesReady(dataDir: string, running: PostgresProcess): Promise<boolean> {
  let ended = false;
  const end = running.exited.then(() => {
    ended = true;
  });
  const deadline = Date.now() + READY_LIMIT_MS;
  while (!ended && Date.now() < deadline) {
    const lines = readPostmasterPid(dataDir);
    if (lines[0] === String(running.pid) && lines[STATUS_LINE]?.trim() === 'ready') return true;
    await Promise.race([sleep(5), end]);
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function turnLogOver(log: string): void {
  if (fileSize(log) > LOG_BYTES) renameSync(log, `${log}.1`);
}

const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
