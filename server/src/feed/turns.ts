/** Lets pieces of work begin while something else goes on, and end before that does. */
export class Turns {
  #left = Number.POSITIVE_INFINITY;
  #wake: (() => void) | null = null;
  #inHand: Promise<unknown> = Promise.resolve();

  /** Pieces of so much together may begin from now on, the last of them may be larger than what is left. */
  give(size: number): void {
    this.#left = size;
    this.#wake?.();
    this.#wake = null;
  }

  /** None may begin until some are given; ends with the one in hand. */
  async take(): Promise<void> {
    this.#left = 0;
    await this.#inHand;
  }

  /** A piece, as soon as it may begin. One after the other. */
  async use(size: number, piece: () => Promise<void>): Promise<void> {
    while (this.#left <= 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#left -= size;
    const inHand = piece();
    this.#inHand = inHand.catch(() => {});
    await inHand;
  }
}
