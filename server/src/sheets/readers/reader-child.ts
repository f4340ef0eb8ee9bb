import { join } from 'node:path';
import { requestChild } from '../../platform/process/request-child.ts';
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
/** With the memory of engines and decoders, which is outside the heap. */
const MAX_MEMORY_MB = 2_048;
/** Bids and lists get the processor first. */
const PRIORITY = 10;

interface ReaderOptions {
  program?: string;
  maxMs?: number;
  /** Nice value. */
  priority?: number;
}

/**
 * Runs the reader in a process of its own. One sheet at a time: a second one would only slow down the first.
 */
export function readerChild({
  program = join(import.meta.dirname, 'reader-process.ts'),
  maxMs = MAX_MS,
  priority = PRIORITY,
}: ReaderOptions = {}): ReaderChild {
  const child = requestChild<Request, ReaderReply>({
    ...{ program, name: 'the sheet reader', maxMs, idleMs: IDLE_MS, priority },
    ...{ maxHeapMb: MAX_HEAP_MB, maxMemoryMb: MAX_MEMORY_MB },
  });
  return {
    ask: async (request) => {
      const reply = await child.ask(request);
      if ('problem' in reply) throw new SheetRefused(reply.problem);
      return reply;
    },
    close: async () => child.close(),
  };
}
