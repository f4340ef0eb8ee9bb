import type { LotFilter } from '@seri/contract/lots/filter.ts';
import { type Likeness, likenessLevel, type SaleCell } from '@seri/contract/lots/likeness.ts';
import type { SalePoint, SoldGroup } from '@seri/contract/lots/records.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { LOT } from '../../platform/db/numbers.ts';
import { all, filtered, hasModelNumber, indexAt, type Source } from '../core/condition-queries.ts';
import { compileForIndex } from '../list-index/compile-queries.ts';
import type { ListIndex } from '../list-index/list-index.ts';

/** Condition of a counted sale: no private lot, no fixed price. */
const isSale = sql`lots.lot_source = 'auction' and not lots.is_private and lots.status in (${LOT.sold}, ${LOT.soldByNegotiation}) and lots.sold_price_yen is not null`;
/** Only the newest sales, which show today's prices. */
const MAX_ITEMS = 50;
const MONTHS_BACK = 24;
const MAX_POINTS = 2_000;
const MAX_GROUPS = 80;

/** A lot to find similar sales for. */
export interface Model {
  id: number;
  vehicle: string;
  maker: string;
  model: string;
}
export type ModelLot = Model & Likeness;

/** The lot with its similarity properties; undefined while its year is unknown. */
export async function findLikeness(db: Db, lotId: number): Promise<ModelLot | undefined> {
  const { rows } = await sql<ModelLot>`
    select id, vehicle, maker, model, year, trim_words as "trimWords", condition_band as "conditionBand",
           mileage_band as "mileageBand"
      from lots where id = ${lotId} and year is not null`.execute(db);
  return rows[0];
}

/** Queries about past sales, served by the list index. */
export function saleQuestions(index: ListIndex) {
  const run = async <Row>(question: (source: Source) => RawBuilder<Row>): Promise<Row[]> => {
    const moment = await index.current();
    return index.ask<Row>((facetBits) => compileForIndex(question(indexAt(moment, facetBits))));
  };
  return {
    /** Sales of the lot's model in neighboring years, without its own sale, by similarity. */
    cells: (lot: ModelLot): Promise<SaleCell[]> =>
      run(
        () => sql`
        select year, trim_words as "trimWords", condition_band as "conditionBand", mileage_band as "mileageBand",
               count(*) as sales, sum(sold_price_yen)::bigint as yen
          from sales lots where ${ofModel(lot)} and year between ${lot.year - 2}::integer and ${lot.year + 2}::integer
         group by all`,
      ),
    /** Ids of sales of the model: of the same trim and near years first, then the newest. */
    candidates: async (lot: Model & { trimWords: string; year: number | null }, limit: number): Promise<number[]> => {
      const rows = await run<{ id: number }>(
        () => sql`
        select id from sales lots where ${ofModel(lot)}
         order by (trim_words <> ${lot.trimWords}::varchar)::integer
                  + abs(coalesce(year, 0) - ${lot.year ?? 0}::integer) * ${lot.year === null ? 0 : 1}::integer,
                  auction_day desc, id desc limit ${limit}::integer`,
      );
      return rows.map(({ id }) => id);
    },
    /** Ids of the newest sales that are similar at this level or a stricter one. */
    newest: async (lot: ModelLot, cells: readonly SaleCell[], level: number): Promise<SaleOfModel[]> => {
      const alike = cells.filter((cell) => (likenessLevel(lot, cell) ?? Number.POSITIVE_INFINITY) <= level);
      if (alike.length === 0) return [];
      const keys = alike.map(
        (cell) =>
          sql`(${cell.year}::smallint, ${cell.trimWords}::varchar, ${cell.conditionBand}::smallint, ${cell.mileageBand}::smallint)`,
      );
      return run(
        () => sql`
        select id, sold_price_yen as "priceYen" from sales lots
         where ${ofModel(lot)} and (year, trim_words, condition_band, mileage_band) in (${sql.join(keys)})
         order by auction_day desc, id desc limit ${MAX_ITEMS}::integer`,
      );
    },
    /** The model's sales by month, without the lot's own sale. */
    months: (lot: Model): Promise<SumOfMonth[]> =>
      run(
        () => sql`
        select strftime(auction_day, '%Y-%m') as month, count(*) as sales, round(avg(sold_price_yen))::integer as "averageYen"
          from sales lots where ${ofModel(lot)} group by 1`,
      ),
    /** The newest sales under a filter, with what a chart and a file need. */
    points: (vehicle: string, filter: LotFilter): Promise<SalePoint[]> =>
      run(
        (source) => sql`
        select lots.id::varchar as id, strftime(auction_day, '%Y-%m-%d') as day, model_text as name, year,
               mileage_km as mileage, condition, house.name as house, start_price_yen as "startPrice",
               sold_price_yen as "soldPrice"
          from sales lots join auction_houses house on house.id = house_id
         where vehicle = ${vehicle} and ${isSale} and ${all(filtered(source, filter))}
         order by auction_day desc, lots.id desc limit ${MAX_POINTS}::integer`,
      ),
    /** Offered and sold lots under a filter, by auction house or model; the largest groups first. */
    groups: (vehicle: string, filter: LotFilter, by: 'house' | 'model'): Promise<SoldGroup[]> =>
      run(
        (source) => sql`
        select ${by === 'house' ? sql`house.name` : sql`maker || ' ' || model`} as name, count(*)::integer as offered,
               (count(*) filter (where ${isSale}))::integer as sold,
               median(sold_price_yen / start_price_yen - 1) filter (where ${isSale} and start_price_yen > 0) as "overStart"
          from sales lots join auction_houses house on house.id = house_id
         where vehicle = ${vehicle} and lots.lot_source = 'auction' and not lots.is_private
               and ${all(filtered(source, filter))}
         group by 1 order by offered desc, name limit ${MAX_GROUPS}::integer`,
      ),
    /** Sales under a filter by month, for two years, the oldest month first. */
    history: (vehicle: string, filter: LotFilter): Promise<MonthOfSales[]> =>
      run(
        (source) => sql`
        select strftime(auction_day, '%Y-%m') as month, count(*) as sales, round(avg(sold_price_yen))::integer as "averageYen",
               min(sold_price_yen) as "lowYen", max(sold_price_yen) as "highYen"
          from sales lots
         where vehicle = ${vehicle} and ${isSale} and ${all(filtered(source, filter))}
           and auction_day >= (date_trunc('month', ${source.today}) - to_months(${MONTHS_BACK - 1}::integer))::date
         group by 1 order by 1`,
      ),
  };
}
export type SaleQuestions = ReturnType<typeof saleQuestions>;

const ofModel = ({ id, vehicle, maker, model }: Model) =>
  sql`vehicle = ${vehicle} and ${hasModelNumber([maker], [model])} and ${isSale} and id <> ${id}::bigint`;

interface SaleOfModel {
  id: number;
  priceYen: number;
}
interface SumOfMonth {
  month: string;
  sales: number;
  averageYen: number;
}
interface MonthOfSales extends SumOfMonth {
  lowYen: number;
  highYen: number;
}
