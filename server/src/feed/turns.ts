/** Lets pieces of work begin while something else goes on, and end before that does. */
export class Turns {
  #left = Number.POSITIVE_INFINITY;
  #wake: (() => void) | null = null;
  #inHand: Promise<unknown> = Promise.resolve();

  /** So many may begin from now on. */
  give(pieces: number): void {
    this.#left = pieces;
    this.#wake?.();
    this.#wake = null;
  }

  /** None may begin until some are given; ends with the one in hand. */
  async take(): Promise<void> {
    this.#left = 0;
    await this.#inHand;
  }

  /** A piece, as soon as it may begin. One after the other. */
  async use(piece: () => Promise<void>): Promise<void> {
    while (this.#left <= 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#left -= 1;
    const inHand = piece();
    this.#inHand = inHand.catch(() => {});
    await inHand;
  }
}
