import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillDemonstration } from '@seri/demo/seeding/fill-demonstration.ts';
import { Pool as PgPool, type Pool } from 'pg';
import { openDatabase } from '../../../server/src/platform/db/db.ts';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { tablesSql } from '../../../server/src/platform/db/schema-files.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { japanDay } from '../../../server/src/platform/i18n/japan-time.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import type { Bench } from '../tools/cluster.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Filling need not survive a power failure; measuring uses production durability. */
const FILLING = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=2GB',
  'maintenance_work_mem=1GB',
  'work_mem=512MB',
  'max_parallel_maintenance_workers=0',
];
/** Days between a base sale and its copies: whole weeks keep the weekday of each auction house. */
const SHIFT_DAYS = 49;
/** Copies this many shifts apart share no day of the base, so they may reuse lot numbers. */
const COPIES_APART = 60;
/** Lot numbers of the copies are above those of the base. */
const NUMBERS_APART = 100_000;
/** Connections that copy in parallel. */
const LANES = 2;
const log = createLog('bench', 'error');

export interface Extent {
  live: number;
  sales: number;
}

/** Size ratio of the two archives whose growth is compared (business-rules.md#speed-targets). */
export const GROWTH = 10;

export const shareOf = ({ live, sales }: Extent, share: number): Extent => ({
  live: Math.round(live * share),
  sales: Math.round(sales * share),
});

const FULL_EXTENT: Extent = { live: 1_000_000, sales: 20_000_000 };

/** The full archive times `scale`; `sales=0.25` has a quarter of the past sales, for a disk without room for all. */
export function extentOf(scale: number, only: string): Extent {
  const { live, sales } = shareOf(FULL_EXTENT, scale);
  return { live, sales: Math.round(sales * Number(/^sales=([\d.]+)$/.exec(only)?.[1] ?? 1)) };
}

/**
 * The demonstration's lots, built from real listings and multiplied in SQL: deterministic for an extent, stored in a
 * folder and reused by later runs on the same day in Japan, as long as the schema is unchanged.
 */
export async function archiveCluster(extent: Extent): Promise<Bench> {
  const dataDir = join(ROOT, '.data-bench', `${extent.live}-${extent.sales}-${japanDay(new Date())}`);
  const mark = markOf(dataDir);
  if (!isFilled(mark)) {
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true });
    await fill(dataDir, extent);
    writeFileSync(mark, tablesSql());
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await migrate(postgres.url);
  return { url: postgres.url, dataDir, end: postgres.stop };
}

const markOf = (dataDir: string): string => join(dataDir, 'filled');

const isFilled = (mark: string): boolean => existsSync(mark) && readFileSync(mark, 'utf8') === tablesSql();

async function fill(dataDir: string, extent: Extent): Promise<void> {
  const startedMs = Date.now();
  const say = (what: string) =>
    process.stdout.write(`  ${((Date.now() - startedMs) / 1000).toFixed(0).padStart(4)} s  ${what}\n`);
  const postgres = await startEmbeddedPostgres({ dataDir, log, flags: FILLING });
  await migrate(postgres.url);
  const database = openDatabase(postgres.url, log);
  await fillDemonstration(database);
  await database.close();
  say('the demonstration is loaded');
  const pool = new PgPool({ connectionString: postgres.url, max: LANES, options: '-c statement_timeout=0' });
  // A closing connection reports the server's stop as an error.
  pool.on('error', () => {});
  const indexes = await dropIndexes(pool);
  // The copies contain their page, and their auction houses exist; counters are recomputed at the end.
  await pool.query('alter table lots disable trigger all');
  await multiply(pool, extent.live, LIVE);
  await pool.query(
    `update lots set upcoming_page = null
      where upcoming_page in ('car-auction', 'bikes') and auction_day < (now() at time zone 'Asia/Tokyo')::date`,
  );
  say(`${extent.live} live lots`);
  // Indexes of upcoming lots are built before the sales exist, because they contain none of them.
  const [ofUpcoming, ofAll] = [indexes.filter(isOfUpcoming), indexes.filter((index) => !isOfUpcoming(index))];
  await sideBySide(pool, definitionsOf(ofUpcoming));
  say(`${ofUpcoming.length} of ${indexes.length} indexes`);
  await multiply(pool, extent.sales, SALES);
  await pool.query('alter table lots enable trigger all');
  say(`${extent.sales} sales`);
  await sideBySide(pool, definitionsOf(ofAll));
  say('all indexes');
  await pool.query('analyze');
  say('statistics are gathered');
  await pool.query('vacuum');
  say('vacuumed');
  await pool.end();
  await postgres.stop();
}

/** One statement per connection, the last one first: parallel workers would idle while an index is merged and written. */
async function sideBySide(pool: Pool, statements: readonly string[]): Promise<void> {
  const left = [...statements];
  const lane = async () => {
    for (let statement = left.pop(); statement; statement = left.pop()) await pool.query(statement);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

interface Index {
  name: string;
  definition: string;
}
const definitionsOf = (indexes: readonly Index[]) => indexes.map(({ definition }) => definition);
const isOfUpcoming = ({ definition }: Index): boolean => /upcoming_page (?:=|IS NOT NULL)/i.test(definition);

/** All but the primary key; uniqueness is preserved, because each copy has its own name. */
async function dropIndexes(pool: Pool): Promise<Index[]> {
  const { rows } = await pool.query<{ name: string; constraint: string | null; definition: string }>(
    `select indexrelid::regclass::text as name, quote_ident(conname) as constraint,
            coalesce(
              'alter table lots add constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(c.oid),
              pg_get_indexdef(indexrelid)) as definition
       from pg_index left join pg_constraint c on conindid = indexrelid and conrelid = indrelid
      where indrelid = 'lots'::regclass and not indisprimary order by 1`,
  );
  for (const { name, constraint } of rows)
    await pool.query(constraint ? `alter table lots drop constraint ${constraint}` : `drop index ${name}`);
  return rows;
}

/** A number from 0 to 1 from the row and its copy, equal on every machine. */
const randomShare = (salt: number) => `((hashint8extended(base.id, ${salt} + 10 * copy) & 1048575) / 1048575.0)`;

const OF_EVERY_COPY: Record<string, string> = {
  source: `'bench'`,
  source_id: `base.source_id || '.' || copy`,
  sheet: 'null',
  mileage_km: `(base.mileage_km * (0.8 + 0.4 * ${randomShare(1)}))::integer`,
  start_price_yen: `(base.start_price_yen * (0.8 + 0.4 * ${randomShare(2)}) / 5000)::integer * 5000`,
  sold_price_yen: `(base.sold_price_yen * (0.8 + 0.4 * ${randomShare(2)}) / 1000)::integer * 1000`,
  chassis_number: `base.chassis_code || '-' || (1000000 + 6999999 * ${randomShare(3)})::integer`,
};
/** Shifted together, as the feed derives them from the first. */
const HOURS = ['auction_at', 'bids_close_at', 'agent_cutoff_at', 'cancel_until'];

interface Kind {
  which: string;
  /** Columns that differ from copy to copy. */
  own: Record<string, string>;
}
const SALES: Kind = {
  which: 'status not in (4531, 4532)',
  own: Object.fromEntries([
    ['lot_no', `base.lot_no + ${NUMBERS_APART} * (copy % ${COPIES_APART})`],
    ['auction_day', `base.auction_day - ${SHIFT_DAYS} * copy`],
    ...[...HOURS, 'result_updated_at', 'source_updated_at'].map((column) => [
      column,
      `base.${column} - make_interval(days => ${SHIFT_DAYS} * copy)`,
    ]),
  ]),
};
const LIVE: Kind = {
  which: 'status in (4531, 4532)',
  own: {
    lot_no: `base.lot_no + ${NUMBERS_APART} * copy`,
    ...Object.fromEntries(
      HOURS.map((column) => [column, `base.${column} + make_interval(secs => 300 * ${randomShare(4)})`]),
    ),
  },
};

async function multiply(pool: Pool, wanted: number, { which, own }: Kind): Promise<void> {
  const { rows } = await pool.query<{ lots: number }>(
    `select count(*)::integer as lots from lots where lot_source = 'auction' and ${which}`,
  );
  const base = rows[0]?.lots ?? 0;
  if (wanted > base) await copy(pool, which, { copies: wanted - base, base }, own);
}

interface Share {
  copies: number;
  base: number;
}

async function copy(pool: Pool, which: string, { copies, base }: Share, own: Record<string, string>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = 'lots' and is_generated = 'NEVER' and column_name <> 'id' order by ordinal_position`,
  );
  const changed: Record<string, string> = { ...OF_EVERY_COPY, ...own };
  const names = rows.map(({ name }) => name);
  const lanes = Array.from({ length: LANES }, (_, lane) => lane);
  await Promise.all(
    lanes.map((lane) =>
      pool.query(
        `insert into lots (${names.join(', ')})
         select ${names.map((name) => changed[name] ?? `base.${name}`).join(', ')}
           from generate_series(1 + $3::integer, $1::integer, ${LANES}) copy
           cross join (select * from lots where lot_source = 'auction' and source = 'demo' and ${which} order by id) base
          limit $2`,
        [LANES * Math.ceil(copies / base / LANES), Math.floor((copies + lane) / LANES), lane],
      ),
    ),
  );
}
