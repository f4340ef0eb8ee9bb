import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const SERVE_MAIN = join(import.meta.dirname, '..', '..', 'entry', 'serve-main.ts');

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

export interface ServerProcess {
  url: string;
  pid: number;
  exited: Promise<unknown>;
  kill(): Promise<void>;
}

/** Starts a server process on a database, ready to answer; it is killed with -9, never stopped gracefully. */
export async function startServerProcess(
  databaseUrl: string,
  dataDir: string,
  port: number,
  { logLevel = 'error', program = SERVE_MAIN } = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'production',
      LOG_LEVEL: logLevel,
      // All clients of a test or benchmark have the same address.
      CONNECTIONS_PER_ADDRESS: '100000',
    },
    // The channel closes when the test run is aborted, which ends the server.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const url = await firstLine(child);
  return {
    url,
    pid: child.pid ?? 0,
    exited,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.setEncoding('utf8');
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (output.includes('\n')) return output.trim();
  }
  throw new Error('the process ended before it was ready');
}
