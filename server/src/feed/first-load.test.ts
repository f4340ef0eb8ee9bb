import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { beforeEach, expect, test } from 'vitest';
import { aLot, aResult, demoHouse, imported, type Row } from '../testing/feed.ts';
import { ownDatabase } from '../testing/own-database.ts';
import { OF_RARE } from './bare-lots-queries.ts';

const SEED = Number(process.env.FEED_SEED ?? 1);
const RUNS = Number(process.env.FEED_RUNS ?? 4);
const ROWS = 700;
/** Of more than one batch of an ordinary import. */
const MANY_ROWS = 12_000;

const database = ownDatabase();

/** Quicker than truncate, which empties half the schema behind its foreign keys. */
const emptyTables = () =>
  database.pool.query(
    `delete from lots; delete from lot_results; delete from auction_houses; delete from feed_imports;
     delete from feed_waiting_rows; delete from feed_full_lists; delete from production_months;
     delete from lot_counters; delete from sale_cells; delete from sale_months`,
  );
beforeEach(() => emptyTables());

let generator = xoroshiro128plus(SEED);
const upTo = (most: number): number => (generator.next() >>> 0) % most;
const pick = <T>(choices: readonly T[]): T => choices[upTo(choices.length)] as T;

const HOUSES = ['USS Tokyo', 'USS Nagoya', 'TAA Kinki', 'JU Gifu'];
const DAY_MS = 86_400_000;
const dayOf = (days: number) => new Date(Date.now() + 9 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);
/** Of the last sixty days, by the second. */
const LAST_STAMP = 59 * 86_400;
const startedMs = Date.now();
const stampOf = (at: number) => new Date(startedMs - 60 * DAY_MS + at * 1_000).toISOString();

interface Drawn {
  rows: number;
  /** Several lots want one place; which of them has it depends on what comes in one batch. */
  crowded: boolean;
}

/** Lots listed again and again, under older and newer stamps, told by the list or by results, before and after they come. */
function drawnRows({ rows, crowded }: Drawn): Row[] {
  const drawn: Row[] = [];
  const lots = Math.ceil(rows / 2);
  for (let at = 0; at < rows; at++) {
    const lot = 1 + upTo(lots);
    // No two rows of a lot have one stamp: those that disagree within a millisecond have no order at all.
    const head = { sourceId: `lot-${lot}`, updatedAt: stampOf(upTo(50) * 100_000 + at) };
    const status = pick([4531, 4532, 4533, 4533, 4534, 4535, 4537, 4539]);
    const outcome = { status, soldPrice: status === 4533 || status === 4534 ? (40 + upTo(50)) * 10_000 : null };
    if (upTo(4) === 0) {
      drawn.push(aResult({ ...head, ...outcome, ...(upTo(9) === 0 ? { buyer: { orderKey: `order-${at}` } } : {}) }));
      continue;
    }
    const day = dayOf((lot % 12) - 9);
    drawn.push(
      aLot({
        ...head,
        ...{ lotNo: crowded ? 1 + (lot % Math.ceil(lots / 2)) : lot, house: HOUSES[lot % 4], auctionDate: day },
        ...(lot % 5 > 0 ? { auctionDate: `${day}T1${lot % 10}:30:00+09:00` } : {}),
        ...{ vehicle: lot % 7 === 0 ? 'bike' : 'car', lotSource: lot % 31 === 0 ? 'stock' : 'auction' },
        ...{ model: pick(['PRIUS', 'FIT', 'NOTE']), year: lot % 13 === 0 ? null : 2010 + (lot % 6) },
        ...{ grade: pick(['', 'S', 'S "touring"', 'G\tX\\N']), condition: pick(['4', '4.5', 'R', '']) },
        ...{ mileage: pick([null, 5_000, 61_500, 250_000]), startPrice: pick([null, 100_000, 250_000]) },
        ...(lot % 17 === 0 ? { viewers: ['C-0017'] } : {}),
        ...(upTo(3) === 0 ? { sheet: { damages: [], remarksJa: ['良い'], seed: at } } : {}),
        ...(upTo(2) === 0 ? outcome : {}),
      }),
    );
  }
  return drawn;
}

function shuffled<T>(rows: readonly T[]): T[] {
  const all = [...rows];
  for (let at = all.length - 1; at > 0; at--) {
    const other = upTo(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

const month = (at: number): Row => ({
  ...{ kind: 'production-month', source: 'test', sourceId: `month-${at}`, updatedAt: stampOf(at), maker: 'TOYOTA' },
  ...{ chassisCode: 'ZVW50', serialFrom: at * 100, serialTo: at * 100 + 99, year: 2018, month: 1 + (at % 12) },
});

/** On no list of their house and day, whatever else is drawn. */
const leftOut = (): Row[] =>
  HOUSES.map((house, at) =>
    aLot({ sourceId: `left-out-${at}`, lotNo: 9_000, house, auctionDate: dayOf(2), updatedAt: stampOf(at) }),
  );

/** Everything a file may hold, houses behind their lots, and what is refused. */
const withTheRest = (rows: readonly Row[]): (Row | string)[] => [
  ...shuffled([
    ...rows,
    ...leftOut(),
    ...HOUSES.map((name, at) => demoHouse({ name, ...(at === 2 ? { closeMinutes: 7, cancelHours: 1 } : {}) })),
    ...Array.from({ length: 9 }, (_, at) => month(at)),
    { ...month(3), sourceId: 'overlaps', updatedAt: stampOf(1) },
    ...[1, 2, 3].map((lot) => aLot({ sourceId: `nowhere-${lot}`, lotNo: lot, house: `Nowhere ${lot % 2}` })),
    ...['{"kind":"lot"', '{', 'null'],
  ]),
  ...HOUSES.map((house) => ({
    ...{ kind: 'full-list', source: 'test', updatedAt: stampOf(LAST_STAMP), house, day: dayOf(2), vehicle: 'car' },
    lotNos: rows.flatMap((row) => (row.house === house && Number(row.lotNo) % 3 > 0 ? [Number(row.lotNo)] : [])),
  })),
];

/** All tables an import writes, without ids and the time of writing. */
const TABLES: Record<string, string> = {
  lots: `select to_jsonb(l) - '{id,house_id,created_at,updated_at}'::text[]
           || jsonb_build_object('house', h.name, 'source_updated_at', greatest(l.source_updated_at, k.newest_at)) as row
           from lots l join auction_houses h on h.id = l.house_id left join feed_lines k on k.lot_id = l.id`,
  houses: `select to_jsonb(h) - '{id,updated_at}'::text[] as row from auction_houses h`,
  results: `select to_jsonb(r) as row from lot_results r`,
  counters: `select to_jsonb(c) || jsonb_build_object('value', coalesce(h.name, c.value)) as row
               from lot_counters c left join auction_houses h on c.facet = 'auction' and h.id::text = c.value
              where lots > 0`,
  prices: `select to_jsonb(c) - 'lot_id' as row from coming_prices c`,
  cells: `select to_jsonb(c) - 'is_fresh' as row from sale_cells c where sales > 0`,
  months: `select to_jsonb(m) as row from sale_months m where sales > 0`,
  lists: `select to_jsonb(f) - 'house_id' || jsonb_build_object('house', h.name) as row
            from feed_full_lists f join auction_houses h on h.id = f.house_id`,
  refused: `select to_jsonb(r) - 'import_id' as row from feed_refused_rows r`,
  waiting: `select to_jsonb(w) - 'kept_at' as row from feed_waiting_rows w`,
  production: `select to_jsonb(p) - '{id,updated_at}'::text[] as row from production_months p`,
};

/** Everything that a table of lots is besides its columns. */
const DECLARED = `
select pg_get_indexdef(indexrelid) as all from pg_index where indrelid = 'lots'::regclass
union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = 'lots'::regclass
union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where tgrelid = 'lots'::regclass and not tgisinternal
union all select attname || ' ' || attstattarget from pg_attribute where attrelid = 'lots'::regclass and attstattarget is not null
order by 1`;

async function found(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const [name, select] of Object.entries(TABLES)) {
    const { rows } = await database.pool.query<{ row: unknown }>(
      `select row from (${select}) t order by row::text collate "C"`,
    );
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

async function bothWays(rows: (Row | string)[]) {
  const usual = await imported(database, rows, { allowRemovals: true });
  const expected = await found();
  await emptyTables();
  const first = await imported(database, rows, { allowRemovals: true, firstLoad: true });
  expect(await found()).toEqual(expected);
  return { usual, first, expected };
}

test.each(Array.from({ length: RUNS }, (_, run) => run))(
  'a first load makes of the same rows what the ordinary import makes of them in one batch (%i)',
  async (run) => {
    generator = xoroshiro128plus(SEED + run);
    const { usual, first, expected } = await bothWays(withTheRest(drawnRows({ rows: ROWS, crowded: true })));
    expect(first).toEqual(usual);
    // What is compared is there.
    for (const [name, rows] of Object.entries(expected)) expect([name, rows.length > 1]).toEqual([name, true]);
    expect(first.removed).toBeGreaterThan(0);
  },
  60_000,
);

test('nor do several batches make a difference', async () => {
  generator = xoroshiro128plus(SEED);
  const houses = HOUSES.map((name) => demoHouse({ name }));
  const { usual, first } = await bothWays([...houses, ...shuffled(drawnRows({ rows: MANY_ROWS, crowded: false }))]);
  expect(first).toMatchObject({ read: usual.read, added: usual.added, refused: 0 });
}, 120_000);

test('where there are lots already the rows are imported in the usual way', async () => {
  await imported(database, [demoHouse(), aLot({ updatedAt: '2026-11-21T00:00:00Z', grade: 'newer' })]);
  const report = await imported(database, [aLot(), aLot({ sourceId: 'lot-2', lotNo: 2 })], { firstLoad: true });
  expect(report).toMatchObject({ read: 2, added: 1 });
  const lots = await database.db.selectFrom('lots').select(['source_id', 'grade']).orderBy('source_id').execute();
  expect(lots).toEqual([
    { source_id: 'lot-1', grade: 'newer' },
    { source_id: 'lot-2', grade: 'S' },
  ]);
});

test('a first load that is cut short leaves nothing behind', async () => {
  const indexes = async () =>
    (await database.pool.query(`select indexdef from pg_indexes where tablename = 'lots' order by 1`)).rows;
  const before = await indexes();
  const cutShort = async function* () {
    yield Buffer.from(`${JSON.stringify(demoHouse())}\n${JSON.stringify(aLot())}\n`);
    throw new Error('the line broke');
  };
  await expect(imported(database, [], { input: cutShort(), firstLoad: true })).rejects.toThrow('the line broke');
  expect(await indexes()).toEqual(before);
  expect(await found()).toMatchObject({ lots: [], houses: [] });
});

test('what lots were bared of is there again', async () => {
  const { rows } = await database.pool.query<{ all: unknown }>(DECLARED);
  generator = xoroshiro128plus(SEED);
  await imported(database, withTheRest(drawnRows({ rows: ROWS, crowded: true })), { firstLoad: true });
  expect((await database.pool.query(DECLARED)).rows).toEqual(rows);
  expect(rows.length).toBeGreaterThan(60);
});

test('lots that small indexes hold are written first, when there are no others to read for them', async () => {
  generator = xoroshiro128plus(SEED);
  await imported(database, withTheRest(drawnRows({ rows: ROWS, crowded: false })), { firstLoad: true });
  const { rows } = await database.pool.query<{ held: string }>(
    `select string_agg(pg_get_expr(indpred, indrelid), ' or ') as held from pg_index
      where indrelid = 'lots'::regclass and pg_get_expr(indpred, indrelid) ~ '${OF_RARE}'`,
  );
  const ids = await database.pool.query<{ lots: number; before: boolean }>(
    `select count(*) as lots, max(id) < (
         select min(id) from lots where sales_page = 'stats' and not is_private and source_names is null
            and auction_day < (now() at time zone 'Asia/Tokyo')::date) as before
       from lots where ${rows[0]?.held}`,
  );
  expect(ids.rows).toEqual([{ lots: expect.any(Number), before: true }]);
  expect(ids.rows[0]?.lots).toBeGreaterThan(10);
});
