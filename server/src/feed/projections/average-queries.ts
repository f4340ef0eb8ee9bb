import type { PriceFacts } from '@seri/contract/prices/price-model.ts';
import type { PoolClient } from 'pg';
import { isConflict } from '../../platform/db/conflicts.ts';
import type { Database } from '../../platform/db/db.ts';
import { beginLong, commit, createStaging, recordTouched, rollback, TURN_COUNT } from '../staging/staging-queries.ts';
import { type Estimate, priceWith, readyPrices } from './price-lots.ts';
import { type DueModel, FACTS, findRunningAfter, type Model, RUNNING, touchRunningLots } from './price-queries.ts';

const WITH_NEW_SALES = 'select vehicle, maker, model, true as sold from models_to_average';
const OF_TOUCHED =
  'select vehicle, maker, model, false as sold from lots where id in (select lot_id from feed_touched_lots)';
const dueModels = (found: string) => `
select vehicle, maker, model, bool_or(sold) as sold from (${found}) due group by 1, 2, 3 order by 1, 2, 3`;

const IS_OF = (first: number) =>
  `(l.vehicle, l.maker, l.model) in (select * from unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::text[]))`;
const KNOWN = `l.average_price_yen as "shownYen", l.average_sales as "trimSales", l.price_low_yen as "lowYen",
  l.price_middle_yen as "middleYen", l.price_high_yen as "highYen", l.price_stratum as stratum`;
/** Running lots: a past one keeps the range that its bidders saw. */
const LOTS_TO_PRICE = `
select l.id, l.vehicle, ${FACTS}, ${KNOWN}
  from lots l where ${IS_OF(1)} and l.id in (select lot_id from feed_touched_lots) and ${RUNNING}
union
select l.id, l.vehicle, ${FACTS}, ${KNOWN} from lots l where ${IS_OF(4)} and ${RUNNING}`;

export interface LotToPrice extends PriceFacts, Estimate {
  id: number;
  vehicle: Model['vehicle'];
}

const FEW_MODELS = 10;
const MODEL_BATCH_SIZE = 50;
const LOT_BATCH_SIZE = 250;
const REPRICED_AT_ONCE = 2_000;
/** A transaction that met a deadlock with another is repeated, so that no import fails for one. */
const MAX_ATTEMPTS = 3;

/** Skips lots that a bid has locked. Looks lots up one by one: a merge join would scan all earlier lots each time. */
const nextDue = (count: number, lockClause = '') => `
select d.*, l.version_before from feed_averages_due d
 cross join lateral (
   select l.xmin::text::bigint as version_before from lots l where l.id = d.id for no key update ${lockClause}) l order by d.turn, d.id limit ${count}`;
const WRITE_FREE = nextDue(LOT_BATCH_SIZE, 'skip locked');
const WRITE_LOCKED = nextDue(1);
const written = (rows: string) => `
with next_ones as materialized (${rows}), written as (
  update lots l set average_price_yen = s.yen, average_sales = s.sales, price_low_yen = s.low,
         price_middle_yen = s.middle, price_high_yen = s.high, price_stratum = s.stratum,
         price_estimated_at = clock_timestamp()
    from next_ones s where l.id = s.id
  returning l.id, s.version_before, l.xmin::text::bigint as version
), same_content as (
  update lot_stamps k set lot_version = w.version
    from written w where k.lot_id = w.id and k.lot_version = w.version_before
)
delete from feed_averages_due d using written w where d.turn = w.id % ${TURN_COUNT} and d.id = w.id`;

/** Excludes concurrent runs, which could overwrite results computed from newer sales. */
const AVERAGES_LOCK = 7_274_002;

/**
 * Refreshes the price ranges after an import: of written lots that run and, with `fitsModels`, of running lots whose
 * model's sales changed. A past lot keeps the range that its bidders saw (docs/price-model.md). Writes a few lots per
 * transaction, so that no bid waits long.
 */
export async function refreshAverages(client: PoolClient, { fitsModels }: { fitsModels: boolean }): Promise<void> {
  const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      await beginLong(client);
      try {
        const result = await work();
        await commit(client);
        return result;
      } catch (error) {
        // Its reads and writes are undone, so it can run again. A rollback fails only without a connection, and then
        // the first error is the reason.
        await rollback(client).catch(() => {});
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
  // The lock belongs to the session; the transaction only lifts the statement timeout while it waits.
  await inTransaction(async () => void (await client.query('select pg_advisory_lock($1)', [AVERAGES_LOCK])));
  let { due, changes } = await inTransaction(() => collectDueAverages(client, fitsModels));
  while (due > 0)
    await inTransaction(async () => {
      const lots = await writeSome(client);
      due = lots === 0 ? 0 : due - lots;
    });
  await inTransaction(() => endRound(client, changes));
  await client.query('select pg_advisory_unlock($1)', [AVERAGES_LOCK]);
}

/** Job: fits the models whose sales changed in imports without `fitsModels`, and moves the ranges of their lots. */
export async function fitDueModels({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const client = await pool.connect();
  try {
    const { rowCount } = await client.query('select from models_to_average limit 1');
    if (rowCount !== 0) {
      await createStaging(client);
      await refreshAverages(client, { fitsModels: true });
    }
    client.release();
  } catch (error) {
    // Destroys a connection that may still hold the lock.
    client.release(true);
    throw error;
  }
}

/** Reprices all running lots, after a fit of all effects. */
export async function refreshAllPrices(client: PoolClient): Promise<void> {
  await createStaging(client);
  // In parts, so that an import need not wait for all of them.
  for (let lastId = 0; ; ) {
    const ids = await findRunningAfter(client, lastId, REPRICED_AT_ONCE);
    if (ids.length === 0) return;
    await recordTouched(client, ids);
    await refreshAverages(client, { fitsModels: false });
    lastId = ids.at(-1) ?? lastId;
  }
}

/** The same inside the open transaction, for a dry run. */
export async function refreshAveragesDryRun(client: PoolClient): Promise<void> {
  const { changes } = await collectDueAverages(client, true);
  while ((await writeSome(client)) > 0);
  await endRound(client, changes);
}

/** Collects the lots whose range changed. Returns their number, and the ids of the processed changes. */
async function collectDueAverages(
  client: PoolClient,
  fitsModels: boolean,
): Promise<{ due: number; changes: number[] }> {
  const noted = await client.query<{ id: number }>('select id from models_to_average where $1', [fitsModels]);
  const find = dueModels(fitsModels ? `${WITH_NEW_SALES} union all ${OF_TOUCHED}` : OF_TOUCHED);
  let { rows: models } = await client.query<DueModel>(find);
  if (models.length === 0) return { due: 0, changes: [] };
  let due = 0;
  const { commons, isNew } = await readyPrices(client, models);
  if (isNew) {
    await touchRunningLots(client);
    ({ rows: models } = await client.query<DueModel>(find));
  }
  // Without statistics the planner expects few lots, and would read all of them again for each model.
  if (models.length > FEW_MODELS) await client.query('analyze feed_touched_lots');
  for (let at = 0; at < models.length; at += MODEL_BATCH_SIZE) {
    const some = models.slice(at, at + MODEL_BATCH_SIZE);
    const estimateOf = await priceWith(client, { commons, isNew }, some);
    const soldOnes = columnsOf(some.filter((model) => model.sold));
    const { rows: lots } = await client.query<LotToPrice>(LOTS_TO_PRICE, [...columnsOf(some), ...soldOnes]);
    const changed = lots.flatMap((lot) => {
      const estimate = estimateOf(lot);
      return isSame(lot, estimate) ? [] : [{ id: lot.id, ...estimate }];
    });
    await client.query(
      `insert into feed_averages_due select * from unnest($1::bigint[], $2::integer[], $3::integer[], $4::integer[],
         $5::integer[], $6::integer[], $7::text[]) on conflict do nothing`,
      [
        changed.map(({ id }) => id),
        changed.map(({ shownYen }) => shownYen),
        changed.map(({ trimSales }) => trimSales),
        changed.map(({ lowYen }) => lowYen),
        changed.map(({ middleYen }) => middleYen),
        changed.map(({ highYen }) => highYen),
        changed.map(({ stratum }) => stratum),
      ],
    );
    due += changed.length;
  }
  if (due > LOT_BATCH_SIZE) await client.query('analyze feed_averages_due');
  return { due, changes: noted.rows.map(({ id }) => id) };
}

const isSame = (one: Estimate, other: Estimate): boolean =>
  one.shownYen === other.shownYen &&
  one.trimSales === other.trimSales &&
  one.lowYen === other.lowYen &&
  one.middleYen === other.middleYen &&
  one.highYen === other.highYen &&
  one.stratum === other.stratum;

const columnsOf = (models: readonly Model[]) => [
  models.map(({ vehicle }) => vehicle),
  models.map(({ maker }) => maker),
  models.map(({ model }) => model),
];

/** Returns the number of lots written; 0 when the remaining ones no longer exist. */
async function writeSome(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(written(WRITE_FREE));
  return rowCount || ((await client.query(written(WRITE_LOCKED))).rowCount ?? 0);
}

async function endRound(client: PoolClient, changes: number[]): Promise<void> {
  await client.query('delete from models_to_average where id = any($1::bigint[])', [changes]);
  await client.query('truncate feed_touched_lots, feed_averages_due');
}
