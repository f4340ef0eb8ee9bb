import type { Log } from './log.ts';

export interface Loop {
  /** Runs the work now, or once more right after the current run. */
  wake(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

interface LoopOptions {
  name: string;
  everyMs: number;
  /** Maximum pause between attempts when the work fails. */
  maxPauseMs?: number;
  work: () => Promise<void>;
  log: Pick<Log, 'error'>;
}

const MAX_PAUSE_MS = 30_000;

/**
 * Repeats the work, never concurrently; failures are logged and delay the next attempt, longer each time. Use it only
 * for state of one process: connections, streams and folders. Work on the database is a job (`jobs.ts`).
 */
export function startLoop({ name, everyMs, maxPauseMs = MAX_PAUSE_MS, work, log }: LoopOptions): Loop {
  let stopping = false;
  let woken = false;
  let failures = 0;
  let endPause: (() => void) | undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    while (!stopping) {
      woken = false;
      try {
        await work();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error({ err: error, failures }, `${name} failed and will be retried`);
      }
      if (!stopping && (!woken || failures > 0)) await pause(Math.min(everyMs * 2 ** failures, maxPauseMs));
      endPause = undefined;
    }
  };
  const ended = run();

  return {
    wake: () => {
      woken = true;
      if (failures === 0) endPause?.();
    },
    stop: () => {
      stopping = true;
      endPause?.();
      return ended;
    },
  };
}
