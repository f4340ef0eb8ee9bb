import type { PageType } from '@seri/contract/lots/page-types.ts';
import { type PurchasedCar, purchasedCars, purchasedDetails } from '@seri/contract/purchases/routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db.ts';
import { serve } from '../platform/http/serve.ts';
import { NotFound } from '../platform/refusals.ts';
import { costLabels, statusList } from './labels.ts';
import { countPurchases, findPurchase, findPurchases, type PurchaseDetailsRow, type PurchaseRow } from './queries.ts';

/** What a client bought, his own only: to everybody else a purchase does not exist. */
export function purchaseRoutes(app: FastifyInstance, { db }: Database): void {
  serve(app, purchasedCars, async ({ query, viewer }) => {
    const [rows, counts] = await Promise.all([
      findPurchases(db, viewer.userId, query),
      countPurchases(db, viewer.userId, query),
    ]);
    return {
      success: true as const,
      carsList: rows.map(toListed),
      statusList: statusList(viewer.language),
      pageInfo: {
        page: query.page,
        pageSize: query.pageSize,
        totalSearchResults: counts.found,
        totalResults: counts.all,
      },
    };
  });

  serve(app, purchasedDetails, async ({ query, viewer }) => {
    const purchaseId = /^P([1-9]\d{0,14})$/.exec(query.id)?.[1];
    const row = purchaseId ? await findPurchase(db, viewer.userId, Number(purchaseId)) : undefined;
    if (!row) throw new NotFound();
    return { success: true as const, statusList: statusList(viewer.language), ...toDetails(row, viewer.language) };
  });
}

const toListed = (row: PurchaseRow): PurchasedCar => ({
  id: `P${row.id}`,
  sku: row.sku,
  lotId: String(row.lot_id),
  lotNo: row.lot_no,
  auction: row.auction,
  maker: row.maker,
  model: row.model,
  year: row.year,
  chassis: row.chassis_number,
  purchaseDate: row.purchased_on,
  status: row.status,
  totalPrice: row.total_yen ?? 0,
  exportPort: row.export_port,
  voyage: row.voyage,
  etd: row.etd,
  eta: row.eta,
  images: row.images,
});

function pageTypeOf({ vehicle, lot_source }: PurchaseDetailsRow): PageType {
  if (lot_source === 'stock') return 'stock';
  return vehicle === 'bike' ? 'bikes' : 'car-auction';
}

function toDetails(row: PurchaseDetailsRow, language: number) {
  const labels = costLabels(language);
  return {
    carDetail: {
      id: `P${row.id}`,
      carId: String(row.lot_id),
      pageType: pageTypeOf(row),
      title: `${row.maker} ${row.model}`,
      model: row.model,
      yearMonth: yearMonth(row),
      chassis: row.chassis_number,
      mileage: row.mileage_km,
      engine: row.engine_cc,
      color: row.color,
      purchaseDate: row.purchased_on,
      auction: row.auction,
      lotNo: row.lot_no,
    },
    finances: {
      carPrice: { value: row.car_price_yen, label: labels.carPrice },
      agentFee: { value: row.agent_fee_yen, label: labels.agentFee },
      ...(row.haulage_yen > 0 ? { haulage: { value: row.haulage_yen, label: labels.haulage } } : {}),
      total: row.total_yen ?? 0,
    },
    logistics: {
      status: row.status,
      purchaseDate: row.purchased_on,
      exportPort: row.export_port,
      typeOfExport: row.export_type,
    },
    lotImages: { images: row.images, thumbnails: row.images.map((image) => `${image}?w=160`) },
  };
}

function yearMonth({ year, month }: PurchaseDetailsRow): string {
  if (year === null) return '';
  return month === null ? String(year) : `${year}/${String(month).padStart(2, '0')}`;
}
