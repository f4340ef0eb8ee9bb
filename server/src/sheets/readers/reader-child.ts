import { join } from 'node:path';
import { type RequestChildOptions, requestChild } from '../../platform/process/request-child.ts';
import { SheetRefused } from '../page/check-picture.ts';
import type { ReaderReply, ReaderRequest } from './reader-messages.ts';

type Request = ReaderRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

export interface ReaderChild {
  /** Sends a request. Throws SheetRefused for a picture that no attempt can read, Error when the process failed. */
  ask(request: Request): Promise<ReaderReply>;
  close(): Promise<void>;
}

const READER: RequestChildOptions = {
  program: join(import.meta.dirname, 'reader-process.ts'),
  name: 'the sheet reader',
  // A sheet that takes longer is given up, so that it does not delay others.
  maxMs: 120_000,
  // The engines use a few hundred MB, so that the process stops after this idle time.
  idleMs: 60_000,
  maxHeapMb: 512,
  // With the memory of engines and decoders, which is outside the heap.
  maxMemoryMb: 2_048,
  // Bids and lists get the processor first.
  priority: 10,
};

/**
 * Runs the reader in a process of its own. One sheet at a time: a second one would only slow down the first.
 * @param changed options that differ from the usual ones
 */
export function readerChild(changed: Partial<RequestChildOptions> = {}): ReaderChild {
  const child = requestChild<Request, ReaderReply>({ ...READER, ...changed });
  return {
    ask: async (request) => {
      const reply = await child.ask(request);
      if ('problem' in reply) throw new SheetRefused(reply.problem);
      return reply;
    },
    close: async () => child.close(),
  };
}
