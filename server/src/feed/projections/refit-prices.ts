import { fitPrices, type PriceFit } from '@seri/contract/prices/fit-prices.ts';
import { DEFAULT_CHANCE, type EndedBid, type EndedLot, fitChance } from '@seri/contract/prices/price-chance.ts';
import { type CommonEffects, type ModelEffects, monthNumber, scorePrice } from '@seri/contract/prices/price-model.ts';
import { rangeOf } from '@seri/contract/prices/price-range.ts';
import { PriceSales } from '@seri/contract/prices/price-sales.ts';
import { corrected, correctionsFrom, withheldStrata } from '@seri/contract/prices/scorecard.ts';
import { shiftedSources } from '@seri/contract/prices/shifted-sources.ts';
import type { PoolClient } from 'pg';
import {
  type Corrections,
  deleteFit,
  deleteOldModels,
  type EndedLotRow,
  findCommons,
  findEndedBids,
  findModels,
  findRecord,
  findSalesAfter,
  findScores,
  findUnscored,
  insertAlarms,
  insertReplayed,
  insertScores,
  readClock,
  type Score,
  type StoredCommon,
  type StoredSale,
  saveCommon,
  saveModels,
  type Vehicle,
} from './price-queries.ts';

const VEHICLES: readonly Vehicle[] = ['car', 'bike'];
const PAGE = 20_000;
const MODEL_PAGE = 500;
const REPLAYED_MONTHS = 12;
const MAX_REPLAYED_A_MONTH = 20_000;
const SHIFT_DAYS = 14;
const CHANCE_DAYS = 60;
const MAX_CHANCE_LOTS = 20_000;

interface RefitOptions {
  vehicles?: readonly Vehicle[];
  /** Gives up when there are more sales; returns false. */
  maxSales?: number;
  /** Computes estimates of past months that have none, each from earlier sales alone. */
  replays?: boolean;
}

/** Fits all effects to the stored sales and saves them. Returns whether it did. */
export async function refitVehicles(client: PoolClient, options: RefitOptions = {}): Promise<boolean> {
  const { vehicles = VEHICLES, maxSales = Number.POSITIVE_INFINITY, replays = false } = options;
  const columns = new Map(vehicles.map((vehicle) => [vehicle, new PriceSales()]));
  const recent: StoredSale[] = [];
  const lastMonth = new Map<Vehicle, number>();
  const today = new Date().toISOString().slice(0, 10);
  const since = new Date(Date.now() - SHIFT_DAYS * 86_400_000).toISOString().slice(0, 10);
  const size = Math.min(PAGE, maxSales + 1);
  for (let lastId = 0, count = 0; ; ) {
    const page = await findSalesAfter(client, lastId, size);
    for (const sale of page) {
      const month = monthNumber(sale.day);
      if (!columns.has(sale.vehicle)) continue;
      columns.get(sale.vehicle)?.add(sale);
      lastMonth.set(sale.vehicle, Math.max(lastMonth.get(sale.vehicle) ?? 0, month));
      if (sale.day >= since && sale.day <= today && recent.length < 200_000) recent.push(sale);
    }
    count += page.length;
    if (count > maxSales) return false;
    if (page.length < size) break;
    lastId = page.at(-1)?.id ?? 0;
  }
  const before = await findCommons(client);
  // Their sales have to be left out, so the reading starts again.
  if ((await stopShiftedSources(client, before, recent)) > 0) return refitVehicles(client, options);
  await insertScores(client);
  for (const [vehicle, sales] of columns) {
    const until = lastMonth.get(vehicle);
    if (until === undefined) {
      await deleteFit(client, vehicle);
      continue;
    }
    if (replays) await replayMonths(client, vehicle, sales, until);
    const fit = fitPrices(sales, until, { isQuick: !replays && sales.count > 20_000 });
    if (fit)
      await save(client, { vehicle, fit, sales: sales.count, corrections: before.get(vehicle)?.corrections ?? {} });
  }
  return true;
}

interface SaveOptions {
  vehicle: Vehicle;
  fit: PriceFit;
  sales: number;
  corrections: Corrections;
}

async function save(client: PoolClient, { vehicle, fit, sales, corrections: old }: SaveOptions): Promise<void> {
  const scores = await findScores(client, vehicle, 90, 200_000);
  const corrections = correctionsFrom(scores, old);
  const ended = (await findScores(client, vehicle, CHANCE_DAYS, MAX_CHANCE_LOTS)).map(
    ({ lowYen, middleYen, highYen, startYen, soldYen, house }): EndedLot => ({
      ...{ lowYen, middleYen, highYen, startYen, soldYen, house },
    }),
  );
  const bids: EndedBid[] = await findEndedBids(client, vehicle);
  const effects: CommonEffects = { ...corrected(fit.common, corrections), withheld: withheldStrata(scores) };
  await saveCommon(client, {
    vehicle,
    effects,
    chance: ended.length === 0 ? DEFAULT_CHANCE : fitChance(ended, bids),
    corrections,
    record: await findRecord(client, vehicle),
    sales,
  });
  const models = [...fit.models].map(([name, own]) => {
    const at = name.indexOf('\n');
    return { vehicle, maker: name.slice(0, at), model: name.slice(at + 1), effects: own, sales: own.sales };
  });
  const startedAt = await readClock(client);
  for (let at = 0; at < models.length; at += MODEL_PAGE) await saveModels(client, models.slice(at, at + MODEL_PAGE));
  await deleteOldModels(client, vehicle, startedAt);
}

const dayOf = (month: number, day: string) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${day}`;

/** Estimates of the months before the first fit, each from the sales before it, with the corrections known then. */
async function replayMonths(client: PoolClient, vehicle: Vehicle, sales: PriceSales, until: number): Promise<void> {
  let corrections: Corrections = {};
  for (let month = until - REPLAYED_MONTHS + 1; month <= until; month++) {
    const last = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
    const span = { vehicle, from: dayOf(month, '01'), to: dayOf(month, String(last)) };
    const rows = await findUnscored(client, span, MAX_REPLAYED_A_MONTH);
    if (rows.length === 0) continue;
    const fit = fitPrices(sales, month - 1, { isQuick: true });
    if (!fit) continue;
    const scores = rows.flatMap((row) => replayed(row, fit, corrections));
    for (let at = 0; at < scores.length; at += 5_000) await insertReplayed(client, scores.slice(at, at + 5_000));
    corrections = correctionsFrom(scores, corrections);
  }
}

function replayed(row: EndedLotRow, fit: PriceFit, corrections: Corrections): Score[] {
  const own = fit.models.get(`${row.maker}\n${row.model}`);
  if (!own || own.sales === 0) return [];
  const common = corrected(fit.common, corrections);
  const score = scorePrice(row, common, own);
  const { isRefused, ...range } = rangeOf(score, common);
  return [
    {
      lotId: row.id,
      vehicle: row.vehicle,
      maker: row.maker,
      houseId: Number(row.house),
      day: row.day,
      stratum: score.stratum,
      ageYears: row.year === null ? null : Math.round(score.ageYears),
      ...range,
      isShown: !isRefused,
      startYen: row.startYen,
      soldYen: row.soldYen,
    },
  ];
}

/** Compares the newest sales with the effects of the last night, and stops sources that moved away from them. */
async function stopShiftedSources(
  client: PoolClient,
  commons: Map<Vehicle, StoredCommon>,
  recent: readonly StoredSale[],
): Promise<number> {
  let stopped = 0;
  for (const [vehicle, { effects }] of commons) {
    const of = recent.filter((sale) => sale.vehicle === vehicle);
    const own = new Map<string, ModelEffects>();
    const names = [...new Set(of.map(({ maker, model }) => `${maker}\n${model}`))];
    for (let at = 0; at < names.length; at += MODEL_PAGE) {
      const some = names.slice(at, at + MODEL_PAGE).map((name) => {
        const [maker = '', model = ''] = name.split('\n');
        return { vehicle, maker, model };
      });
      for (const { maker, model, effects: stored } of await findModels(client, some))
        own.set(`${maker}\n${model}`, stored);
    }
    const sales = of.flatMap((sale) => {
      const known = own.get(`${sale.maker}\n${sale.model}`);
      if (!known) return [];
      const estimatedYen = Math.exp(scorePrice(sale, effects, known).logYen);
      return [{ source: sale.source, day: sale.day, soldYen: sale.soldYen, estimatedYen }];
    });
    stopped += await insertAlarms(client, vehicle, shiftedSources(sales));
  }
  return stopped;
}
