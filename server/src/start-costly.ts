import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepRunning } from './platform/child.ts';
import type { Config, Secrets } from './platform/config.ts';
import type { Apart } from './platform/http/apart.ts';
import type { CostlyProcess } from './platform/http/gate.ts';
import type { Log } from './platform/log.ts';

/** What a process for costly work is told when it begins (costly-main.ts). */
export interface CostlyOptions {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  webDist: string | null;
  socketPath: string;
  /** As `nice` counts, of its threads and of its connections to the database. */
  priority: number;
}

type Shared = Omit<CostlyOptions, 'socketPath' | 'priority'> & { log: Log };

const COMES_UP_WITHIN_MS = 30_000;
/** While all want the processor, pages get half and documents a third of what the process that answers bids gets. */
const PRIORITIES: Record<CostlyProcess, number> = { pages: 3, documents: 5 };

/**
 * Documents, pages, listings and pictures are made in processes of their own, behind the one that answers bids: they
 * yield the processor, have their own threads and database connections, and are started again when they break.
 */
export function startCostly(shared: Shared): Apart & { stop(): Promise<void> } {
  // Only its owner may enter this folder. A socket's path must be short, so it cannot be in DATA_DIR.
  const folder = mkdtempSync(join(tmpdir(), 'seri-costly-'));
  const processes = {
    pages: startOne('pages', folder, shared),
    documents: startOne('documents', folder, shared),
  };
  return {
    socketPath: (name) => processes[name].socketPath(),
    stop: async () => {
      await Promise.all(Object.values(processes).map(({ stop }) => stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startOne(name: CostlyProcess, folder: string, { log, ...options }: Shared) {
  const socketPath = join(folder, name);
  const started = Promise.withResolvers<string | null>();
  const greeting: CostlyOptions = { ...options, socketPath, priority: PRIORITIES[name] };
  const process = keepRunning({
    name: `the process for ${name}`,
    file: join(import.meta.dirname, 'costly-main.ts'),
    // Seen in lists of processes.
    args: [name],
    log,
    greeting: greeting as object,
    onMessage: () => started.resolve(socketPath),
  });
  return {
    socketPath: () => Promise.race([started.promise, pause(COMES_UP_WITHIN_MS, null, { ref: false })]),
    stop: async () => {
      started.resolve(null);
      await process.stop();
    },
  };
}
