import type { Log } from './log.ts';

export interface Loop {
  /** Works at once, or once more right after the work in hand. */
  wake(): void;
  /** Answers when the work in hand has ended. */
  stop(): Promise<void>;
}

interface LoopOptions {
  name: string;
  everyMs: number;
  /** Between two tries of work that fails. */
  longestPauseMs?: number;
  work: () => Promise<void>;
  log: Pick<Log, 'error'>;
}

const MAX_PAUSE_MS = 30_000;

/**
 * Does the same work again and again, never twice at a time; failures are logged and waited out, longer each time. Only
 * for what belongs to one process: its connections, streams and folders. Work on the database is a job (`jobs.ts`).
 */
export function startLoop({ name, everyMs, longestPauseMs = MAX_PAUSE_MS, work, log }: LoopOptions): Loop {
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
        log.error({ err: error, failures }, `${name} failed and is tried again`);
      }
      if (!stopping && (!woken || failures > 0)) await pause(Math.min(everyMs * 2 ** failures, longestPauseMs));
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
