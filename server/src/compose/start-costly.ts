import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Apart } from '../platform/http/limits/apart.ts';
import { keepRunning } from '../platform/process/child.ts';
import type { Config, Secrets } from '../platform/process/config.ts';
import type { Log } from '../platform/process/log.ts';

/** What the process for costly work is told when it begins (costly-main.ts). */
export interface CostlyOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  webDist: string | null;
  socketPath: string;
}

const COMES_UP_WITHIN_MS = 30_000;
/** As `nice` counts: a third of what the process that answers bids has while both want the processor. */
const PRIORITY = 5;

/**
 * Documents, pages and pictures are made in a process of their own, behind the one that answers bids: it yields the
 * processor, has its own threads and database connections, and is started again when it breaks.
 */
export function startCostly(
  { log, ...options }: Omit<CostlyOptions, 'socketPath'> & { log: Log },
  program = join(import.meta.dirname, '..', 'entry', 'costly-main.ts'),
): Apart & { stop(): Promise<void> } {
  // Only its owner may enter this folder. A socket's path must be short, so it cannot be in DATA_DIR.
  const folder = mkdtempSync(join(tmpdir(), 'seri-costly-'));
  const socketPath = join(folder, 'socket');
  const started = Promise.withResolvers<string | null>();
  const greeting: CostlyOptions = { ...options, socketPath };
  const process = keepRunning({
    name: 'the process for costly work',
    file: program,
    log,
    greeting: greeting as object,
    priority: PRIORITY,
    // Under `node --watch` a child also says what it has loaded.
    onMessage: (message) => {
      if ((message as { isListening?: boolean }).isListening) started.resolve(socketPath);
    },
  });
  return {
    socketPath: () => Promise.race([started.promise, pause(COMES_UP_WITHIN_MS, null, { ref: false })]),
    stop: async () => {
      started.resolve(null);
      await process.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
