const PIECE_BYTES = 256 * 1024;
/** In UTF-8 no unit of a text takes more. */
const MOST_BYTES_A_UNIT = 3;

/** Texts as bytes, and bytes, side by side in few pieces: those are handed to another thread as they are. */
export class CopyBytes {
  #pieces: ArrayBuffer[] = [];
  #piece = Buffer.alloc(0);
  #used = 0;

  /** One behind the other in one piece. Answers which piece, where they begin in it, and the bytes of each. */
  addTogether(texts: readonly (string | Uint8Array)[]): number[] {
    let most = 0;
    for (const text of texts) most += typeof text === 'string' ? MOST_BYTES_A_UNIT * text.length : text.length;
    this.#makeRoom(most);
    const place = [this.#pieces.length - 1, this.#used];
    for (const text of texts) {
      const written = this.#write(text);
      this.#used += written;
      place.push(written);
    }
    return place;
  }

  #write(text: string | Uint8Array): number {
    if (typeof text === 'string') return text === '' ? 0 : this.#piece.write(text, this.#used);
    this.#piece.set(text, this.#used);
    return text.length;
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
