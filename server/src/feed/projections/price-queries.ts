import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { ChanceEffects } from '@seri/contract/prices/price-chance.ts';
import type { CommonEffects, ModelEffects, PriceFacts } from '@seri/contract/prices/price-model.ts';
import type { ChanceGroup, PriceRecord, RecordGroup } from '@seri/contract/prices/record-routes.ts';
import type { ShiftedSource } from '@seri/contract/prices/shifted-sources.ts';
import type { PoolClient } from 'pg';

export type Vehicle = 'car' | 'bike';
export interface Model {
  vehicle: Vehicle;
  maker: string;
  model: string;
}

export interface DueModel extends Model {
  /** Its sales changed: fit it again and reprice all its running lots; otherwise only those that were written. */
  sold: boolean;
}

const { ongoing, upcoming, sold, soldByNegotiation, notSold, unsold } = LOT_STATUS;
export const RUNNING = `l.status in (${ongoing}, ${upcoming})`;
/** A result with a later day is a mistake of its source, and would move the model's present. */
const IS_HELD = `l.auction_day <= (now() at time zone 'Asia/Tokyo')::date`;
const IS_SALE = `${IS_HELD} and l.lot_source = 'auction' and not l.is_private and l.status in (${sold}, ${soldByNegotiation})
  and l.sold_price_yen is not null`;
const IS_ENDED = `${IS_HELD} and l.lot_source = 'auction' and not l.is_private
  and (l.status in (${notSold}, ${unsold}) or l.status in (${sold}, ${soldByNegotiation}) and l.sold_price_yen is not null)`;
/** Sales of a source that moved away from all estimates do not count. */
const COUNTS = `not exists (select from price_alarms a where a.source = l.source and a.vehicle = l.vehicle
  and a.released_at is null and l.auction_day >= a.first_day)`;

/** The columns of `PriceFacts`; houses by id. */
export const FACTS = `l.maker, l.model, l.trim_words as "trimWords", l.year, l.month, l.engine_cc as "engineCc",
  l.chassis_code as "chassisCode", l.mileage_km as "mileageKm", l.mileage_mark is not null as "isMileageDoubted",
  l.condition, l.equip, l.gearbox, coalesce(l.drive, '') as drive, l.house_id::text as house, l.auction_day::text as day`;

export interface StoredSale extends PriceFacts {
  id: number;
  vehicle: Vehicle;
  source: string;
  soldYen: number;
}
export interface EndedLotRow extends Omit<StoredSale, 'soldYen'> {
  soldYen: number | null;
  startYen: number | null;
}
export interface StoredCommon {
  vehicle: Vehicle;
  effects: CommonEffects;
  chance: ChanceEffects;
  corrections: Corrections;
  record: PriceRecord;
  sales: number;
}
/** Factors of the ranges by stratum, from the results of the last days. */
export type Corrections = Record<string, { widen: number; shift: number }>;

/** Sales that a model's own fit uses at most; a larger model changes little between two nights. */
export const MAX_OWN_SALES = 1_000;

const columnsOf = (models: readonly Model[]) => [
  models.map(({ vehicle }) => vehicle),
  models.map(({ maker }) => maker),
  models.map(({ model }) => model),
];
const GIVEN = 'unnest($1::text[], $2::text[], $3::text[]) given(vehicle, maker, model)';

/** Whether effects were fitted before. */
export async function hasPrices(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query('select from price_commons limit 1');
  return rowCount !== 0;
}

/** The newest sales of these models. */
export async function findModelSales(client: PoolClient, models: readonly Model[]): Promise<StoredSale[]> {
  const { rows } = await client.query<StoredSale>(
    `select l.id, l.vehicle, l.source, l.sold_price_yen as "soldYen", ${FACTS}
       from ${GIVEN} cross join lateral (
         select * from lots l where l.vehicle = given.vehicle and l.maker = given.maker and l.model = given.model
            and ${IS_SALE} and ${COUNTS} and l.auction_day > current_date - 1100
          order by l.auction_day desc, l.id desc limit ${MAX_OWN_SALES}) l`,
    columnsOf(models),
  );
  return rows;
}

/** Past sales in the order of their ids. */
export async function findSalesAfter(client: PoolClient, lastId: number, limit: number): Promise<StoredSale[]> {
  const { rows } = await client.query<StoredSale>(
    `select l.id, l.vehicle, l.source, l.sold_price_yen as "soldYen", ${FACTS} from lots l
      where l.id > $1 and ${IS_SALE} and ${COUNTS} and l.auction_day > current_date - 1100 order by l.id limit ${limit}`,
    [lastId],
  );
  return rows;
}

/** Ended lots of a span of days without a score: sold or not. */
export async function findUnscored(
  client: PoolClient,
  { vehicle, from, to }: { vehicle: Vehicle; from: string; to: string },
  limit: number,
): Promise<EndedLotRow[]> {
  const { rows } = await client.query<EndedLotRow>(
    `select l.id, l.vehicle, l.source, case when ${IS_SALE} then l.sold_price_yen end as "soldYen",
            l.start_price_yen as "startYen", ${FACTS}
       from lots l
      where l.auction_day between $1::date and $2::date and l.vehicle = $3 and ${IS_ENDED}
        and not exists (select from price_scores s where s.lot_id = l.id)
      order by hashint8(l.id) limit ${limit}`,
    [from, to, vehicle],
  );
  return rows;
}

export interface Score {
  lotId: number;
  vehicle: Vehicle;
  maker: string;
  houseId: number;
  day: string;
  stratum: string;
  ageYears: number | null;
  lowYen: number;
  middleYen: number;
  highYen: number;
  isShown: boolean;
  startYen: number | null;
  soldYen: number | null;
}

/** Stores replayed scores. */
export async function insertReplayed(client: PoolClient, scores: readonly Score[]): Promise<void> {
  await client.query(
    `insert into price_scores (lot_id, vehicle, maker, house_id, auction_day, stratum, age_years, low_yen, middle_yen,
                               high_yen, is_shown, start_yen, sold_yen, is_replayed)
     select s."lotId", s.vehicle, s.maker, s."houseId", s.day, s.stratum, s."ageYears", s."lowYen", s."middleYen",
            s."highYen", s."isShown", s."startYen", s."soldYen", true
       from jsonb_to_recordset($1::jsonb) s("lotId" bigint, vehicle text, maker text, "houseId" integer, day date,
            stratum text, "ageYears" smallint, "lowYen" integer, "middleYen" integer, "highYen" integer,
            "isShown" boolean, "startYen" integer, "soldYen" integer)
     on conflict do nothing`,
    [JSON.stringify(scores)],
  );
}

/** Stores the frozen estimates of lots that ended since; only earlier estimates than the auction count. */
export async function insertScores(client: PoolClient): Promise<void> {
  await client.query(
    `insert into price_scores (lot_id, vehicle, maker, house_id, auction_day, stratum, age_years, low_yen, middle_yen,
                               high_yen, is_shown, start_yen, sold_yen, is_replayed)
     select l.id, l.vehicle, l.maker, l.house_id, l.auction_day, l.price_stratum,
            greatest(0, extract(year from l.auction_day) - l.year), l.price_low_yen, l.price_middle_yen, l.price_high_yen,
            l.average_price_yen is not null, l.start_price_yen, case when ${IS_SALE} then l.sold_price_yen end, false
       from lots l
      where l.auction_day between current_date - 10 and current_date + 1 and ${IS_ENDED}
        and l.price_middle_yen is not null and l.price_estimated_at < l.auction_at
     on conflict (lot_id) do update set sold_yen = excluded.sold_yen
       where price_scores.sold_yen is distinct from excluded.sold_yen and not price_scores.is_replayed`,
  );
}

export interface ScoreRow extends Score {
  /** Id of the auction house, as the model names houses. */
  house: string;
}
/** Scores of the last days, the newest first. */
export async function findScores(
  client: PoolClient,
  vehicle: Vehicle,
  days: number,
  limit: number,
): Promise<ScoreRow[]> {
  const { rows } = await client.query<ScoreRow>(
    `select lot_id as "lotId", vehicle, maker, house_id as "houseId", house_id::text as house, auction_day::text as day,
            stratum, age_years as "ageYears", low_yen as "lowYen", middle_yen as "middleYen", high_yen as "highYen",
            is_shown as "isShown", start_yen as "startYen", sold_yen as "soldYen"
       from price_scores where vehicle = $1 and auction_day > current_date - $2::integer
      order by auction_day desc, lot_id desc limit $3`,
    [vehicle, days, limit],
  );
  return rows;
}

/** Own bids on scored lots with their outcome: won, or outbid by a higher price. */
export async function findEndedBids(
  client: PoolClient,
  vehicle: Vehicle,
): Promise<(ScoreRow & { bidYen: number; won: boolean })[]> {
  const { rows } = await client.query<ScoreRow & { bidYen: number; won: boolean }>(
    `select s.low_yen as "lowYen", s.middle_yen as "middleYen", s.high_yen as "highYen", s.start_yen as "startYen",
            s.house_id::text as house, b.amount_yen as "bidYen", b.status in (${BID_STATUS.win}, ${BID_STATUS.won}) as won
       from price_scores s join bids b on b.lot_id = s.lot_id
      where s.vehicle = $1 and s.auction_day > current_date - 365 and b.status in (${BID_STATUS.finished}, ${BID_STATUS.win}, ${BID_STATUS.won})
      order by b.id desc limit 20000`,
    [vehicle],
  );
  return rows;
}

export async function findCommons(client: PoolClient): Promise<Map<Vehicle, StoredCommon>> {
  const { rows } = await client.query<StoredCommon>(
    'select vehicle, effects, chance, corrections, record, sales from price_commons',
  );
  return new Map(rows.map((row) => [row.vehicle, row]));
}

export async function saveCommon(
  client: PoolClient,
  { vehicle, effects, chance, corrections, record, sales }: StoredCommon,
): Promise<void> {
  await client.query(
    `insert into price_commons (vehicle, effects, chance, corrections, record, sales) values ($1, $2, $3, $4, $5, $6)
     on conflict (vehicle) do update set effects = excluded.effects, chance = excluded.chance,
       corrections = excluded.corrections, record = excluded.record, sales = excluded.sales, fitted_at = clock_timestamp()`,
    [
      vehicle,
      JSON.stringify(effects),
      JSON.stringify(chance),
      JSON.stringify(corrections),
      JSON.stringify(record),
      sales,
    ],
  );
}

export interface StoredModel extends Model {
  effects: ModelEffects;
  sales: number;
}

export async function findModels(client: PoolClient, models: readonly Model[]): Promise<StoredModel[]> {
  const { rows } = await client.query<StoredModel>(
    `select m.vehicle, m.maker, m.model, m.effects, m.sales from ${GIVEN}
       join price_models m on m.vehicle = given.vehicle and m.maker = given.maker and m.model = given.model`,
    columnsOf(models),
  );
  return rows;
}

export async function saveModels(client: PoolClient, models: readonly StoredModel[]): Promise<void> {
  await client.query(
    `insert into price_models (vehicle, maker, model, effects, sales)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::integer[])
     on conflict (vehicle, maker, model) do update
       set effects = excluded.effects, sales = excluded.sales, fitted_at = clock_timestamp()`,
    [...columnsOf(models), models.map(({ effects }) => JSON.stringify(effects)), models.map(({ sales }) => sales)],
  );
}

/** Deletes the effects of models without sales. */
export async function deleteModels(client: PoolClient, models: readonly Model[]): Promise<void> {
  await client.query(
    `delete from price_models m using ${GIVEN}
      where m.vehicle = given.vehicle and m.maker = given.maker and m.model = given.model`,
    columnsOf(models),
  );
}

export async function readClock(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now');
  return rows[0]?.now ?? '';
}

/** Deletes the effects of models that a fit of all sales did not write, because they have none left. */
export async function deleteOldModels(client: PoolClient, vehicle: Vehicle, startedAt: string): Promise<void> {
  await client.query('delete from price_models where vehicle = $1 and fitted_at < $2::timestamptz', [
    vehicle,
    startedAt,
  ]);
}

/** Deletes all effects of a vehicle type without sales. */
export async function deleteFit(client: PoolClient, vehicle: Vehicle): Promise<void> {
  await client.query('delete from price_models where vehicle = $1', [vehicle]);
  await client.query('delete from price_commons where vehicle = $1', [vehicle]);
}

/** Sales known to the stored effects of all models. */
export async function countModelSales(client: PoolClient, vehicle: Vehicle): Promise<number> {
  const { rows } = await client.query<{ sales: number }>(
    'select coalesce(sum(sales), 0)::integer as sales from price_models where vehicle = $1',
    [vehicle],
  );
  return rows[0]?.sales ?? 0;
}

/** Records a shift once; one that the operator released stays released. */
export async function insertAlarms(
  client: PoolClient,
  vehicle: Vehicle,
  shifts: readonly ShiftedSource[],
): Promise<number> {
  let added = 0;
  for (const { source, firstDay, sales, ratio } of shifts) {
    const { rowCount } = await client.query(
      `insert into price_alarms (source, vehicle, first_day, sales, ratio)
       select $1, $2, $3::date, $4, $5
        where not exists (select from price_alarms where source = $1 and vehicle = $2 and first_day <= $3::date)
       on conflict do nothing`,
      [source, vehicle, firstDay, sales, ratio],
    );
    added += rowCount ?? 0;
  }
  return added;
}

/** Adds a fit to the jobs of the worker. */
export async function requestRefit(client: PoolClient): Promise<void> {
  await client.query(
    `select graphile_worker.add_job('refit_prices', '{}'::json, queue_name := 'refit_prices', job_key := 'refit_prices',
       max_attempts := 25)`,
  );
}

export interface OpenAlarm {
  source: string;
  vehicle: Vehicle;
  firstDay: string;
  sales: number;
  ratio: number;
}
/** Sources whose sales do not count at present. */
export async function findOpenAlarms(client: Pick<PoolClient, 'query'>): Promise<OpenAlarm[]> {
  const { rows } = await client.query<OpenAlarm>(
    `select source, vehicle, first_day::text as "firstDay", sales, ratio from price_alarms
      where released_at is null order by source, vehicle`,
  );
  return rows;
}

/** Reading all sales takes longer than a page may. */
export const withoutTimeout = (client: PoolClient) => client.query('set statement_timeout = 0');

const RECORD_DAYS = 90;
const RECORD_MONTHS = 12;
/** The groups of the record. */
const RECORD_KEYS = {
  makers: 's.maker',
  houses: '(select name from auction_houses where id = s.house_id)',
  prices: `case when s.middle_yen < 250000 then '0' when s.middle_yen < 500000 then '250000'
    when s.middle_yen < 1000000 then '500000' when s.middle_yen < 2000000 then '1000000' else '2000000' end`,
  ages: `case when s.age_years is null then '' when s.age_years < 3 then '0' when s.age_years < 7 then '3'
    when s.age_years < 12 then '7' else '12' end`,
} as const;
const FIGURES = `count(*)::integer as sales,
  (count(*) filter (where s.sold_yen between s.low_yen and s.high_yen))::integer as inside,
  (count(*) filter (where s.is_replayed))::integer as replayed,
  avg(abs(s.middle_yen::float8 / s.sold_yen - 1)) as error, avg(ln(s.middle_yen::float8 / s.sold_yen)) as bias`;
const isJudged = (since: string) => `s.vehicle = $1 and s.is_shown and s.sold_yen > 0 and s.auction_day > ${since}`;

/** The public record of a vehicle type from the scores. */
export async function findRecord(client: PoolClient, vehicle: Vehicle): Promise<PriceRecord> {
  const days = isJudged(`current_date - ${RECORD_DAYS}`);
  const groups = async (key: string, condition: string, order: string) =>
    (
      await client.query<RecordGroup>(
        `select ${key} as name, ${FIGURES} from price_scores s where ${condition} group by 1 order by ${order} limit 60`,
        [vehicle],
      )
    ).rows;
  const [total] = await groups("''", days, '1');
  const months = await groups(
    "to_char(s.auction_day, 'YYYY-MM')",
    isJudged(`date_trunc('month', current_date) - interval '${RECORD_MONTHS - 1} months' - interval '1 day'`),
    '1',
  );
  const split = {} as Record<keyof typeof RECORD_KEYS, RecordGroup[]>;
  for (const [name, key] of Object.entries(RECORD_KEYS) as [keyof typeof RECORD_KEYS, string][])
    split[name] = await groups(key, days, 'count(*) desc, 1');
  const { rows: chances } = await client.query<ChanceGroup>(
    `select least(9, b.win_chance / 10)::integer as tenth, count(*)::integer as bids,
            (count(*) filter (where b.status in (${BID_STATUS.win}, ${BID_STATUS.won})))::integer as won,
            avg(b.win_chance) / 100.0 as said
       from bids b join lots l on l.id = b.lot_id
      where l.vehicle = $1 and b.win_chance is not null
        and b.status in (${BID_STATUS.finished}, ${BID_STATUS.win}, ${BID_STATUS.won})
        and l.auction_day > current_date - 365
      group by 1 order by 1`,
    [vehicle],
  );
  return {
    vehicle,
    total: total ?? NO_RECORD,
    months,
    ...split,
    chances: chances.map((group) => ({ ...group, said: Number(group.said) })),
  };
}
const NO_RECORD: RecordGroup = { name: '', sales: 0, inside: 0, replayed: 0, error: null, bias: null };

/** Running lots of all models. */
export async function touchRunningLots(client: PoolClient): Promise<void> {
  await client.query(`insert into feed_touched_lots select l.id from lots l where ${RUNNING}`);
}

/** Ids of running lots, in their order. */
export async function findRunningAfter(client: PoolClient, lastId: number, limit: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select l.id from lots l where l.id > $1 and ${RUNNING} order by l.id limit ${limit}`,
    [lastId],
  );
  return rows.map(({ id }) => id);
}
