import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Brings a database to the newest schema, job queue included; safe to call from several processes at once. */
export async function migrate(databaseUrl: string): Promise<void> {
  await runner({
    databaseUrl,
    dir: join(import.meta.dirname, '..', 'migrations'),
    direction: 'up',
    migrationsTable: 'schema_migrations',
    singleTransaction: true,
    // Numbers are given out before the work: a lower one may come to a database later than a higher one.
    checkOrder: false,
    advisoryLockWait: true,
    logger: silent,
  } as Parameters<typeof runner>[0]);
  await runMigrations({ connectionString: databaseUrl });
}
