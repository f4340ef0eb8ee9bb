import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { catalogOf } from '../../testing/fixtures/catalog.ts';
import { testDatabase } from '../embedded-postgres/test-database.ts';
import { runOn } from '../embedded-postgres/test-template.ts';
import { StartFailure } from '../process/start-failure.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, programsSql, SCHEMA, SCHEMA_FOLDERS, tablesSql, withNumbers } from './schema-files.ts';

const clusterUrl = inject('clusterUrl');
const REFUSAL = /^This database was made by an earlier version of Seri and cannot be migrated: .+$/;
const drops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop();
});

async function migrated(): Promise<string> {
  const { url, drop } = await testDatabase();
  drops.push(drop);
  return url;
}

async function empty(...statements: string[]): Promise<string> {
  const url = new URL(clusterUrl);
  url.pathname = '/schema_of_a_test';
  const drop = () => runOn(clusterUrl, 'drop database if exists schema_of_a_test with (force)');
  await drop();
  drops.push(drop);
  await runOn(clusterUrl, 'create database schema_of_a_test');
  await runOn(url.href, ...statements);
  return url.href;
}

/** The catalog of the template, which every database of a test starts from. */
let templateCatalog: ReturnType<typeof catalogOf> | undefined;
const catalogOfTemplate = () => {
  templateCatalog ??= migrated().then(catalogOf);
  return templateCatalog;
};

const fromFiles = () => empty(tablesSql(), `begin; ${programsSql()} commit`);

describe('the schema files', () => {
  test('describe the same database as the migrations', async () => {
    const fresh = await catalogOf(await fromFiles());
    expect(fresh.length).toBeGreaterThan(1000);
    expect(await catalogOfTemplate()).toEqual(fresh);
  });

  test('define each function and trigger once: a second definition would silently replace the first', () => {
    const names: string[] = programsSql().match(/(?<=create or replace (?:function|trigger) )\w+/gi) ?? [];
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test.each([
    ['a column', 'alter table favorites add column note text'],
    ['a default', 'alter table favorites alter column created_at drop default'],
    ['a constraint', 'alter table bids drop constraint bids_whole_step'],
    ['an index', 'drop index favorites_lot'],
    [
      'a function',
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    ],
    ['a trigger', 'alter table bid_events disable trigger bid_events_append_only'],
    ['a right', 'grant select on favorites to public'],
    ['a row', `insert into company_settings (key, value) values ('a', '1')`],
  ])('the comparison notices a change of %s', async (_, change) => {
    const before = await catalogOfTemplate();
    const url = await migrated();
    await runOn(url, change);
    expect(await catalogOf(url)).not.toEqual(before);
  });

  test('are all read, and migrations are named by time and purpose', () => {
    const folders = readdirSync(SCHEMA, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...SCHEMA_FOLDERS].toSorted());
    const kinds = folders.flatMap(({ name }) => readdirSync(join(SCHEMA, name)));
    expect([...new Set(kinds)].toSorted()).toEqual(['functions.sql', 'tables.sql', 'triggers.sql']);
    const names = readdirSync(MIGRATIONS).filter((name) => name !== '0000_baseline.sql');
    expect(names.filter((name) => !/^20\d{10}_[a-z0-9_]+\.sql$/.test(name))).toEqual([]);
  });
});

test('use the number names of the contract, and no others', () => {
  const statement = `select name::text from lots where status in (:lot.sold, :lot.notSold) and language = :language.ru`;
  expect(withNumbers(statement)).toBe('select name::text from lots where status in (4533, 4535) and language = 693');
  expect(() => withNumbers('status = :bid.lost')).toThrow('No number has the name :bid.lost.');
  expect(`${tablesSql()}${programsSql()}`).not.toMatch(/:(lot|bid|userType|role|language)\./);
});

describe('migrating', () => {
  test('applies functions and triggers again after their files have changed', async () => {
    const url = await migrated();
    const before = await catalogOf(url);
    const other = `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`;
    await runOn(url, other, 'drop trigger ledger_balanced on ledger_entries');
    await migrate(url);
    expect(await catalogOf(url)).not.toEqual(before);
    await runOn(url, `update installation_facts set value = '"of other files"' where key = 'programs'`);
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(await catalogOf(url)).toEqual(before);
  });

  const LIST =
    'create table schema_migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)';
  const RUN = `insert into schema_migrations (name, run_on) values ('0001_people', now())`;
  test.each([
    ['by numbered migrations', [LIST, RUN]],
    [
      'from another baseline',
      [tablesSql(), LIST, RUN, `insert into installation_facts values ('baseline', '"other"')`],
    ],
  ])('refuses a database that was made %s, and leaves it unchanged', async (_, statements) => {
    const url = await empty(...statements);
    const before = await catalogOf(url);
    const refusal: unknown = await migrate(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartFailure);
    expect((refusal as Error).message).toMatch(REFUSAL);
    expect(await catalogOf(url)).toEqual(before);
  });

  test('fails the start with one sentence for such a database', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'seri-old-'));
    try {
      const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'entry', 'main.ts')], {
        env: { ...process.env, DATABASE_URL: await empty(LIST, RUN), DATA_DIR: dataDir, PORT: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect(stderr.trim()).toMatch(REFUSAL);
      expect(code).toBe(1);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 30_000);
});
