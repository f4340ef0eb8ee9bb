const PIECE_BYTES = 256 * 1024;
/** In UTF-8 no unit of a text takes more. */
const MOST_BYTES_A_UNIT = 3;

/** Texts as bytes, side by side in few pieces: those are handed to another thread as they are. */
export class CopyBytes {
  #pieces: ArrayBuffer[] = [];
  #piece = Buffer.alloc(0);
  #used = 0;

  add(text: string): Uint8Array {
    const needed = MOST_BYTES_A_UNIT * text.length;
    if (this.#piece.length - this.#used < needed) {
      this.#piece = Buffer.from(new ArrayBuffer(Math.max(PIECE_BYTES, needed)));
      this.#pieces.push(this.#piece.buffer as ArrayBuffer);
      this.#used = 0;
    }
    const from = this.#used;
    this.#used += this.#piece.write(text, from);
    return new Uint8Array(this.#piece.buffer, from, this.#used - from);
  }

  /** What was written since it was asked last; nothing is added to it any more. */
  take(): ArrayBuffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#piece = Buffer.alloc(0);
    this.#used = 0;
    return pieces;
  }
}
