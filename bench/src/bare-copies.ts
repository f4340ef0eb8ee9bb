import type { PoolClient } from 'pg';

/** Where a lot of a feed stands with all its orders: the two tables a row of it is written into, each with the lot's number. */
const TABLES = [
  { name: 'lots', id: 'id' },
  { name: 'coming_prices', id: 'lot_id' },
];
type Table = (typeof TABLES)[number];

/** COPY of the kept rows, however often it is asked. */
export interface BareCopies {
  /** Answers how many lots there are. */
  begin(client: PoolClient): Promise<number>;
  prepare(client: PoolClient, round: number): Promise<void>;
  copy(client: PoolClient): Promise<void>;
}

/** All lots but the kept ones in tables with the same indexes, and the kept ones in files; answers how many lots there are. */
async function bareCopy(client: PoolClient): Promise<number> {
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
  return lotsOf(client);
}

async function lotsOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ lots: number }>('select count(*)::integer as lots from lots');
  return rows[0]?.lots ?? 0;
}

/** The least that could be done with the rows: nothing is read, compared, counted or told. */
async function copyRows(client: PoolClient): Promise<void> {
  for (const { name } of TABLES) await copyFile(client, name);
}

/** As before they were copied. */
async function takeOutRows(client: PoolClient): Promise<void> {
  for (const { name, id } of TABLES) {
    await client.query(`delete from bench_${name} where ${id} in (select id from bench_rows)`);
    await client.query(`vacuum bench_${name}`);
  }
}

/** Into tables of their own. */
export const APART: BareCopies = {
  begin: bareCopy,
  prepare: async (client, round) => {
    if (round > 1) await takeOutRows(client);
  },
  copy: copyRows,
};

/** Numbers and places of the copies stand above those of any lot. */
const ABOVE = 100_000_000;
const ANEW: Record<string, (round: number) => string> = {
  id: (round) => `id + ${ABOVE * round}`,
  lot_id: (round) => `lot_id + ${ABOVE * round}`,
  source_id: (round) => `source_id || '.again.${round}'`,
  lot_no: (round) => `lot_no + ${ABOVE * round}`,
};

/** Beside the lots themselves, as others of the same kind: where there is no room for a second archive. */
export const AMONG_LOTS: BareCopies = {
  begin: lotsOf,
  prepare: async (client, round) => {
    for (const { name, id } of TABLES) {
      const columns = (await columnsOf(client, name)).split(', ').map((column) => ANEW[column]?.(round) ?? column);
      await client.query(
        `copy (select ${columns.join(', ')} from ${name} where ${id} in (select id from bench_rows) order by ${id})
         to ${await fileOf(client, name)}`,
      );
    }
  },
  copy: async (client) => {
    await client.query(`set session_replication_role = replica`);
    for (const { name } of TABLES)
      await client.query(`copy ${name} (${await columnsOf(client, name)}) from ${await fileOf(client, name)}`);
    await client.query(`reset session_replication_role`);
  },
};

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
