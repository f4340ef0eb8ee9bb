import { fitPrices } from '@seri/contract/prices/fit-prices.ts';
import { monthNumber } from '@seri/contract/prices/price-model.ts';
import { PriceSales } from '@seri/contract/prices/price-sales.ts';
import { FACTS, type StoredSale } from '@seri/server/feed/projections/price-queries.ts';
import { shiftDay } from '@seri/server/platform/i18n/japan-time.ts';
import { Pool } from 'pg';
import { archiveCluster, extentOf } from '../lists/archive-data.ts';

/** Sales that are fitted: a quarter first, because the figure is the most that the process has ever used. */
const SHARES = [0.25, 1];
const PAGE = 20_000;
/** The model's past, in days. The archive goes back further, so every sale gets a day within it. */
const DAYS_BACK = 1_095;

/** Time and memory of the nightly fit on the past sales of the archive of `lists`. */
export async function refit(scale: number, only = ''): Promise<void> {
  const extent = extentOf(scale, only);
  const cluster = await archiveCluster(extent);
  const pool = new Pool({ connectionString: cluster.url, max: 1 });
  try {
    process.stdout.write('\n| sales | read | fitted | memory at most |\n| --- | --- | --- | --- |\n');
    for (const share of SHARES) await fit(pool, Math.round(extent.sales * share));
  } finally {
    await pool.end();
    await cluster.end();
  }
}

async function fit(pool: Pool, wanted: number): Promise<void> {
  const startedMs = performance.now();
  const columns = { car: new PriceSales(), bike: new PriceSales() };
  const today = new Date().toISOString().slice(0, 10);
  const days = Array.from({ length: DAYS_BACK }, (_, back) => shiftDay(today, -back));
  let count = 0;
  for (let lastId = 0; count < wanted; ) {
    const { rows } = await pool.query<StoredSale>(
      `select l.id, l.vehicle, l.source, l.sold_price_yen as "soldYen", ${FACTS} from lots l
        where l.id > $1 and l.sold_price_yen is not null and l.lot_source = 'auction' order by l.id limit ${PAGE}`,
      [lastId],
    );
    if (rows.length === 0) break;
    for (const sale of rows) columns[sale.vehicle].add({ ...sale, day: days[sale.id % DAYS_BACK] ?? today });
    count += rows.length;
    lastId = rows.at(-1)?.id ?? 0;
  }
  const readMs = performance.now();
  for (const sales of Object.values(columns)) if (sales.count > 0) fitPrices(sales, monthNumber(today));
  const endedMs = performance.now();
  const mostMb = Math.round(process.resourceUsage().maxRSS / 1024);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
  process.stdout.write(`| ${count} | ${seconds(readMs - startedMs)} | ${seconds(endedMs - readMs)} | ${mostMb} MB |\n`);
}
