import type { Yen } from '../money.ts';

/** A lot that the client intends to buy, in the order of the auctions. */
export interface LikelyLot {
  /** Share of sales of similar vehicles that the price would have won, 0 to 1. */
  chance: number;
  /** Average price of those sales. */
  paidYen: Yen;
}

/**
 * Returns the probability (0 to 1) of `cars` wins in a group, and the average spending in yen. The client bids on one
 * lot after the other and stops at that many wins. The results of lots are independent.
 */
export function outlookOf(lots: readonly LikelyLot[], cars: number): { chance: number; spendYen: Yen } {
  // Probabilities by the number won so far; the last entry is absorbing.
  let won = [1, ...Array.from({ length: cars }, () => 0)];
  let spendYen = 0;
  for (const { chance, paidYen } of lots) {
    const isFull = won[cars] ?? 0;
    spendYen += (1 - isFull) * chance * paidYen;
    won = won.map((share, count) => {
      const stays = count === cars ? share : share * (1 - chance);
      return stays + (won[count - 1] ?? 0) * chance;
    });
  }
  return { chance: won[cars] ?? 0, spendYen: Math.round(spendYen) };
}
