import { type Likeness, type PriceOfAlike, priceOfAlike, type SaleCell } from '@seri/contract/lots/likeness.ts';
import { LOT_STATUS } from '@seri/contract/lots/statuses.ts';
import type { PoolClient } from 'pg';
import { beginLong, commit, TURN_COUNT } from '../staging/staging-queries.ts';

interface Model {
  vehicle: string;
  maker: string;
  model: string;
}
interface DueModel extends Model {
  /** Its sales changed: reprice all its running lots; otherwise only those that were written. */
  sold: boolean;
}

const { ongoing, upcoming, sold, soldByNegotiation } = LOT_STATUS;
const RUNNING = `status in (${ongoing}, ${upcoming})`;
const IS_SALE = `lot_source = 'auction' and not is_private and status in (${sold}, ${soldByNegotiation}) and sold_price_yen is not null`;

const DUE_MODELS = `
select vehicle, maker, model, bool_or(sold) as sold from (
  select vehicle, maker, model, true as sold from models_to_average
  union all
  select vehicle, maker, model, false from lots where id in (select lot_id from feed_touched_lots)
) due group by 1, 2, 3 order by 1, 2, 3`;

const OF_MODELS = '(vehicle, maker, model) in (select * from unnest($1::text[], $2::text[], $3::text[]))';
const LIKENESS = `year, trim_words as "trimWords", condition_band as "conditionBand", mileage_band as "mileageBand"`;
const CELLS = `
select vehicle, maker, model, ${LIKENESS}, count(*)::integer as sales, sum(sold_price_yen)::bigint as yen
  from lots where ${OF_MODELS} and ${IS_SALE} and year is not null
 group by vehicle, maker, model, year, trim_words, condition_band, mileage_band`;
const LOTS_TO_PRICE = `
select id, vehicle, maker, model, ${LIKENESS}, case when ${IS_SALE} then sold_price_yen end as "ownYen",
       average_price_yen as "averageYen", average_sales as sales, average_level as level
  from lots where ${OF_MODELS} and id in (select lot_id from feed_touched_lots)
union
select id, vehicle, maker, model, ${LIKENESS}, null, average_price_yen, average_sales, average_level
  from lots where (vehicle, maker, model) in (select * from unnest($4::text[], $5::text[], $6::text[])) and ${RUNNING}`;

interface LotToPrice extends Model, Omit<Likeness, 'year'> {
  id: number;
  year: number | null;
  /** For a sale: it is excluded from its own average. */
  ownYen: number | null;
  averageYen: number | null;
  sales: number | null;
  level: number | null;
}

const MODEL_BATCH_SIZE = 50;
const LOT_BATCH_SIZE = 250;

/** Skips lots that a bid has locked. Looks lots up one by one: a merge join would scan all earlier lots each time. */
const nextDue = (count: number, lockClause = '') => `
select d.* from feed_averages_due d
 cross join lateral (select from lots l where l.id = d.id for no key update ${lockClause}) l order by d.turn, d.id limit ${count}`;
const WRITE_FREE = nextDue(LOT_BATCH_SIZE, 'skip locked');
const WRITE_LOCKED = nextDue(1);
const written = (rows: string) => `
with next_ones as materialized (${rows}), written as (
  update lots l set average_price_yen = s.yen, average_sales = s.sales, average_level = s.level
    from next_ones s where l.id = s.id returning l.id
)
delete from feed_averages_due d using written w where d.turn = w.id % ${TURN_COUNT} and d.id = w.id`;

/** Excludes concurrent runs, which could overwrite results computed from newer sales. */
const AVERAGES_LOCK = 7_274_002;

/**
 * Refreshes the average prices after an import: of written lots, and of running lots whose model's sales changed. A
 * past lot keeps the average that its bidders saw (docs/decisions/016). Writes a few lots per
 * transaction, so that no bid waits long.
 */
export async function refreshAverages(client: PoolClient): Promise<void> {
  const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
    await beginLong(client);
    const result = await work();
    await commit(client);
    return result;
  };
  await client.query('select pg_advisory_lock($1)', [AVERAGES_LOCK]);
  let { due, changes } = await inTransaction(() => collectDueAverages(client));
  while (due > 0)
    await inTransaction(async () => {
      const lots = await writeSome(client);
      due = lots === 0 ? 0 : due - lots;
    });
  await inTransaction(() => endRound(client, changes));
  await client.query('select pg_advisory_unlock($1)', [AVERAGES_LOCK]);
}

/** The same inside the open transaction, for a dry run. */
export async function refreshAveragesDryRun(client: PoolClient): Promise<void> {
  const { changes } = await collectDueAverages(client);
  while ((await writeSome(client)) > 0);
  await endRound(client, changes);
}

/** Collects the lots whose average changed. Returns their number, and the ids of the processed changes. */
async function collectDueAverages(client: PoolClient): Promise<{ due: number; changes: number[] }> {
  const noted = await client.query<{ id: number }>('select id from models_to_average');
  const { rows: models } = await client.query<DueModel>(DUE_MODELS);
  let due = 0;
  for (let at = 0; at < models.length; at += MODEL_BATCH_SIZE) {
    const some = models.slice(at, at + MODEL_BATCH_SIZE);
    const { rows: cells } = await client.query<Model & SaleCell>(CELLS, columnsOf(some));
    const soldOnes = columnsOf(some.filter((model) => model.sold));
    const { rows: lots } = await client.query<LotToPrice>(LOTS_TO_PRICE, [...columnsOf(some), ...soldOnes]);
    const cellsOf = Map.groupBy(cells, nameOf);
    const changed = lots.flatMap((lot) => {
      const price = priceOf(lot, cellsOf.get(nameOf(lot)) ?? []);
      const isSame =
        lot.averageYen === (price?.averageYen ?? null) &&
        lot.sales === (price?.sales ?? null) &&
        lot.level === (price?.level ?? null);
      return isSame ? [] : [{ id: lot.id, price }];
    });
    await client.query(
      `insert into feed_averages_due select * from unnest($1::bigint[], $2::integer[], $3::integer[], $4::smallint[])
       on conflict do nothing`,
      [
        changed.map(({ id }) => id),
        changed.map(({ price }) => price?.averageYen ?? null),
        changed.map(({ price }) => price?.sales ?? null),
        changed.map(({ price }) => price?.level ?? null),
      ],
    );
    due += changed.length;
  }
  if (due > LOT_BATCH_SIZE) await client.query('analyze feed_averages_due');
  return { due, changes: noted.rows.map(({ id }) => id) };
}

const nameOf = ({ vehicle, maker, model }: Model) => JSON.stringify([vehicle, maker, model]);
const columnsOf = (models: readonly Model[]) => [
  models.map(({ vehicle }) => vehicle),
  models.map(({ maker }) => maker),
  models.map(({ model }) => model),
];

/** A lot with an unknown year has no similar lots. */
const priceOf = ({ year, ...lot }: LotToPrice, cells: readonly SaleCell[]): PriceOfAlike | null =>
  year === null ? null : priceOfAlike({ ...lot, year }, cells, lot.ownYen);

/** Returns the number of lots written; 0 when the remaining ones no longer exist. */
async function writeSome(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(written(WRITE_FREE));
  return rowCount || ((await client.query(written(WRITE_LOCKED))).rowCount ?? 0);
}

async function endRound(client: PoolClient, changes: number[]): Promise<void> {
  await client.query('delete from models_to_average where id = any($1::bigint[])', [changes]);
  await client.query('truncate feed_touched_lots, feed_averages_due');
}
