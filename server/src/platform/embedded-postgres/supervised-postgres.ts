import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 15_000;

export interface SupervisedPostgres {
  /** Stays the same over restarts, so that open pools connect again by themselves. */
  url: string;
  /** Ends PostgreSQL for good; end your pools first. */
  stop(): Promise<void>;
}

interface Callbacks {
  /** PostgreSQL ended by itself and is being started again. */
  onEnded(): void;
  onRestarted(): void;
  /** A start failed with this sentence; the next one follows after a pause. */
  onFailed(sentence: string): void;
}

/**
 * The embedded PostgreSQL, started again on the same port whenever it ends by itself: killed, out of memory, or with a
 * full disk, in which case it is tried until there is room. Throws `StartFailure` when the first start fails.
 */
export async function startSupervisedPostgres(
  options: EmbeddedPostgresOptions,
  { onEnded, onRestarted, onFailed }: Callbacks,
): Promise<SupervisedPostgres> {
  let running: EmbeddedPostgres | null = await startEmbeddedPostgres(options);
  const { url } = running;
  const port = Number(new URL(url).port);
  const stopped = new AbortController();
  let restarting = Promise.resolve();

  const watch = (postgres: EmbeddedPostgres) =>
    void postgres.exited.then(() => {
      if (!stopped.signal.aborted) restarting = restart(postgres);
    });

  async function restart(ended: EmbeddedPostgres): Promise<void> {
    running = null;
    onEnded();
    // Releases the lock on the folder, which the next start takes again.
    await ended.stop();
    for (let waitMs = FIRST_WAIT_MS; !stopped.signal.aborted; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      try {
        running = await startEmbeddedPostgres({ ...options, port });
        watch(running);
        onRestarted();
        return;
      } catch (error) {
        onFailed(error instanceof Error ? error.message : String(error));
        await sleep(waitMs, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  }

  watch(running);
  return {
    url,
    stop: async () => {
      stopped.abort();
      await restarting;
      await running?.stop();
    },
  };
}
