import type { Yen } from '../money.ts';

/** A lot somebody means to buy, in the order of the auctions. */
export interface LikelyLot {
  /** 0 to 1: how many of the sales of like vehicles the price would have won. */
  chance: number;
  /** What those sales cost on average. */
  paidYen: Yen;
}

/**
 * How a group of lots turns out for somebody who bids on one after the other and stops at `cars` of them: the
 * probability (0 to 1) that so many are won, and what is spent on average. Each lot is taken as a draw of its own.
 */
export function outlookOf(lots: readonly LikelyLot[], cars: number): { chance: number; spendYen: Yen } {
  // By the number won so far; the last one stays.
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
