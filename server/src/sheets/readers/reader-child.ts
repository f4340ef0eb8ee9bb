import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { SheetRefused } from '../page/check-picture.ts';
import type { ReaderReply, ReaderRequest } from './reader-messages.ts';

type Request = ReaderRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

export interface ReaderChild {
  /** Sends a request. Throws SheetRefused for a picture that no attempt can read, Error when the process failed. */
  ask(request: Request): Promise<ReaderReply>;
  close(): Promise<void>;
}

/** A sheet that takes longer is given up, so that it does not delay others. */
const MAX_MS = 120_000;
/** The engines use a few hundred MB, so that the process stops after this idle time. */
const IDLE_MS = 60_000;
const MAX_HEAP_MB = 512;
/** Bids and lists get the processor first. */
const PRIORITY = 10;

/**
 * Runs the reader in a process of its own, started with the first sheet: a picture that crashes or blocks it takes the
 * process with it, never the worker, and the next sheet gets a new one.
 */
export function readerChild(program = join(import.meta.dirname, 'reader-process.ts'), maxMs = MAX_MS): ReaderChild {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let nextId = 1;

  const stop = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  };
  const start = (): ChildProcess => {
    const started = fork(program, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      serialization: 'advanced',
    });
    if (started.pid !== undefined) setPriority(started.pid, PRIORITY);
    // An unread sheet must not keep a stopping worker alive.
    started.unref();
    return started;
  };

  const run = (request: Request): Promise<ReaderReply> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle);
      child ??= start();
      const current = child;
      const id = nextId++;
      const finish = (act: () => void) => {
        clearTimeout(timer);
        current.off('message', onMessage).off('exit', onExit).off('error', onExit);
        idle = setTimeout(stop, IDLE_MS);
        idle.unref();
        act();
      };
      const onMessage = (message: unknown) => {
        const reply = message as ReaderReply;
        if (reply.id !== id) return;
        finish(() => {
          if ('problem' in reply) reject(new SheetRefused(reply.problem));
          else if ('failed' in reply) {
            stop();
            reject(new Error(reply.failed));
          } else resolve(reply);
        });
      };
      const onExit = () =>
        finish(() => {
          stop();
          reject(new Error('the sheet reader ended unexpectedly'));
        });
      const timer = setTimeout(() => {
        finish(() => {
          stop();
          reject(new Error('the sheet reader took too long'));
        });
      }, maxMs);
      current.on('message', onMessage).once('exit', onExit).once('error', onExit);
      current.send({ ...request, id });
    });

  return {
    // One at a time: a second sheet would only slow down the first one.
    ask: (request) => {
      const reply = last.then(() => run(request));
      last = reply.catch(() => null);
      return reply;
    },
    close: async () => stop(),
  };
}
