import { setTimeout as wait } from 'node:timers/promises';

interface Running {
  exited: Promise<unknown>;
  kill(): Promise<void>;
}

export interface SupervisedProcess {
  /** Kills it with -9; a new one replaces it. Returns whether one was running. */
  kill(): Promise<boolean>;
  /** Number of ends without a kill. */
  ended: number;
  /** Resolves when a process is running that was not killed. */
  isUp(): Promise<void>;
  /** Ends it without a replacement. */
  close(): Promise<void>;
}

const AGAIN_AFTER_MS = 200;

/** A program that is restarted whenever it ends, as by an operator's supervisor. */
export async function superviseProcess(start: () => Promise<Running>): Promise<SupervisedProcess> {
  let running: Running | null = await start();
  let isClosing = false;
  let killed: Running | null = null;
  const live = async () => {
    while (!isClosing) {
      await running?.exited;
      if (running !== killed) supervised.ended++;
      running = null;
      // A required service may be down at the moment.
      while (!isClosing && !running) running = await start().catch(() => wait(AGAIN_AFTER_MS, null));
    }
    await running?.kill();
  };
  const supervised: SupervisedProcess = {
    ended: 0,
    kill: async () => {
      if (!running) return false;
      killed = running;
      await running.kill();
      return true;
    },
    isUp: async () => {
      while (!running || running === killed) await wait(AGAIN_AFTER_MS);
    },
    close: async () => {
      isClosing = true;
      killed = running;
      await running?.kill();
      await living;
    },
  };
  const living = live();
  return supervised;
}
