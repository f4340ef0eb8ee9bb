import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const WORKER_MAIN = join(import.meta.dirname, '..', '..', 'entry', 'worker-main.ts');

export interface WorkerProcess {
  pid: number;
  /** Kills it with -9. */
  kill(): Promise<void>;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  exited: Promise<unknown>;
}

interface WorkerSurroundings {
  databaseUrl: string;
  dataDir: string;
  agent?: { url: string; secret: string };
  smtpUrl?: string;
  secretKey?: string;
  program?: string;
  /** Further variables, such as the address of a messenger. */
  more?: Record<string, string>;
}

/** Starts a worker process; resolves when it works. */
export async function startWorkerProcess({
  databaseUrl,
  dataDir,
  agent,
  smtpUrl,
  secretKey,
  program = WORKER_MAIN,
  more = {},
}: WorkerSurroundings): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SMTP_URL: smtpUrl ?? '',
      ...(secretKey ? { SECRET_KEY: secretKey } : {}),
      AGENT_WEBHOOK_URL: agent?.url ?? '',
      AGENT_WEBHOOK_SECRET: agent?.secret ?? '',
      LOG_LEVEL: 'silent',
      ...more,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  await Promise.race([once(child, 'message'), exited.then(() => Promise.reject(new Error('no worker')))]);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    exited,
  };
}
