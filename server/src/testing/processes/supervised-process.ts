import { setTimeout as wait } from 'node:timers/promises';

interface Running {
  exited: Promise<unknown>;
  kill(): Promise<void>;
}

export interface SupervisedProcess {
  /** Ends it with -9; another one takes its place. Answers whether one was running to be killed. */
  kill(): Promise<boolean>;
  /** How often it ended without being killed. */
  ended: number;
  /** Resolves when one is running that was not killed. */
  isUp(): Promise<void>;
  /** Nothing takes its place any more. */
  close(): Promise<void>;
}

const AGAIN_AFTER_MS = 200;

/** A program that is started again whenever it ends, as the operator's supervisor does. */
export async function superviseProcess(start: () => Promise<Running>): Promise<SupervisedProcess> {
  let running: Running | null = await start();
  let isClosing = false;
  let killed: Running | null = null;
  const live = async () => {
    while (!isClosing) {
      await running?.exited;
      if (running !== killed) kept.ended++;
      running = null;
      // What it needs may be away at the moment.
      while (!isClosing && !running) running = await start().catch(() => wait(AGAIN_AFTER_MS, null));
    }
    await running?.kill();
  };
  const kept: SupervisedProcess = {
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
  return kept;
}
