import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Log } from './log.ts';

interface ChildOptions {
  name: string;
  file: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  log: Log;
  onMessage?: (message: unknown) => void;
  /** The first message to each run of the program: what is secret need not stand in its environment. */
  greeting?: Serializable;
  /** As `nice` counts: it leaves the processor to whoever has a lower one. */
  priority?: number;
}

export interface KeptChild {
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 8_000;

/** Runs a program beside this one and starts it again, slower each time, when it ends by itself. It ends with us: it sees the channel close. */
export function keepRunning({
  name,
  file,
  args = [],
  env,
  log,
  onMessage,
  greeting,
  priority,
}: ChildOptions): KeptChild {
  let stopping = false;
  let child: ChildProcess | null = null;
  let waitMs = 500;
  let timer: NodeJS.Timeout | undefined;

  const start = () => {
    const startedMs = Date.now();
    child = spawn(process.execPath, [file, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
      // Ctrl-C in the terminal must reach us alone: we stop the others in order.
      detached: true,
    });
    // Its threads begin later, and follow it.
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    if (onMessage) child.on('message', onMessage);
    if (greeting !== undefined) child.send(greeting);
    child.on('exit', (code, signal) => {
      if (stopping) return;
      waitMs = Date.now() - startedMs > 30_000 ? 500 : Math.min(waitMs * 2, 30_000);
      log.error({ code, signal, againInMs: waitMs }, `${name} ended by itself`);
      timer = setTimeout(start, waitMs);
    });
  };
  start();

  return {
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      const force = setTimeout(() => running.kill('SIGKILL'), STOP_WITHIN_MS);
      running.kill('SIGTERM');
      await ended;
      clearTimeout(force);
    },
  };
}
