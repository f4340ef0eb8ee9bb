import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import { Pool, type PoolClient } from 'pg';
import { StartFailure } from '../process/start-failure.ts';
import { baselineMark, digest, MIGRATIONS, programsSql } from './schema-files.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Brings the database to the newest schema, job queue included. Several processes may call it at once. Throws
 * `StartFailure` with a sentence for the operator when the database was made before the current baseline.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  // The libraries would open connections without error listeners: a database that stops right after would end the process.
  const pool = new Pool({ connectionString: databaseUrl });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const dbClient = await pool.connect();
    try {
      await refuseOtherBaseline(dbClient);
      await runner({
        dbClient,
        dir: MIGRATIONS,
        direction: 'up',
        migrationsTable: 'schema_migrations',
        singleTransaction: true,
        // Migrations are named by the date their work began: an older one may reach a database after a newer one.
        checkOrder: false,
        advisoryLockMode: 'wait',
        logger: silent,
      });
      await applyPrograms(dbClient);
    } finally {
      dbClient.release();
    }
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function refuseOtherBaseline(client: PoolClient): Promise<void> {
  const migrations = await client.query(`select to_regclass('schema_migrations') as found`);
  if (migrations.rows[0].found === null) return;
  const { rows } = await client.query(`
    select exists (select from schema_migrations) as is_made,
           to_regclass('installation_facts') is not null as has_facts`);
  if (!rows[0].is_made) return;
  const baseline = rows[0].has_facts ? await factOf(client, 'baseline') : undefined;
  if (baseline !== baselineMark())
    throw new StartFailure(
      'This database was made by an earlier version of Seri and cannot be migrated: set DATA_DIR to another data folder or DATABASE_URL to an empty database, and start again.',
    );
}

/** Applies functions, views and triggers from their files when they differ from those applied last. */
async function applyPrograms(client: PoolClient): Promise<void> {
  const programs = programsSql();
  const mark = digest(programs);
  if ((await factOf(client, 'programs')) === mark) return;
  await client.query('begin');
  try {
    // One process applies them; the others wait for the lock and find them applied.
    await client.query(`select pg_advisory_xact_lock(hashtext('schema programs'))`);
    if ((await factOf(client, 'programs')) !== mark) {
      await client.query(programs);
      await client.query(
        `insert into installation_facts (key, value) values ('programs', to_jsonb($1::text))
         on conflict (key) do update set value = excluded.value`,
        [mark],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function factOf(client: PoolClient, key: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select value from installation_facts where key = $1', [key]);
  return rows[0]?.value;
}
