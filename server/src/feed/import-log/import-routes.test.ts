import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { importRoutes, ROW_BATCH_SIZE } from './import-routes.ts';

let portal: TestPortal;
let maria: Person;
let anna: Person;
let withTrouble: number;

beforeAll(async () => {
  portal = await testPortal(importRoutes);
  const { database } = portal;
  maria = await createPerson(database.db, { roleId: 991 });
  anna = await createPerson(database.db);
  const lots = [aLot(), aLot({ sourceId: 'lot-2', lotNo: 2 })];
  await imported(database, [demoHouse(), ...lots], { sourceName: 'first.ndjson' });
  await imported(
    database,
    [...lots.slice(1), aLot({ grade: 'G', updatedAt: '2026-11-21T00:00:00Z' }), '=cmd()', aLot({ year: 'old' })],
    { sourceName: 'second.csv', mappingName: 'uss' },
  );
  withTrouble = (await get('imports')).body.items[0].importId;
});
afterAll(() => portal.close());

const get = (what: string, person: Person | null = maria) => portal.ask(person, 'GET', `/v1/feed/${what}`);
const CALLS = () => ['imports', `refused-rows?importId=${withTrouble}`, `export-refused?importId=${withTrouble}`];

test('clients and visitors have no access to imports', async () => {
  for (const call of CALLS()) {
    expect((await get(call, null)).status).toBe(401);
    expect((await get(call, anna)).status).toBe(403);
  }
  const file = `/v1/files/refused-rows.csv?importId=${withTrouble}`;
  expect((await portal.ask(null, 'GET', file)).status).toBe(401);
  expect((await portal.ask(anna, 'GET', file)).status).toBe(403);
});

test('an unknown import has no rows', async () => {
  for (const call of ['refused-rows', 'export-refused'])
    for (const [importId, status] of [
      ['999999', 404],
      ['x', 400],
    ] as const)
      expect((await get(`${call}?importId=${importId}`)).status).toBe(status);
});

test('names a source whose clock is ahead, with its refused rows', async () => {
  expect((await get('imports')).body.clockFaults).toEqual([]);
  const updatedAt = new Date(Date.now() + 3_600_000).toISOString();
  const fault = await testPortal(importRoutes);
  const manager = await createPerson(fault.database.db, { roleId: 991 });
  await imported(fault.database, [
    aLot({ source: 'fast', updatedAt }),
    aLot({ source: 'fast', sourceId: 'b', updatedAt }),
  ]);
  const { body } = await fault.ask(manager, 'GET', '/v1/feed/imports');
  expect(body.clockFaults).toMatchObject([{ source: 'fast', rows: 2, lastAt: expect.any(String) }]);
  // Measured at the time of reading, however long the import took.
  const [{ aheadSeconds }] = body.clockFaults;
  expect(aheadSeconds).toBeGreaterThan(600);
  expect(aheadSeconds).toBeLessThanOrEqual(3_600);
  expect(body.items[0]).toMatchObject({ refused: 2 });
  await fault.close();
});

// @covers OPS-02
test('lists imports with their figures, the newest first, and those with errors separately', async () => {
  const second = {
    ...{ source: 'second.csv', mapping: 'uss', problem: null },
    ...{ read: 4, lotsAdded: 0, written: 1, unchanged: 1, refused: 2, removed: 0 },
  };
  const { body } = await get('imports');
  expect(body.items).toMatchObject([
    second,
    { source: 'first.ndjson', mapping: null, read: 3, lotsAdded: 2, written: 3, unchanged: 0, refused: 0 },
  ]);
  expect(Date.parse(body.items[0].finishedAt)).toBeGreaterThanOrEqual(Date.parse(body.items[0].startedAt));
  const trouble = (await get('imports?state=trouble')).body;
  expect(trouble.items).toMatchObject([second]);
  expect(trouble.pageInfo).toMatchObject({ totalSearchResults: 1, totalResults: 2 });
});

// @covers ASVS-1.2.10, OPS-02
test('lists refused rows with line and reason, and as a file that runs no formula', async () => {
  const { body } = await get(`refused-rows?importId=${withTrouble}`);
  expect(body.items).toMatchObject([
    { line: 3, reason: 'not JSON', raw: '=cmd()' },
    { line: 4, reason: expect.stringContaining('year') },
  ]);
  const address = (await get(`export-refused?importId=${withTrouble}`)).body;
  const { raw } = await portal.ask(maria, 'GET', address);
  expect(raw.headers['content-disposition']).toBe(`attachment; filename="refused-${withTrouble}.csv"`);
  expect(raw.payload.split('\r\n').slice(0, 2)).toEqual(['\ufeffLine,Reason,Row', "3,not JSON,'=cmd()"]);
});

test('the file contains each of many refused rows once, in the order of the source', async () => {
  const rows = 2 * ROW_BATCH_SIZE + 3;
  const { rows: made } = await portal.database.pool.query<{ id: string }>(
    `insert into feed_imports (source_name, finished_at) values ('long.csv', now()) returning id`,
  );
  const importId = made[0]?.id;
  await portal.database.pool.query(
    `insert into feed_refused_rows (import_id, line, reason, raw)
       select $1, n * 3, 'not JSON', 'row ' || n from generate_series(1, $2::integer) n order by md5(n::text)`,
    [importId, rows],
  );
  const { raw } = await portal.ask(maria, 'GET', `/v1/files/refused-rows.csv?importId=${importId}`);
  const [head, ...lines] = raw.payload.split('\r\n');
  expect([head, lines.pop()]).toEqual(['\ufeffLine,Reason,Row', '']);
  expect(lines).toEqual(Array.from({ length: rows }, (_, at) => `${3 * (at + 1)},not JSON,row ${at + 1}`));
});
