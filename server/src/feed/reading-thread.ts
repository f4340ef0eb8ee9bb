import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SmallBatch } from './batches.ts';
import type { RowFormat } from './read-rows.ts';

/** What a thread is given to read. */
export interface Reading {
  format: RowFormat;
  /** What else decides how a row is merged; null where no line is known. */
  under: unknown;
}
/** What it wants; it goes on with each once it has its answer. */
export type Wanted = 'input' | 'known' | 'taken';
export type Said =
  | { want: 'input' | 'known' }
  | { want: 'taken'; batch: SmallBatch }
  | { failed: Error; isUnreadable: boolean }
  | 'end';
export interface Answer {
  to: Wanted;
  bytes: Uint8Array | null;
}

/** A thread has to load and compile its code first: one that has just read is kept for the next input. */
const KEPT_MS = 60_000;
let kept: ReadingThread | null = null;

export class ReadingThread {
  // What the process was started with may be meant for its own program alone.
  readonly #thread = new Worker(new URL('./reading-worker.ts', import.meta.url), { execArgv: [] });
  readonly #ended = new AbortController();
  #forget: NodeJS.Timeout | undefined;

  private constructor() {
    this.#thread.once('error', (error) => this.#ended.abort(error));
    this.#thread.once('exit', () => {
      if (kept === this) kept = null;
      this.#ended.abort(new Error('the thread that reads has ended'));
    });
  }

  static begin(reading: Reading): ReadingThread {
    const thread = kept ?? new ReadingThread();
    kept = null;
    clearTimeout(thread.#forget);
    thread.#thread.ref();
    thread.#thread.postMessage(reading);
    return thread;
  }

  /** What it says until its last word. Throws what ended it. */
  async *hear(): AsyncGenerator<Said> {
    const { signal } = this.#ended;
    try {
      for await (const [said] of on(this.#thread, 'message', { signal })) {
        yield said;
        if (said === 'end' || 'failed' in said) return;
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  answer(to: Wanted, given: Buffer | null = null): void {
    // Copied: what a buffer lies in may hold others.
    const bytes = given && new Uint8Array(given);
    this.#thread.postMessage({ to, bytes } satisfies Answer, bytes ? [bytes.buffer] : []);
  }

  /** It cannot go on. */
  fail(error: unknown): void {
    this.#ended.abort(error);
  }

  /** After its last word. */
  keep(): void {
    if (kept) void this.end();
    else {
      kept = this;
      this.#thread.unref();
      this.#forget = setTimeout(() => {
        // Before it has ended: nobody may take it meanwhile.
        kept = null;
        void this.end();
      }, KEPT_MS).unref();
    }
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}
