const PIECE_BYTES = 256 * 1024;
/** In UTF-8 no unit of a text takes more. */
const MOST_BYTES_A_UNIT = 3;

/** Texts as bytes, and bytes, side by side in few pieces: those are handed to another thread as they are. */
export class CopyBytes {
  #pieces: ArrayBuffer[] = [];
  #piece = Buffer.alloc(0);
  #used = 0;

  /** One behind the other in one piece. Answers which piece, where they begin in it, and the bytes of each. */
  addTogether(texts: readonly string[]): number[] {
    this.#makeRoom(MOST_BYTES_A_UNIT * texts.reduce((units, { length }) => units + length, 0));
    const at = this.#used;
    const bytes = texts.map((text) => {
      const written = this.#piece.write(text, this.#used);
      this.#used += written;
      return written;
    });
    return [this.#pieces.length - 1, at, ...bytes];
  }

  addBytes(bytes: Uint8Array): Uint8Array {
    this.#makeRoom(bytes.length);
    this.#piece.set(bytes, this.#used);
    const from = this.#used;
    this.#used += bytes.length;
    return new Uint8Array(this.#piece.buffer, from, bytes.length);
  }

  #makeRoom(bytes: number): void {
    if (this.#piece.length - this.#used >= bytes) return;
    this.#piece = Buffer.from(new ArrayBuffer(Math.max(PIECE_BYTES, bytes)));
    this.#pieces.push(this.#piece.buffer as ArrayBuffer);
    this.#used = 0;
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
