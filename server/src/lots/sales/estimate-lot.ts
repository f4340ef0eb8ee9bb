import { chanceNumbers } from '@seri/contract/prices/price-chance.ts';
import { type PriceFacts, scorePrice } from '@seri/contract/prices/price-model.ts';
import { driversOf, rangeOf } from '@seri/contract/prices/price-range.ts';
import type { LotPrice } from '@seri/contract/prices/price-records.ts';
import type { PricedLot } from './estimate-queries.ts';

/**
 * The price range of a lot: the stored one, which a past lot keeps, else one of today. Null without any sale of its
 * model.
 */
export function priceOf(lot: PricedLot): LotPrice | null {
  const { common, own } = lot;
  if (!common || !own) return null;
  const score = scorePrice(lot, common, own);
  const now = rangeOf(score, common);
  const isStored = lot.lowYen !== null && lot.middleYen !== null && lot.highYen !== null;
  const range = isStored
    ? {
        lowYen: lot.lowYen ?? now.lowYen,
        middleYen: lot.middleYen ?? now.middleYen,
        highYen: lot.highYen ?? now.highYen,
        isRefused: lot.shownYen === null,
      }
    : now;
  const base = { trimSales: score.trimSales, modelSales: score.modelSales, hasYear: lot.year !== null };
  if (range.isRefused) return { ...base, range: null, otherTrims: otherTrimsOf(lot), drivers: [], chance: null };
  const { lowYen, middleYen, highYen } = range;
  return {
    ...base,
    range: { lowYen, middleYen, highYen },
    otherTrims: null,
    drivers: driversOf(score, middleYen, common),
    chance: chanceNumbers({ lowYen, middleYen, highYen, startYen: lot.startYen, house: lot.house }, lot.chance),
  };
}

/** From the lowest to the highest middle of the model's other trims with at least three sales. */
function otherTrimsOf(lot: PricedLot): LotPrice['otherTrims'] {
  const { common, own } = lot;
  if (!common || !own) return null;
  const middles = Object.entries(own.trims)
    .filter(([trimWords, { sales }]) => trimWords !== lot.trimWords && sales >= 3)
    .map(([trimWords]) => rangeOf(scorePrice({ ...lot, trimWords }, common, own), common).middleYen);
  return middles.length === 0 ? null : { lowYen: Math.min(...middles), highYen: Math.max(...middles) };
}

/** How alike a sale is, 0 to 1: by what its differences are worth. */
export function likenessOf(lot: PricedLot, sale: PriceFacts): number {
  const { common, own } = lot;
  if (!common || !own) return 0;
  const [one, other] = [scorePrice(lot, common, own), scorePrice({ ...sale, day: lot.day }, common, own)];
  const distance =
    Math.abs(one.parts.mileage - other.parts.mileage) +
    Math.abs(one.parts.condition - other.parts.condition) +
    0.03 * Math.abs((lot.year ?? one.year ?? 0) - (sale.year ?? other.year ?? 0)) +
    (lot.trimWords === sale.trimWords ? 0 : 0.08) +
    0.3 * Math.abs(one.logYen - other.logYen);
  return Math.exp(-2 * distance);
}
