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
  /** First message to each run of the program, which keeps secrets out of its environment. */
  greeting?: Serializable;
  /** Nice value: programs with a lower value get the processor first. */
  priority?: number;
}

export interface SupervisedChild {
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 8_000;

/**
 * Runs a child program and restarts it, with growing pauses, when it ends unexpectedly. The child ends with this
 * process, because its channel closes.
 */
export function superviseChild({
  name,
  file,
  args = [],
  env,
  log,
  onMessage,
  greeting,
  priority,
}: ChildOptions): SupervisedChild {
  let stopping = false;
  let child: ChildProcess | null = null;
  let waitMs = 500;
  let timer: NodeJS.Timeout | undefined;

  const start = () => {
    const startedMs = Date.now();
    child = spawn(process.execPath, [file, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
      // Ctrl-C in the terminal must reach only this process, which stops its children in order.
      detached: true,
    });
    // Threads of the child start later and inherit the priority.
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    if (onMessage) child.on('message', onMessage);
    if (greeting !== undefined) child.send(greeting);
    child.on('exit', (code, signal) => {
      if (stopping) return;
      waitMs = Date.now() - startedMs > 30_000 ? 500 : Math.min(waitMs * 2, 30_000);
      log.error({ code, signal, againInMs: waitMs }, `${name} ended unexpectedly`);
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
