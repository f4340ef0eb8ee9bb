import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';

/** A database for one test file, with the newest schema: opened before its first test, dropped after its last. */
export function ownDatabase(): Database {
  let opened: Database | undefined;
  let drop: (() => Promise<void>) | undefined;
  const own = (): Database => {
    if (!opened) throw new Error('a database of its own is there while tests run');
    return opened;
  };
  beforeAll(async () => {
    const created = await testDatabase();
    drop = created.drop;
    opened = openDatabase(created.url, createLog('test', 'silent'));
  });
  afterAll(async () => {
    await opened?.close();
    await drop?.();
  });
  return {
    get db() {
      return own().db;
    },
    get pool() {
      return own().pool;
    },
    get bidDb() {
      return own().bidDb;
    },
    get replicaPool() {
      return own().replicaPool;
    },
    close: () => own().close(),
  };
}
