import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CostlyProcess } from '../platform/http/limits/costly-process.ts';
import { superviseChild } from '../platform/process/child.ts';
import type { Config, Secrets } from '../platform/process/config.ts';
import type { Log } from '../platform/process/log.ts';

/** Start message for the process for costly work (costly-main.ts). */
export interface CostlyOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  webDist: string | null;
  socketPath: string;
}

const COMES_UP_WITHIN_MS = 30_000;
/** Nice value: about a third of the processor share of the process that serves bids, while both need it. */
const PRIORITY = 5;

/**
 * Starts the process that renders documents, pages and pictures. It yields the processor to the process that serves
 * bids, has its own threads and database connections, and is restarted when it fails.
 */
export function startCostly(
  { log, ...options }: Omit<CostlyOptions, 'socketPath'> & { log: Log },
  program = join(import.meta.dirname, '..', 'entry', 'costly-main.ts'),
): CostlyProcess & { stop(): Promise<void> } {
  // Only the owner can enter this folder. A socket's path must be short, so it cannot be in DATA_DIR.
  const folder = mkdtempSync(join(tmpdir(), 'seri-costly-'));
  const socketPath = join(folder, 'socket');
  const started = Promise.withResolvers<string | null>();
  const greeting: CostlyOptions = { ...options, socketPath };
  const process = superviseChild({
    name: 'the process for costly work',
    file: program,
    log,
    greeting: greeting as object,
    priority: PRIORITY,
    // Under `node --watch` a child also reports the modules it has loaded.
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
