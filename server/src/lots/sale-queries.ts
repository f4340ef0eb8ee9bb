import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { LOT } from '../platform/numbers.ts';
import { PLANNED_ONCE } from '../platform/prepared-client.ts';
import { all, type Condition, coreConditions, keyedConditions } from './matching-queries.ts';
import type { WholeLot } from './queries.ts';

/** What counts as a sale: no private lot, no fixed price. Written as the index and the added-up tables have it. */
export const isSale = sql`lot_source = 'auction' and not is_private
  and status in (${LOT.sold}, ${LOT.soldByNegotiation}) and sold_price_yen is not null`;
/** The newest sales say what a lot costs today. */
export const MOST_ITEMS = 50;
const MONTHS_BACK = 24;

export interface PriceOfAlike {
  average_yen: number;
  sales: number;
  /** How far the likeness was relaxed, 0 to 5 (docs/decisions/012-average-price.md). */
  level: number;
  year: number;
  trim_words: string;
  condition_band: number;
  mileage_band: number;
}

/** What lots like this one were sold for, its own sale left out; nothing when fewer than five support it. */
export async function findPriceOfAlike(db: Db, lotId: number): Promise<PriceOfAlike | undefined> {
  const { rows } = await sql<PriceOfAlike>`${PLANNED_ONCE}
    select round((price.yen - case when own.is_sale then sold_price_yen else 0 end)::numeric / price.sales)::integer
             as average_yen,
           price.sales, price.level, year, trim_words, condition_band, mileage_band
      from lots
      cross join lateral (select ${isSale} as is_sale) own
      cross join lateral price_of_alike(vehicle, maker, model, year, trim_words, condition_band, mileage_band,
        own.is_sale::integer) price
     where id = ${lotId}`.execute(db);
  return rows[0];
}

export interface AlikeSale {
  id: number;
  house_name: string;
  auction_day: string;
  auction_at: Date;
  time_known: boolean;
  lot_no: number;
  model: string;
  grade: string;
  year: number | null;
  mileage_km: number | null;
  mileage_mark: string | null;
  condition: string;
  color: string;
  sold_price_yen: number;
  image: string | null;
}

/** The newest of the sales an average rests on. */
export async function findAlikeSales(db: Db, lot: WholeLot, price: PriceOfAlike): Promise<AlikeSale[]> {
  const { rows } = await sql<AlikeSale>`
    select sale.id, house.name as house_name, auction_day, auction_at, time_known, lot_no, model, grade, year,
           mileage_km, mileage_mark, condition, color, sold_price_yen, images[1] as image
      from (
        select id from lots
         where vehicle = ${lot.vehicle} and maker = ${lot.maker} and model = ${lot.model} and ${isSale}
           and year between ${price.year - 2}::integer and ${price.year + 2}::integer
           and likeness_level(${price.year}::smallint, ${price.trim_words}, ${price.condition_band}::smallint,
                 ${price.mileage_band}::smallint, year, trim_words, condition_band, mileage_band) <= ${price.level}
           and id <> ${lot.id}
         order by auction_day desc, id desc limit ${MOST_ITEMS}
      ) newest
      join lots sale on sale.id = newest.id
      join auction_houses house on house.id = sale.house_id
     order by auction_day desc, sale.id desc`.execute(db);
  return rows;
}

export interface SumOfSales {
  sales: number;
  average_yen: number;
}

/** What the sales alike in all but mileage were sold for, by mileage band; the lot's own sale is left out. */
export async function findBandSums(
  db: Db,
  lot: WholeLot,
  price: PriceOfAlike,
): Promise<(SumOfSales & { band: number })[]> {
  const { rows } = await sql<SumOfSales & { band: number }>`
    select mileage_band as band, sum(sales)::integer as sales, round(sum(yen) / sum(sales))::integer as average_yen
      from (
        select mileage_band, sales, yen from sale_cells
         where vehicle = ${lot.vehicle} and maker = ${lot.maker} and model = ${lot.model}
           and year between ${price.year - 2}::integer and ${price.year + 2}::integer
           and likeness_level(${price.year}::smallint, ${price.trim_words}, ${price.condition_band}::smallint,
                 mileage_band, year, trim_words, condition_band, mileage_band) <= ${price.level}
        union all
        select mileage_band, -1, -sold_price_yen from lots where id = ${lot.id} and ${isSale}
      ) counted
     where mileage_band >= 0
     group by mileage_band having sum(sales) > 0`.execute(db);
  return rows;
}

/** What the sales of the lot's model were sold for, by month; the lot's own sale is left out. */
export async function findMonthSums(db: Db, lot: WholeLot): Promise<(SumOfSales & { month: string })[]> {
  const { rows } = await sql<SumOfSales & { month: string }>`
    select to_char(month, 'YYYY-MM') as month, sum(sales)::integer as sales,
           round(sum(yen) / sum(sales))::integer as average_yen
      from (
        select month, sales, yen from sale_months
         where vehicle = ${lot.vehicle} and maker = ${lot.maker} and model = ${lot.model}
        union all
        select date_trunc('month', auction_day)::date, -1, -sold_price_yen from lots where id = ${lot.id} and ${isSale}
      ) counted
     group by month having sum(sales) > 0`.execute(db);
  return rows;
}

interface MonthRow {
  month: string;
  sales: number;
  average_yen: number;
  low_yen: number;
  high_yen: number;
}
const FIGURES = ['maker', 'model', 'condition'] as const;

/** Are there filters besides those by which sales are added up month by month? */
export const asksForMore = (filter: LotFilter): boolean =>
  Object.entries(filter).some(
    ([key, value]) =>
      !FIGURES.some((known) => known === key) && (Array.isArray(value) ? value.length > 0 : Boolean(value)),
  );

/** The sums of the months, whatever the size of the archive. */
export const findMonths = (db: Db, vehicle: string, filter: LotFilter): Promise<MonthRow[]> =>
  months(
    db,
    sql`select to_char(month, 'YYYY-MM') as month, sales, yen, low_yen, high_yen from sale_months
         where vehicle = ${vehicle} and month > ${firstMonth}
           and ${all(FIGURES.flatMap((key) => (filter[key].length > 0 ? [among(sql.ref(key), filter[key])] : [])))}`,
  );

/** Sale by sale, for filters the sums do not know; the filter names maker and model. */
export const findMonthsOfSales = (db: Db, vehicle: string, filter: LotFilter): Promise<MonthRow[]> =>
  months(
    db,
    sql`select to_char(auction_day, 'YYYY-MM') as month, 1 as sales, sold_price_yen as yen, sold_price_yen as low_yen,
               sold_price_yen as high_yen
          from lots
         where vehicle = ${vehicle} and ${isSale} and auction_day >= ${firstMonth} + interval '1 month'
           and ${all([...coreConditions(filter), ...Object.values(keyedConditions(filter))])}`,
  );

/** The month before the first one that is told. */
const firstMonth = sql`(date_trunc('month', now() at time zone 'Asia/Tokyo') - ${`${MONTHS_BACK} months`}::interval)::date`;
const among = (column: RawBuilder<unknown>, values: readonly string[]): Condition =>
  sql`${column} = any(${values}::text[])`;

async function months(db: Db, figures: RawBuilder<unknown>): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select month, sum(sales)::integer as sales, round(sum(yen::bigint) / sum(sales))::integer as average_yen,
           min(low_yen) as low_yen, max(high_yen) as high_yen
      from (${figures}) figures group by month order by month`.execute(db);
  return rows;
}
