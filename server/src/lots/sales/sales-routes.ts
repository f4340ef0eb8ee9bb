import { lotFilterOf } from '@seri/contract/lots/filter.ts';
import { likenessLevel, type PriceOfAlike, priceOfAlike, type SaleCell } from '@seri/contract/lots/likeness.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import type { SimilarSale } from '@seri/contract/lots/records.ts';
import { bikeStats, PAGES, stats } from '@seri/contract/lots/routes.ts';
import { photoAddressOf } from '@seri/contract/photos/names.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { auctionDate } from '../core/listing-records.ts';
import { openLot } from '../core/open-lot.ts';
import type { FullLot } from '../core/queries.ts';
import { type Average, adjustSale, type Market, spanOf } from './adjust-sales.ts';
import { findLikeness, type ModelLot, type SaleQuestions } from './market-queries.ts';
import { basisOf } from './price-basis.ts';
import { type AlikeSale, findSales } from './sale-queries.ts';

const NOTHING = { averagePrice: null, sales: 0, basis: null, items: [], adjusted: null };

/** Registers the calls about past sales: those similar to a lot, and by month. */
export function salesRoutes(app: FastifyInstance, { db }: Database, questions: SaleQuestions): void {
  for (const { pageType, similarSales } of Object.values(PAGES))
    registerRoute(app, similarSales, async ({ query, currentUser }) => {
      const lot = await openLot(db, pageType, query.id, currentUser);
      const likeness = await findLikeness(db, lot.id);
      if (!likeness) return NOTHING;
      const cells = await questions.cells(likeness);
      const price = priceOfAlike(likeness, cells, null);
      if (!price) return NOTHING;
      const [newest, months] = await Promise.all([
        questions.newest(likeness, cells, price.level),
        questions.months(likeness),
      ]);
      const sales = await findSales(
        db,
        newest.map(({ id }) => id),
      );
      const market: Market = {
        bands: bandsOf(likeness, cells, price),
        months: new Map(months.map(({ month, ...average }) => [month, average])),
      };
      const items = sales.map((sale) => toSimilarSale(sale, lot, market));
      return {
        averagePrice: price.averageYen,
        sales: price.sales,
        basis: basisOf(likeness, price),
        items,
        adjusted: spanOf(items.map(({ adjustedPriceYen }) => adjustedPriceYen)),
      };
    });

  for (const { pageType, priceHistory } of [stats, bikeStats])
    registerRoute(app, priceHistory, async ({ query }) => ({
      months: await questions.history(PAGE_RULES[pageType].vehicle, lotFilterOf(query)),
    }));
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
