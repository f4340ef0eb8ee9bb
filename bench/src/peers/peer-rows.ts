import { Client } from 'pg';

/** A separate schema, so that the peer sees only this table. */
export const PEER_SCHEMA = 'directus';
const DEFINITIONS = `select pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid = 'public.lots'::regclass and not indisprimary`;
const COLUMNS = `select string_agg(column_name, ', ' order by ordinal_position) as columns
  from information_schema.columns where table_schema = 'public' and table_name = 'lots' and is_generated = 'NEVER'`;

/** Copies the lots with the same columns and indexes for another program; done once and stored with the archive. */
export async function copyLots(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ known: boolean }>(
      `select to_regclass('${PEER_SCHEMA}.lots') is not null as known`,
    );
    if (rows[0]?.known) return;
    await client.query('set statement_timeout = 0');
    await client.query(`set maintenance_work_mem = '1GB'`);
    await client.query('begin');
    await client.query(`create schema if not exists ${PEER_SCHEMA}`);
    await client.query(
      `create table ${PEER_SCHEMA}.lots (like public.lots including defaults including generated including constraints)`,
    );
    const columns = (await client.query<{ columns: string }>(COLUMNS)).rows[0]?.columns;
    await client.query(
      `insert into ${PEER_SCHEMA}.lots (${columns}) select ${columns} from public.lots where upcoming_page is not null`,
    );
    // Programs that read by key need a primary key.
    await client.query(`alter table ${PEER_SCHEMA}.lots add primary key (id)`);
    for (const { definition } of (await client.query<{ definition: string }>(DEFINITIONS)).rows) {
      const onCopy = definition.replace(/INDEX (\S+) ON public\.\w+ /, `INDEX $1 ON ${PEER_SCHEMA}.lots `);
      await client.query(onCopy.replace(/\blot_id\b/, 'id'));
    }
    await client.query('commit');
    await client.query(`vacuum analyze ${PEER_SCHEMA}.lots`);
  });
}

/** Upcoming cars as lines of JSON, some tens of thousands at a time. */
export async function* upcomingCars(url: string): AsyncGenerator<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `begin; declare cars cursor for
       select json_build_object('maker', maker, 'model', model, 'color', color, 'condition', condition,
           'gearbox', gearbox, 'chassis', chassis_code, 'house', h.name, 'status', status,
           'year', coalesce(year, 0), 'mileage', coalesce(mileage_km, 0), 'engine', coalesce(engine_cc, 0))::text as line
         from lots l join auction_houses h on h.id = l.house_id where upcoming_page = 'car-auction' and not is_private`,
    );
    for (;;) {
      const { rows } = await client.query<{ line: string }>('fetch 20000 from cars');
      if (rows.length === 0) return;
      yield rows.map(({ line }) => line);
    }
  } finally {
    await client.end();
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
