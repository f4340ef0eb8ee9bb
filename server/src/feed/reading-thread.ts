import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Batch } from './batches.ts';
import type { RowFormat } from './read-rows.ts';

/** What a thread is given to read. */
export interface Reading {
  format: RowFormat;
  /** What else decides how a row is merged; null where no line is known. */
  under: unknown;
}
/** What it goes on with once it has been answered. */
export type Asked = { want: 'input' | 'known' } | { batch: Batch };
/** What it says, one thing at a time. */
export type Said = Asked | { failed: Error; isUnreadable: boolean } | 'end';

/** A thread has to load and compile its code first: one that has just read is kept for the next input. */
const KEPT_MS = 60_000;
let kept: ReadingThread | null = null;

export class ReadingThread {
  readonly #thread = new Worker(new URL('./reading-worker.ts', import.meta.url));
  readonly #ended = new AbortController();
  #forget: NodeJS.Timeout | undefined;

  private constructor() {
    this.#thread.once('error', (error) => this.#ended.abort(error));
    this.#thread.once('exit', () => this.#ended.abort(new Error('the thread that reads has ended')));
  }

  static begin(reading: Reading): ReadingThread {
    const thread = kept ?? new ReadingThread();
    kept = null;
    clearTimeout(thread.#forget);
    thread.#thread.ref();
    thread.#thread.postMessage(reading);
    return thread;
  }

  async hear(): Promise<Said> {
    const { signal } = this.#ended;
    try {
      const [said] = await once(this.#thread, 'message', { signal });
      return said as Said;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  answer(bytes: Buffer | null): void {
    // Copied: what a buffer lies in may hold others.
    const own = bytes && new Uint8Array(bytes);
    this.#thread.postMessage(own, own ? [own.buffer] : []);
  }

  /** After its last word. */
  keep(): void {
    if (kept) void this.end();
    else {
      kept = this;
      this.#thread.unref();
      this.#forget = setTimeout(() => {
        kept = null;
        void this.end();
      }, KEPT_MS).unref();
    }
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}
