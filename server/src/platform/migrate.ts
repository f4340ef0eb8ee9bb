import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import { Pool } from 'pg';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Brings a database to the newest schema, job queue included; safe to call from several processes at once. */
export async function migrate(databaseUrl: string): Promise<void> {
  // Their own connections both would leave closing and unheard: a server that stops right after would end the process.
  const pool = new Pool({ connectionString: databaseUrl });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const dbClient = await pool.connect();
    try {
      await runner({
        dbClient,
        dir: join(import.meta.dirname, '..', 'migrations'),
        direction: 'up',
        migrationsTable: 'schema_migrations',
        singleTransaction: true,
        // Numbers are given out before the work: a lower one may come to a database later than a higher one.
        checkOrder: false,
        advisoryLockMode: 'wait',
        logger: silent,
      });
    } finally {
      dbClient.release();
    }
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}
