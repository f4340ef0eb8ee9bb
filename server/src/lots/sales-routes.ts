import { lotFilterOf } from '@seri/contract/lots/filter.ts';
import { markField } from '@seri/contract/lots/mileage.ts';
import { PAGE_RULES } from '@seri/contract/lots/page-types.ts';
import type { SimilarSale } from '@seri/contract/lots/records.ts';
import { bikeStats, PAGES, stats } from '@seri/contract/lots/routes.ts';
import { photoAddressOf } from '@seri/contract/photos/names.ts';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../platform/db.ts';
import { serve } from '../platform/http/serve.ts';
import { type Average, adjustSale, type Market, spanOf } from './adjust-sales.ts';
import { auctionDate } from './listing-records.ts';
import { openLot } from './open-lot.ts';
import { basisOf } from './price-basis.ts';
import type { WholeLot } from './queries.ts';
import {
  type AlikeSale,
  asksForMore,
  findAlikeSales,
  findBandSums,
  findMonthSums,
  findMonths,
  findMonthsOfSales,
  findPriceOfAlike,
  type PriceOfAlike,
  type SumOfSales,
} from './sale-queries.ts';

/** What vehicles were sold for: those like a lot, and month by month. */
export function salesRoutes(app: FastifyInstance, { db, read }: Database): void {
  for (const { pageType, similarSales } of Object.values(PAGES))
    serve(app, similarSales, async ({ query, viewer }) => {
      const lot = await openLot(db, pageType, query.id, viewer);
      const price = await findPriceOfAlike(db, lot.id);
      if (!price) return { averagePrice: null, sales: 0, basis: null, items: [], adjusted: null };
      const [sales, market] = await read((asked) =>
        Promise.all([findAlikeSales(asked, lot, price), marketOf(asked, lot, price)]),
      );
      const items = sales.map((sale) => toSimilarSale(sale, lot, market));
      return {
        averagePrice: price.average_yen,
        sales: price.sales,
        basis: basisOf(lot.model, price),
        items,
        adjusted: spanOf(items.map(({ adjustedPriceYen }) => adjustedPriceYen)),
      };
    });

  for (const { pageType, priceHistory } of [stats, bikeStats])
    serve(app, priceHistory, async ({ query }) => {
      const filter = lotFilterOf(query);
      const { vehicle } = PAGE_RULES[pageType];
      const isNarrow = filter.maker.length > 0 && filter.model.length > 0;
      if (asksForMore(filter) && !isNarrow) return { months: [], needsModel: true };
      const months = asksForMore(filter)
        ? await read((asked) => findMonthsOfSales(asked, vehicle, filter))
        : await read((asked) => findMonths(asked, vehicle, filter));
      return {
        months: months.map((row) => ({
          month: row.month,
          sales: row.sales,
          averageYen: row.average_yen,
          lowYen: row.low_yen,
          highYen: row.high_yen,
        })),
        needsModel: false,
      };
    });
}

async function marketOf(db: Db, lot: WholeLot, price: PriceOfAlike): Promise<Market> {
  const [bands, months] = await Promise.all([findBandSums(db, lot, price), findMonthSums(db, lot)]);
  return {
    bands: new Map(bands.map((row) => [row.band, toAverage(row)])),
    months: new Map(months.map((row) => [row.month, toAverage(row)])),
  };
}

const toAverage = ({ sales, average_yen: averageYen }: SumOfSales): Average => ({ sales, averageYen });

function toSimilarSale(sale: AlikeSale, lot: WholeLot, market: Market): SimilarSale {
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
