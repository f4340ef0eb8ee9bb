import { fitModels } from '@seri/contract/prices/fit-prices.ts';
import {
  type CommonEffects,
  type ModelEffects,
  type PriceFacts,
  scorePrice,
} from '@seri/contract/prices/price-model.ts';
import { rangeOf } from '@seri/contract/prices/price-range.ts';
import { shiftedSources } from '@seri/contract/prices/shifted-sources.ts';
import type { PoolClient } from 'pg';
import { shiftDay } from '../../platform/i18n/japan-time.ts';
import {
  countModelSales,
  type DueModel,
  deleteModels,
  findCommons,
  findModelSales,
  findModels,
  insertAlarms,
  MAX_OWN_SALES,
  type Model,
  requestRefit,
  type StoredCommon,
  type StoredSale,
  saveModels,
  type Vehicle,
} from './price-queries.ts';
import { refitVehicles } from './refit-prices.ts';

/** The columns of a lot's estimate; all null without any sale of its vehicle type. */
export interface Estimate {
  /** The middle while the range may be shown. */
  shownYen: number | null;
  trimSales: number | null;
  lowYen: number | null;
  middleYen: number | null;
  highYen: number | null;
  stratum: string | null;
}
export const NO_ESTIMATE: Estimate = {
  shownYen: null,
  trimSales: null,
  lowYen: null,
  middleYen: null,
  highYen: null,
  stratum: null,
};

type Commons = Map<Vehicle, StoredCommon>;

/** Up to this number of sales each import fits everything itself; the first fit of a portal may have more. */
const MAX_INLINE_SALES = 3_000;
const MAX_FIRST_SALES = 150_000;
/** Common effects are fitted again when the sales have grown by this factor. */
const GROWN = 1.3;
const SHIFT_DAYS = 3;

/** `isNew`: the effects of all models were just fitted with the common ones. */
export interface Prices {
  commons: Commons;
  isNew: boolean;
}

/**
 * Prepares the effects before the ranges of an import: the first sales of a portal are fitted at once, many new ones by
 * the job. Sources whose prices moved overnight stop counting before any effect follows them.
 */
export async function readyPrices(client: PoolClient, due: readonly DueModel[]): Promise<Prices> {
  let commons = await findCommons(client);
  const soldOnes = due.filter(({ sold }) => sold);
  if (soldOnes.length === 0) return { commons, isNew: false };
  await stopShiftedSources(client, commons, soldOnes);
  let isNew = false;
  for (const vehicle of new Set(soldOnes.map((model) => model.vehicle))) {
    const known = commons.get(vehicle)?.sales ?? 0;
    // The job also computes the record of past months.
    if (known === 0) await requestRefit(client);
    if (known > MAX_INLINE_SALES) {
      if ((await countModelSales(client, vehicle)) > known * GROWN) await requestRefit(client);
    } else if (
      await refitVehicles(client, { vehicles: [vehicle], maxSales: known === 0 ? MAX_FIRST_SALES : MAX_INLINE_SALES })
    )
      isNew = true;
    else await requestRefit(client);
  }
  if (isNew) commons = await findCommons(client);
  return { commons, isNew };
}

async function stopShiftedSources(client: PoolClient, commons: Commons, models: readonly DueModel[]): Promise<void> {
  for (const [vehicle, { effects }] of commons) {
    const found: Parameters<typeof shiftedSources>[0][number][] = [];
    const of = models.filter((model) => model.vehicle === vehicle);
    for (let at = 0; at < of.length; at += 50) {
      const some = of.slice(at, at + 50);
      const own = new Map((await findModels(client, some)).map((model) => [keyOf(model), model.effects]));
      const sales = await findModelSales(client, some);
      const newest =
        sales
          .map(({ day }) => day)
          .toSorted()
          .at(-1) ?? '';
      if (newest === '') continue;
      const since = shiftDay(newest, -SHIFT_DAYS);
      for (const sale of sales) {
        const effect = own.get(keyOf(sale));
        if (sale.day < since || !effect) continue;
        const { logYen } = scorePrice(sale, effects, effect);
        found.push({ source: sale.source, day: sale.day, soldYen: sale.soldYen, estimatedYen: Math.exp(logYen) });
      }
    }
    await insertAlarms(client, vehicle, shiftedSources(found));
  }
}

/** Returns the estimate of a lot of these models; fits the models whose sales changed. */
export async function priceWith(client: PoolClient, { commons, isNew }: Prices, models: readonly DueModel[]) {
  const stored = await findModels(client, models);
  const own = new Map<string, ModelEffects>(stored.map((model) => [keyOf(model), model.effects]));
  const changed = models.filter(
    (model) =>
      model.sold && !isNew && commons.has(model.vehicle) && (own.get(keyOf(model))?.sales ?? 0) <= MAX_OWN_SALES,
  );
  if (changed.length > 0) {
    const sales = Map.groupBy(await findModelSales(client, changed), ({ vehicle }) => vehicle);
    const emptied: Model[] = [];
    for (const [vehicle, common] of commons) {
      const fitted = fitEach(sales.get(vehicle) ?? [], common.effects);
      for (const model of changed) {
        if (model.vehicle !== vehicle) continue;
        const effects = fitted.get(`${model.maker}\n${model.model}`);
        if (effects) own.set(keyOf(model), effects);
        else {
          own.delete(keyOf(model));
          emptied.push(model);
        }
      }
    }
    await saveModels(
      client,
      changed.flatMap(({ vehicle, maker, model }) => {
        const effects = own.get(keyOf({ vehicle, maker, model }));
        return effects ? [{ vehicle, maker, model, effects, sales: effects.sales }] : [];
      }),
    );
    await deleteModels(client, emptied);
  }
  return (lot: PriceFacts & { vehicle: Vehicle }): Estimate => {
    const common = commons.get(lot.vehicle);
    return common ? estimateOf(lot, common.effects, own.get(keyOf(lot)) ?? null) : NO_ESTIMATE;
  };
}

/** Each model by itself: its effects do not depend on which other models an import touches. */
function fitEach(sales: readonly StoredSale[], common: CommonEffects): Map<string, ModelEffects> {
  const fitted = new Map<string, ModelEffects>();
  for (const [name, of] of Map.groupBy(sales, ({ maker, model }) => `${maker}\n${model}`))
    for (const effects of fitModels(of, common).values()) fitted.set(name, effects);
  return fitted;
}

/** The range of a vehicle as its lot stores it. A model without sales has none. */
export function estimateOf(facts: PriceFacts, common: CommonEffects, own: ModelEffects | null): Estimate {
  if (own === null) return { ...NO_ESTIMATE, trimSales: 0 };
  const score = scorePrice(facts, common, own);
  const { lowYen, middleYen, highYen, isRefused } = rangeOf(score, common);
  return {
    shownYen: isRefused ? null : middleYen,
    trimSales: score.trimSales,
    lowYen,
    middleYen,
    highYen,
    stratum: score.stratum,
  };
}

const keyOf = ({ vehicle, maker, model }: Model) => JSON.stringify([vehicle, maker, model]);
