import { Client } from 'pg';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';

/** A database whose clock the test sets: its connections read `now()` and `clock_timestamp()` from there. */
export interface TestClock {
  /** Connections to this URL read the test's clock. */
  url: string;
  /** The clock continues from that instant. */
  set(at: Date): Promise<void>;
  close(): Promise<void>;
}

const SCHEMA = `
  create schema test_clock;
  create table test_clock.shift (by interval not null);
  insert into test_clock.shift values ('0');
  create function test_clock.now() returns timestamptz stable language sql
    as 'select pg_catalog.now() + (select by from test_clock.shift)';
  create function test_clock.clock_timestamp() returns timestamptz volatile language sql
    as 'select pg_catalog.clock_timestamp() + (select by from test_clock.shift)'`;

/** PostgreSQL finds functions along the search path, so a schema before its own catalog overrides them. */
export async function testClock(): Promise<TestClock> {
  const { url, drop } = await testDatabase();
  const client = new Client(url);
  await client.connect();
  await client.query(SCHEMA);
  const clocked = new URL(url);
  clocked.searchParams.set('options', '-c search_path=test_clock,pg_catalog,public');
  return {
    url: clocked.href,
    set: async (at) => {
      await client.query('update test_clock.shift set by = $1::timestamptz - pg_catalog.now()', [at.toISOString()]);
    },
    close: async () => {
      await client.end();
      await drop();
    },
  };
}
