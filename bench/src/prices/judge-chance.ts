import { chanceNumbers, chanceOf, type EndedBid, fitChance } from '@seri/contract/prices/price-chance.ts';
import { monthNumber, scorePrice } from '@seri/contract/prices/price-model.ts';
import { rangeOf } from '@seri/contract/prices/price-range.ts';
import { outcomeOf } from '@seri/demo/market/market.ts';
import { seeded } from '@seri/server/platform/db/seeded.ts';
import { fitOf } from './judge-prices.ts';
import type { BenchLot, BenchSale } from './price-data.ts';

export interface ChanceFigures {
  bids: number;
  ownBids: number;
  /** Mean distance of the stated chance and the share won, over ten bins, weighted by their bids. */
  calibrationError: number;
  brier: number;
  wonShare: number;
}

const TIMES = { auctionAtMs: 0, resultDelayMs: 1, negotiationDelayMs: 2 };

/**
 * Replays bids in the demonstration's houses: the model is fitted to the first half of the archive, the chance to the
 * next quarter with some own bids, and judged on the bids of the last quarter, whose hidden market decides them.
 */
export function replayBids(lots: readonly BenchLot[], ownBids: number): ChanceFigures {
  const [half, later] = [Math.floor(lots.length * 0.5), Math.floor(lots.length * 0.75)];
  const past = lots.slice(0, half);
  const fit = fitOf(
    past.filter((lot): lot is BenchSale => lot.soldYen !== null),
    monthNumber(past.at(-1)?.day ?? ''),
  );
  if (!fit) throw new Error('no sales');
  const auctioned = (lot: BenchLot) => lot.market?.fate === 'auctioned';
  const stated = (lot: BenchLot) => {
    const score = scorePrice(lot, fit.common, fit.models.get(`${lot.maker}\n${lot.model}`) ?? null);
    return { ...rangeOf(score, fit.common), startYen: lot.startYen, house: lot.house, soldYen: lot.soldYen };
  };
  const random = seeded('replayed bids');
  const bidOn = (lot: BenchLot): EndedBid => {
    const range = stated(lot);
    const lowest = (lot.startYen ?? 0) + 5_000;
    // Any amount that a client might type: from the lowest bid to a third above the middle.
    const offer = random.between(lowest, Math.max(lowest + 5_000, range.middleYen * 1.33));
    const bidYen = Math.round(offer / 5_000) * 5_000;
    const market = lot.market;
    const order = { orderKey: 'own', limitYen: bidYen };
    const won = market !== undefined && outcomeOf(market, TIMES, order).at(-1)?.buyer != null;
    return { ...range, bidYen, won };
  };
  const known = lots.slice(half, later).filter(auctioned);
  const judged = lots.slice(later).filter(auctioned);
  const stride = Math.max(1, Math.floor(known.length / Math.max(1, ownBids)));
  const own = known
    .filter((_, i) => i % stride === 0)
    .slice(0, ownBids)
    .map(bidOn);
  const effects = fitChance(known.map(stated), own);
  const bids = judged
    .filter((_, i) => i % Math.max(1, Math.floor(judged.length / 9_000)) === 0)
    .slice(0, 9_000)
    .map(bidOn);
  const bins = Array.from({ length: 10 }, () => ({ bids: 0, said: 0, won: 0 }));
  let brier = 0;
  for (const bid of bids) {
    const chance = chanceOf(bid.bidYen, chanceNumbers(bid, effects));
    const bin = bins[Math.min(9, Math.floor(chance * 10))];
    if (!bin) continue;
    bin.bids += 1;
    bin.said += chance;
    bin.won += Number(bid.won);
    brier += (chance - Number(bid.won)) ** 2;
  }
  return {
    bids: bids.length,
    ownBids: own.length,
    calibrationError: bins.reduce((sum, bin) => sum + Math.abs(bin.said - bin.won), 0) / Math.max(1, bids.length),
    brier: brier / Math.max(1, bids.length),
    wonShare: bids.filter(({ won }) => won).length / Math.max(1, bids.length),
  };
}
