import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

export interface RequestChildOptions {
  /**
   * File of the program. It calls `answerRequests` and answers each message `{ id, … }` with `{ id, … }`, or `{ id, failed }`
   * with an error text.
   */
  program: string;
  /** In messages of errors, such as `the sheet reader`. */
  name: string;
  /** A request that takes longer ends the process. The time it takes to start does not count. */
  maxMs: number;
  maxHeapMb: number;
  /** Resident memory, native code included, above which a request ends the process; checked on Linux only. */
  maxMemoryMb?: number;
  /** The process ends after this time without a request. */
  idleMs: number;
  /** Nice value. */
  priority: number;
  /** Default: that of this process. */
  env?: NodeJS.ProcessEnv;
}

/** A process that answers requests, one at a time. */
export interface RequestChild<Request extends object, Reply extends object> {
  /** Throws ChildFailed when the process reports an error, ends, or exceeds a limit. The next request starts a new one. */
  ask(request: Request): Promise<Reply>;
  /** Ends the process; a running request and all later ones are rejected. */
  close(): void;
}

/** The process could not answer a request. */
export class ChildFailed extends Error {}

/** A busy machine takes long to start a program of low priority, which is not the fault of a request. */
const STARTS_WITHIN_MS = 120_000;
const MEMORY_EVERY_MS = 100;
const PAGE_BYTES = 4_096;
const BYTES_A_MB = 1024 ** 2;

/**
 * Runs a program in a process of its own, started with the first request: a request that crashes or blocks it, or needs
 * too much memory, takes that process with it, never this one.
 */
export function requestChild<Request extends object, Reply extends object>(
  options: RequestChildOptions,
): RequestChild<Request, Reply> {
  const { name, maxMs, maxMemoryMb, idleMs } = options;
  let child: ChildProcess | null = null;
  let isReady = false;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let nextId = 1;

  const stop = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  };

  const run = (request: Request): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new ChildFailed(`${name} is closed`));
      clearTimeout(idle);
      if (!child) {
        child = start(options);
        isReady = false;
      }
      const current = child;
      const id = nextId++;
      const finish = (act: () => void) => {
        clearTimeout(timer);
        clearInterval(watch);
        current.off('message', onMessage).off('exit', onExit).off('error', onExit);
        idle = setTimeout(stop, idleMs);
        idle.unref();
        act();
      };
      const fail = (message: string) =>
        finish(() => {
          if (child === current) stop();
          reject(new ChildFailed(message));
        });
      const onMessage = (message: unknown) => {
        const reply = message as Reply & { id: number; failed?: string; isReady?: boolean };
        if (reply.isReady) limitTime();
        if (reply.id !== id) return;
        if (reply.failed !== undefined) fail(reply.failed);
        else finish(() => resolve(reply));
      };
      const onExit = () => fail(`${name} ended unexpectedly`);
      let timer = setTimeout(() => fail(`${name} did not start`), STARTS_WITHIN_MS);
      const limitTime = () => {
        isReady = true;
        clearTimeout(timer);
        timer = setTimeout(() => fail(`${name} took too long`), maxMs);
      };
      if (isReady) limitTime();
      const watch = setInterval(async () => {
        if (maxMemoryMb !== undefined && (await residentMb(current.pid)) > maxMemoryMb)
          fail(`${name} used too much memory`);
      }, MEMORY_EVERY_MS);
      current.on('message', onMessage).once('exit', onExit).once('error', onExit);
      current.send({ ...request, id });
    });

  return {
    ask: (request) => {
      const reply = last.then(() => run(request));
      last = reply.catch(() => null);
      return reply;
    },
    close: () => {
      closed = true;
      stop();
    },
  };
}

function start({ program, maxHeapMb, priority, env }: RequestChildOptions): ChildProcess {
  const started = fork(program, [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    ...(env && { env }),
  });
  if (started.pid !== undefined) setPriority(started.pid, priority);
  // An unanswered request must not keep a stopping process alive.
  started.unref();
  return started;
}

/** Resident memory of a process; 0 where the system does not report it. */
async function residentMb(pid: number | undefined): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES) / BYTES_A_MB;
}
