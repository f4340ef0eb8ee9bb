import { Worker } from 'node:worker_threads';
import type { SmallBatch } from './batches.ts';
import type { Piece } from './pieces.ts';
import type { RowFormat } from './read-rows.ts';
import { UnreadableFeed } from './unreadable-feed.ts';

/** What a thread is given to read. */
export interface Reading {
  format: RowFormat;
  /** What else decides how a row is merged; null where no line is known. */
  under: unknown;
}
/** It answers each piece of its reading in turn with the rows that end in it, and may ask for the lines that are known. */
export type Told = { reading: Reading } | { piece: Piece } | { known: Uint8Array };
export type Said = { batch: SmallBatch } | { failed: Error; isUnreadable: boolean } | 'known?';

/** A thread has to load and compile its code first: one that has just read is kept for the next input. */
const KEPT_MS = 60_000;
let kept: ReadingThread | null = null;

interface Waiting {
  resolve: (batch: SmallBatch) => void;
  reject: (error: unknown) => void;
}

export class ReadingThread {
  // What the process was started with may be meant for its own program alone.
  readonly #thread = new Worker(new URL('./reading-worker.ts', import.meta.url), { execArgv: [] });
  #loadKnown: () => Promise<Uint8Array> = async () => new Uint8Array();
  #waiting: Waiting[] = [];
  #ended: { with: unknown } | null = null;
  #forget: NodeJS.Timeout | undefined;

  private constructor() {
    this.#thread.on('message', (said: Said) => this.#hear(said));
    this.#thread.once('error', (error) => this.#fail(error));
    this.#thread.once('exit', () => this.#fail(new Error('the thread that reads has ended')));
  }

  static begin(reading: Reading, loadKnown: () => Promise<Uint8Array>): ReadingThread {
    const thread = kept ?? new ReadingThread();
    kept = null;
    clearTimeout(thread.#forget);
    thread.#thread.ref();
    thread.#loadKnown = loadKnown;
    thread.#tell({ reading });
    return thread;
  }

  /** The rows that end in the next piece. */
  read(piece: Piece): Promise<SmallBatch> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended.with);
      this.#waiting.push({ resolve, reject });
      this.#tell({ piece }, piece.bytes ? [piece.bytes.buffer] : []);
    });
  }

  #tell(told: Told, transfer: ArrayBuffer[] = []): void {
    this.#thread.postMessage(told, transfer);
  }

  #hear(said: Said): void {
    if (said === 'known?')
      this.#loadKnown().then(
        (known) => this.#tell({ known }),
        (error) => this.#fail(error),
      );
    else if ('batch' in said) this.#waiting.shift()?.resolve(said.batch);
    else this.#fail(said.isUnreadable ? new UnreadableFeed(said.failed.message) : said.failed);
  }

  #fail(error: unknown): void {
    if (kept === this) kept = null;
    this.#ended ??= { with: error };
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended.with);
  }

  /** After it has answered all it was given. */
  keep(): void {
    if (kept || this.#ended) void this.end();
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
