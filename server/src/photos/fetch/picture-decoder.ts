import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PictureFailure } from '@seri/contract/photos/failures.ts';
import {
  ChildFailed,
  type RequestChild,
  type RequestChildOptions,
  requestChild,
} from '../../platform/process/request-child.ts';
import type { PictureKind } from '../../platform/web-pictures.ts';
import { PictureProblem, type PreparedPicture } from './prepare-picture.ts';

export interface DecodeRequest {
  original: Uint8Array;
  kind: PictureKind;
}
export type DecodeReply = PreparedPicture | { problem: PictureFailure; detail: string | null };

/** Prepares fetched pictures in processes of their own (`preparePicture`). */
export interface PictureDecoder {
  /** Throws PictureProblem. */
  prepare(original: Buffer, kind: PictureKind): Promise<PreparedPicture>;
  close(): void;
}

const DECODER: RequestChildOptions = {
  program: join(import.meta.dirname, 'decoder-process.ts'),
  name: 'the picture decoder',
  // Longer than the decoder's own limit, which ends most pictures without ending the process.
  maxMs: 20_000,
  idleMs: 60_000,
  maxHeapMb: 128,
  // The largest accepted picture needs about half of it.
  maxMemoryMb: 768,
  // Imports, orders and lists get the processor first.
  priority: 10,
  // Without secrets, because it opens bytes of strangers.
  env: { PATH: process.env.PATH },
};
/** At least two, so that a picture that blocks one of them does not delay all others. */
const PROCESSES = Math.min(Math.max(2, availableParallelism() - 1), 4);
/** Pictures prepared at the same time: one processor is left to lists, bids and orders. */
const MAX_AT_ONCE = Math.min(Math.max(1, availableParallelism() - 1), 4);
/** A picture that takes longer does not keep the next one waiting. */
const MAX_TURN_MS = 1_000;
/** Pauses between pictures, as a multiple of the time they take. */
const REST = 1.5;

interface DecoderOptions extends Partial<RequestChildOptions> {
  processes?: number;
}

/**
 * The processes start with the first pictures.
 * @param options those that differ from the usual ones
 */
export function openPictureDecoder({ processes = PROCESSES, ...changed }: DecoderOptions = {}): PictureDecoder {
  const children = Array.from({ length: processes }, () =>
    requestChild<DecodeRequest, DecodeReply>({ ...DECODER, ...changed }),
  );
  const free = [...children];
  const waiting: ((child: RequestChild<DecodeRequest, DecodeReply>) => void)[] = [];
  let turns = 0;
  const serveNext = () => {
    if (turns >= MAX_AT_ONCE || waiting.length === 0) return;
    const child = free.pop();
    if (!child) return;
    turns += 1;
    waiting.shift()?.(child);
  };
  const take = () =>
    new Promise<(typeof children)[number]>((given) => {
      waiting.push(given);
      serveNext();
    });
  return {
    prepare: async (original, kind) => {
      const child = await take();
      const beganMs = performance.now();
      let hasTurn = true;
      const endTurn = () => {
        if (hasTurn) turns -= 1;
        hasTurn = false;
        serveNext();
      };
      const longest = setTimeout(endTurn, MAX_TURN_MS);
      try {
        const reply = await child.ask({ original, kind });
        if ('problem' in reply) throw new PictureProblem(reply.problem, reply.detail);
        return { ...reply, jpeg: Buffer.from(reply.jpeg) };
      } catch (error) {
        if (error instanceof ChildFailed) throw new PictureProblem('decoderEnded', error.message);
        throw error;
      } finally {
        free.push(child);
        clearTimeout(longest);
        // The busier the machine is, the longer the work takes, and the pause after it.
        const restMs = REST * (performance.now() - beganMs);
        if (hasTurn) setTimeout(endTurn, Math.min(restMs, MAX_TURN_MS));
        else serveNext();
      }
    },
    close: () => {
      for (const child of children) child.close();
    },
  };
}
