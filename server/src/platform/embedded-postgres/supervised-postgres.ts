import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 15_000;

export interface SupervisedPostgres {
  /** Stays the same over restarts, so that open pools reconnect. */
  url: string;
  /** Ends PostgreSQL permanently; close your pools first. */
  stop(): Promise<void>;
}

interface Callbacks {
  /** PostgreSQL ended unexpectedly and is being restarted. */
  onEnded(): void;
  onRestarted(): void;
  /** A start failed with this sentence; the next attempt follows after a pause. */
  onFailed(sentence: string): void;
}

/**
 * Runs the embedded PostgreSQL and restarts it on the same port when it ends unexpectedly: killed, out of memory, or
 * out of disk space, in which case it retries until there is room. Throws `StartFailure` when the first start fails.
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
    // Releases the lock on the folder; the next start takes it again.
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
