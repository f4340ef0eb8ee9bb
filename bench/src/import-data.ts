import type { PoolClient } from 'pg';

/** The rows that come again in the feed, running lots from all over the table, and the time their stamps count from; answers how many. */
export async function keepRows(client: PoolClient, count: number): Promise<number> {
  await client.query(
    `create temp table bench_rows as
     select id, row_number() over (order by id) - 1 as place, now() as stamped_at
       from (select id from lots where lot_source = 'auction' and status in (4531, 4532) and not is_private
              order by hashint8(id) limit ${count}) kept`,
  );
  await client.query('create unique index on bench_rows (place)');
  await client.query('analyze bench_rows');
  const { rows } = await client.query<{ rows: number }>('select count(*)::integer as rows from bench_rows');
  return rows[0]?.rows ?? 0;
}

interface Wanted {
  /** Days after they were kept, by which a feed says what is newer. */
  later: number;
  dearerYen: number;
  /** Places of the first row and of the one behind the last; all without. */
  part?: [from: number, to: number];
}

const STAMP = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** The kept rows as NDJSON of the feed, so many days later and dearer than they stand in the table. */
export async function feedLines(
  client: PoolClient,
  { later, dearerYen, part = [0, Number.MAX_SAFE_INTEGER] }: Wanted,
): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select (jsonb_build_object(
         'kind', 'lot', 'source', l.source, 'sourceId', l.source_id,
         'updatedAt', to_char((b.stamped_at + make_interval(days => $1)) at time zone 'UTC', ${STAMP}),
         'vehicle', vehicle, 'lotSource', lot_source, 'house', h.name,
         'auctionDate', to_char(auction_at at time zone 'UTC', ${STAMP}), 'lotNo', lot_no, 'maker', maker,
         'model', model, 'grade', grade, 'year', year, 'month', month, 'engine', engine_cc, 'gearbox', gearbox)
       || jsonb_build_object(
         'drive', drive, 'color', color, 'mileage', mileage_km, 'condition', condition, 'equip', equip,
         'chassis', chassis_number, 'horsePower', horse_power, 'startPrice', start_price_yen + $2, 'images', images,
         'info', remarks, 'videos', videos, 'mileageNote', mileage_note, 'demo', is_demo)
       || case when sheet is null then '{}' else jsonb_build_object('sheet', sheet) end
       || case when inspection is null then '{}' else jsonb_build_object('inspection', inspection) end)::text as line
       from lots l join auction_houses h on h.id = l.house_id join bench_rows b on b.id = l.id
      where b.place >= $3 and b.place < $4 order by l.id`,
    [later, dearerYen, ...part],
  );
  return rows.map((row) => `${row.line}\n`).join('');
}

/** Where a lot of a feed stands with all its orders: the two tables a row of it is written into, each with the lot's number. */
const TABLES = [
  { name: 'lots', id: 'id' },
  { name: 'coming_prices', id: 'lot_id' },
];
type Table = (typeof TABLES)[number];

/** All lots but the kept ones in tables with the same indexes, and the kept ones in files; answers how many lots there are. */
export async function bareCopy(client: PoolClient): Promise<number> {
  for (const { name, id } of TABLES) {
    const columns = await columnsOf(client, name);
    await makeBare(client, name);
    await client.query(
      `insert into bench_${name} (${columns}) select ${columns} from ${name} where ${id} not in (select id from bench_rows)`,
    );
    await indexAs(client, name);
    await client.query(`vacuum (analyze) bench_${name}`);
    await writeFile(client, { name, id }, `where ${id} in (select id from bench_rows)`);
  }
  await client.query('checkpoint');
  const { rows } = await client.query<{ lots: number }>('select count(*)::integer as lots from lots');
  return rows[0]?.lots ?? 0;
}

/** The least that could be done with the rows: nothing is read, compared, counted or told. */
export async function copyRows(client: PoolClient): Promise<void> {
  for (const { name } of TABLES) await copyFile(client, name);
}

/** As before they were copied. */
export async function takeOutRows(client: PoolClient): Promise<void> {
  for (const { name, id } of TABLES) {
    await client.query(`delete from bench_${name} where ${id} in (select id from bench_rows)`);
    await client.query(`vacuum bench_${name}`);
  }
}

/** Writes all lots into files and makes empty tables like theirs; what it answers fills and indexes those. */
export async function bareLoad(client: PoolClient): Promise<() => Promise<void>> {
  for (const table of TABLES) {
    await makeBare(client, table.name);
    await writeFile(client, table, '');
  }
  await client.query('checkpoint');
  return async () => {
    for (const { name } of TABLES) {
      await copyFile(client, name);
      await indexAs(client, name);
    }
  };
}

async function writeFile(client: PoolClient, { name, id }: Table, where: string): Promise<void> {
  const columns = await columnsOf(client, name);
  await client.query(`copy (select ${columns} from ${name} ${where} order by ${id}) to ${await fileOf(client, name)}`);
}

async function copyFile(client: PoolClient, name: string): Promise<void> {
  await client.query(`copy bench_${name} (${await columnsOf(client, name)}) from ${await fileOf(client, name)}`);
}

/** Empty, with the columns of the table and as much room on its pages. */
async function makeBare(client: PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ room: string | null }>(
    `select array_to_string(reloptions, ', ') as room from pg_class where oid = $1::regclass`,
    [name],
  );
  const room = rows[0]?.room;
  await client.query(
    `create table bench_${name} (like ${name} including defaults including generated including constraints)
     ${room ? `with (${room})` : ''}`,
  );
}

async function indexAs(client: PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass`,
    [name],
  );
  for (const { definition } of rows)
    await client.query(definition.replace(/INDEX \S+ ON public\.\w+ /, `INDEX ON bench_${name} `));
}

async function columnsOf(client: PoolClient, name: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(column_name, ', ' order by ordinal_position) as columns from information_schema.columns
      where table_name = $1 and is_generated = 'NEVER'`,
    [name],
  );
  return rows[0]?.columns ?? '';
}

async function fileOf(client: PoolClient, name: string): Promise<string> {
  const { rows } = await client.query<{ file: string }>(
    `select quote_literal(current_setting('data_directory') || '/bench-' || $1) as file`,
    [name],
  );
  return rows[0]?.file ?? '';
}
