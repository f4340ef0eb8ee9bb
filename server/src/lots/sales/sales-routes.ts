import { lotFilterOf } from '@seri/contract/lots/filter.ts';
import { likenessLevel, type PriceOfAlike, priceOfAlike, type SaleCell } from '@seri/contract/lots/likeness.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import type { SimilarSale } from '@seri/contract/lots/records.ts';
import { bikeStats, PAGES, stats } from '@seri/contract/lots/routes.ts';
import { photoAddressOf } from '@seri/contract/photos/names.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { auctionDate } from '../core/listing-records.ts';
import { openLot } from '../core/open-lot.ts';
import type { FullLot } from '../core/queries.ts';
import { type Average, adjustSale, type Market, spanOf } from './adjust-sales.ts';
import { likenessOf, priceOf } from './estimate-lot.ts';
import { findPricedLot, findSaleFacts, type PricedLot } from './estimate-queries.ts';
import { findLikeness, type ModelLot, type SaleQuestions } from './market-queries.ts';
import { basisOf } from './price-basis.ts';
import { type AlikeSale, findSales } from './sale-queries.ts';

/** A sale that differs too much is not adjusted. */
const NO_MARKET: Market = { bands: new Map(), months: new Map() };
/** Candidates among which the most similar sales are found. */
const MAX_CANDIDATES = 300;
const MAX_ITEMS = 50;

/** Registers the calls about past sales: the price of a lot with the sales similar to it, and sales by month. */
export function salesRoutes(app: FastifyInstance, { db }: Database, questions: SaleQuestions): void {
  for (const { pageType, similarSales } of Object.values(PAGES))
    registerRoute(app, similarSales, async ({ query, currentUser }) => {
      const lot = await openLot(db, pageType, query.id, currentUser);
      const [priced, likeness] = await Promise.all([findPricedLot(db, lot.id), findLikeness(db, lot.id)]);
      if (!priced) throw new NotFound();
      const price = priceOf(priced);
      const cells = likeness ? await questions.cells(likeness) : [];
      const alike = likeness ? priceOfAlike(likeness, cells, null) : null;
      const [candidates, counted, months] = await Promise.all([
        questions.candidates(priced, MAX_CANDIDATES),
        likeness && alike ? questions.newest(likeness, cells, alike.level) : [],
        questions.months(priced),
      ]);
      const ranked = await mostAlike(db, priced, candidates);
      const sales = await findSales(
        db,
        ranked.map(({ id }) => id),
      );
      const market: Market = {
        bands: likeness && alike ? bandsOf(likeness, cells, alike) : new Map(),
        months: new Map(months.map(({ month, ...average }) => [month, average])),
      };
      const isCounted = new Set(counted.map(({ id }) => id));
      const items = sales.map((sale, place) => ({
        ...toSimilarSale(sale, lot, isCounted.has(sale.id) ? market : NO_MARKET),
        alikePercent: Math.round((ranked[place]?.alike ?? 0) * 100),
      }));
      return {
        averagePrice: price?.range?.middleYen ?? null,
        sales: price?.trimSales ?? 0,
        basis: likeness && alike ? basisOf(likeness, alike) : null,
        items,
        adjusted: spanOf(items.map(({ adjustedPriceYen }) => adjustedPriceYen)),
        price,
        record: { sales: priced.record.sales, inside: priced.record.inside },
      };
    });

  for (const { pageType, saleStatistics } of [stats, bikeStats])
    registerRoute(app, saleStatistics, async ({ query }) => {
      const { vehicle } = PAGE_RULES[pageType];
      const filter = lotFilterOf(query);
      const [points, houses, models] = await Promise.all([
        questions.points(vehicle, filter),
        questions.groups(vehicle, filter, 'house'),
        questions.groups(vehicle, filter, 'model'),
      ]);
      const sum = (of: 'offered' | 'sold') => houses.reduce((all, house) => all + house[of], 0);
      return { points, houses, models, sold: sum('sold'), offered: sum('offered') };
    });

  for (const { pageType, priceHistory } of [stats, bikeStats])
    registerRoute(app, priceHistory, async ({ query }) => ({
      months: await questions.history(PAGE_RULES[pageType].vehicle, lotFilterOf(query)),
    }));
}

async function mostAlike(
  db: Db,
  lot: PricedLot,
  candidates: readonly number[],
): Promise<{ id: number; alike: number }[]> {
  const facts = await findSaleFacts(db, candidates);
  return candidates
    .flatMap((id) => {
      const sale = facts.get(id);
      return sale ? [{ id, alike: likenessOf(lot, sale) }] : [];
    })
    .sort((one, other) => other.alike - one.alike)
    .slice(0, MAX_ITEMS);
}

/** Prices of sales similar in all but mileage, by the number of their mileage band. */
function bandsOf(lot: ModelLot, cells: readonly SaleCell[], { level }: PriceOfAlike): Map<number, Average> {
  const bands = new Map<number, { sales: number; yen: number }>();
  for (const cell of cells) {
    const alike = likenessLevel(lot, { ...cell, mileageBand: lot.mileageBand });
    if (alike === null || alike > level || cell.mileageBand < 0) continue;
    const sum = bands.get(cell.mileageBand) ?? { sales: 0, yen: 0 };
    bands.set(cell.mileageBand, { sales: sum.sales + cell.sales, yen: sum.yen + cell.yen });
  }
  return new Map([...bands].map(([band, { sales, yen }]) => [band, { sales, averageYen: Math.round(yen / sales) }]));
}

function toSimilarSale(sale: AlikeSale, lot: FullLot, market: Market): SimilarSale {
  const { mileage_km: mileageKm, sold_price_yen: priceYen } = sale;
  const month = sale.auction_day.slice(0, 'yyyy-mm'.length);
  const { mileageYen, monthsYen, adjustedYen } = adjustSale({ priceYen, mileageKm, month }, lot.mileage_km, market);
  return {
    id: String(sale.id),
    auctionName: sale.house_name,
    auctionDate: auctionDate(sale),
    lotNo: sale.lot_no,
    model: sale.model,
    grade: sale.grade,
    year: sale.year,
    mileage: mileageKm,
    ...markField(sale.mileage_mark),
    condition: sale.condition,
    color: sale.color,
    soldPrice: priceYen,
    image: sale.image && photoAddressOf(sale.image),
    mileageAdjustmentYen: mileageYen,
    monthsAdjustmentYen: monthsYen,
    adjustedPriceYen: adjustedYen,
  };
}
