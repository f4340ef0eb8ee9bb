import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimSource, markFailed, markPulled } from '../../feed/import-log/source-queries.ts';
import { sheetReviewRoutes } from '../../sheets/review/review-routes.ts';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { feedSourceRoutes } from './source-routes.ts';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
let portal: TestPortal;
let maria: Person;
let anna: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) => {
    feedSourceRoutes(app, database);
    sheetReviewRoutes(app, database, { ensureOpen: async () => {} });
  });
  maria = await createPerson(portal.database.db, { roleId: 991 });
  anna = await createPerson(portal.database.db);
});
afterAll(() => portal.close());

const get = async () => (await portal.ask(maria, 'GET', '/v1/feed/sources')).body;
const sourceOf = async (source: string) => (await get()).items.find((one: { source: string }) => one.source === source);
const lots = (source: string, count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) =>
    aLot({
      ...{ source, sourceId: `${source}-${at}`, auctionDate: TOMORROW },
      ...{ lotNo: 1 + at + 100 * source.length, ...more },
    }),
  );
const idOf = async (sourceId: string) =>
  (await portal.database.db.selectFrom('lots').select('id').where('source_id', '=', sourceId).executeTakeFirstOrThrow())
    .id;
/** Records a reading of a lot's sheet as the reader does. */
async function readSheetOf(sourceId: string, { state = 'read', problem = null as string | null, unread = false } = {}) {
  const lot = await idOf(sourceId);
  await sql`update lots set sheet_image = ${`${sourceId}.jpg`} where id = ${lot}`.execute(portal.database.db);
  await sql`
    with reading as (insert into sheet_readings (picture_hash, lot_id, state, problem)
      values (${sourceId}, ${lot}, ${state}, ${problem}) returning id),
    linked as (insert into lot_sheets (lot_id, reading_id) select ${lot}, id from reading)
    insert into sheet_items (reading_id, field, ja, confidence, box)
    select id, 'inspectorNotes', ${unread ? null : '修復歴'}, 0.9, '{1,1,1,1}' from reading`.execute(
    portal.database.db,
  );
  return lot;
}

test('clients and visitors have no access', async () => {
  expect((await portal.ask(null, 'GET', '/v1/feed/sources')).status).toBe(401);
  expect((await portal.ask(anna, 'GET', '/v1/feed/sources')).status).toBe(403);
});

// @covers FACT-04
test('an empty portal has no sources', async () => {
  const body = await get();
  expect(body.items).toEqual([]);
  expect(body.total).toMatchObject({ lots: 0, removed: 0, contradictions: 0, imports: 0 });
});

// @covers FACT-04
test('counts lots, rejected rows and sheets of each source; the numbers add up', async () => {
  const { database } = portal;
  await imported(database, [demoHouse(), ...lots('uss', 6), 'no row'], { sourceName: 'uss.ndjson' });
  await imported(database, lots('bds-2', 2), { sourceName: 'token Partner' });
  await readSheetOf('uss-0');
  await readSheetOf('uss-1', { unread: true });
  await readSheetOf('uss-2', { state: 'failed', problem: 'TooSmall' });
  await readSheetOf('uss-3', { state: 'failed', problem: 'not a known cause' });
  await readSheetOf('uss-4', { state: 'waiting' });
  const { items, total } = await get();
  expect(items.map(({ source }: { source: string }) => source)).toEqual(['uss', 'bds-2']);
  expect(items[0]).toMatchObject({
    ...{ kind: 'file', houses: 1, lots: 6, lotsAddedToday: 6, rejected: 1, lateSince: null },
    sheets: { read: 1, partly: 1, failed: 2, waiting: 1, none: 1 },
    contradictions: 0,
  });
  expect(items[0].sheetFailures).toHaveLength(2);
  expect(items[0].sheetFailures).toEqual(
    expect.arrayContaining([
      { problem: 'Sheet.TooSmall', sheets: 1 },
      { problem: 'Sheet.Unreadable', sheets: 1 },
    ]),
  );
  expect(items[1]).toMatchObject({ kind: 'program', lots: 2, rejected: 0, sheets: { none: 2 } });
  expect(total).toMatchObject({
    ...{ lots: 8, lotsAddedToday: 8, rejected: 1, removed: 0, imports: 2, importsWithErrors: 1 },
    sheets: { read: 1, partly: 1, failed: 2, waiting: 1, none: 3 },
  });
});

// @covers FACT-04, FACT-10
test('each count of a source opens the review with exactly its sheets', async () => {
  const review = async (query: Record<string, string>) =>
    (await portal.ask(maria, 'GET', `/v1/sheets/review?${new URLSearchParams(query)}`)).body;
  const { sheets, sheetFailures } = await sourceOf('uss');
  const ofSource = { source: 'uss' };
  expect(await review({ ...ofSource, filter: 'unread' })).toMatchObject({ total: sheets.partly });
  expect(await review({ ...ofSource, filter: 'failed' })).toMatchObject({ total: sheets.failed });
  for (const { problem, sheets: count } of sheetFailures) {
    const { rows, total } = await review({ ...ofSource, filter: 'failed', cause: problem });
    expect(total).toBe(count);
    expect(rows.map((row: { problem: string }) => row.problem)).toEqual(Array(count).fill(problem));
  }
  expect(await review({ source: 'bds-2', filter: 'failed' })).toMatchObject({ total: 0, rows: [] });
  expect(await review({ source: 'unheard of', filter: 'all' })).toMatchObject({ total: 0, contradictions: 0 });
});

// @covers FACT-04, FACT-07
test('counts lots that differ from their sheet until they are decided, apart those with bids', async () => {
  const { db } = portal.database;
  const lot = await idOf('uss-0');
  const { id: item } = await db
    .selectFrom('sheet_items as i')
    .innerJoin('lot_sheets as s', 's.reading_id', 'i.reading_id')
    .select('i.id')
    .where('s.lot_id', '=', lot)
    .executeTakeFirstOrThrow();
  for (const field of ['mileage', 'overallGrade'])
    await db
      .insertInto('sheet_contradictions')
      .values({ lot_id: lot, field, item_id: item, sheet_value: '81000', list_value: '61000' })
      .execute();
  expect((await get()).total).toMatchObject({ contradictions: 1, contradictionsWithBids: 0 });
  expect((await sourceOf('uss')).contradictions).toBe(1);
  const { body: differing } = await portal.ask(maria, 'GET', '/v1/sheets/review?filter=contradictions&source=uss');
  expect(differing).toMatchObject({ total: 1, contradictions: 1, rows: [{ lotId: String(lot), contradictions: 2 }] });
  await sql`update sheet_contradictions set decision = 'both', decided_at = now()`.execute(db);
  expect((await get()).total.contradictions).toBe(0);
});

// @covers FACT-04
test('a pulled source is late after two intervals, and one that never answered says why', async () => {
  const { db } = portal.database;
  await claimSource(db, { name: 'uss-pull', everySeconds: 300 }, 60);
  await imported(portal.database, lots('uss', 6), { sourceName: 'uss-pull' });
  await markPulled(db, 'uss-pull', { etag: null, lastModified: null, nextInSeconds: 300 });
  expect(await sourceOf('uss')).toMatchObject({ kind: 'pulled', everySeconds: 300, lateSince: null, problem: null });
  await markFailed(db, 'uss-pull', 'the source answered 503', 300);
  await sql`update feed_sources set succeeded_at = succeeded_at - interval '11 minutes'`.execute(db);
  const late = await sourceOf('uss');
  expect(late).toMatchObject({ lateSince: late.updatedAt, problem: 'the source answered 503' });
  await claimSource(db, { name: 'silent', everySeconds: 300 }, 60);
  await markFailed(db, 'silent', 'ENOTFOUND', 300);
  expect(await sourceOf('silent')).toMatchObject({ kind: 'pulled', lots: 0, updatedAt: null, problem: 'ENOTFOUND' });
});
