import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLot, demoHouse, imported } from '../../testing/fixtures/feed.ts';
import { samplePictures } from '../../testing/fixtures/sample-pictures.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type PictureProvider, pictureProvider } from '../../testing/http/picture-provider.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';
import { pictureSourceRoutes } from '../status/source-routes.ts';
import { folderStore } from '../store/folder-store.ts';
import { fetchWaitingPictures } from './fetch-pictures.ts';
import { openPictureDecoder } from './picture-decoder.ts';
import { forgetPictures, removeOldPictures } from './remove-pictures.ts';

let portal: TestPortal;
let folder: string;
let provider: PictureProvider;
let samples: Record<string, Buffer>;
const decoder = openPictureDecoder({ priority: 0 });
let manager: Person;
let client: Person;
let viewer: Person;
const isAway = false;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seri-remove-'));
  samples = await samplePictures();
  portal = await testPortal((app, database) => pictureSourceRoutes(app, database));
  provider = await pictureProvider(({ url = '' }, response) => {
    const body = samples[url.slice(1).split('?')[0] ?? ''];
    if (body && !isAway) response.writeHead(200).end(body);
    else response.writeHead(isAway ? 500 : 404).end();
  });
  const { db } = portal.database;
  manager = await createPerson(db, { roleId: ROLE.manager });
  viewer = await createPerson(db, { roleId: ROLE.manager, permissions: { bidManageBidPrice: false } });
  client = await createPerson(db);
  await imported(portal.database, [demoHouse()]);
});
afterAll(async () => {
  decoder.close();
  await provider.close();
  await portal.close();
  rmSync(folder, { recursive: true });
});

const store = () => folderStore(folder);
const work = () => ({ db: portal.database.db, store: store() });
const fetchNow = () =>
  fetchWaitingPictures({
    ...{ ...work(), decoder, door: provider.door, signal: new AbortController().signal, onSheetStored: async () => {} },
    log: { warn: () => {}, error: () => {} },
  });
const lot = async (sourceId: string) =>
  portal.database.db.selectFrom('lots').selectAll().where('source_id', '=', sourceId).executeTakeFirstOrThrow();
const storedNames = async () =>
  (
    await portal.database.db.selectFrom('picture_fetches').select('stored_name').where('state', '=', 'stored').execute()
  ).map(({ stored_name }) => stored_name ?? '');
const age = (days: number) =>
  sql`update picture_fetches set settled_at = settled_at - make_interval(days => ${days}), added_at = added_at - make_interval(days => ${days})`.execute(
    portal.database.db,
  );
const sources = async (person: Person | null) => portal.ask(person, 'GET', '/v1/feed/picture-sources');

// @covers FACT-04
test('managers see progress and failures by source, and fetch again what did not come', async () => {
  const day = new Date(Date.now() + 86_400_000).toISOString();
  await imported(portal.database, [
    aLot({
      source: 'uss',
      sourceId: 'u1',
      lotNo: 11,
      auctionDate: day,
      images: [provider.at('/good.jpg'), provider.at('/none.jpg?key=secret')],
    }),
    aLot({
      source: 'taa',
      sourceId: 't1',
      lotNo: 12,
      auctionDate: day,
      images: [provider.at('/script.svg')],
      sheetImage: provider.at('/large.jpg'),
    }),
  ]);
  await fetchNow();
  const body = { source: 'taa', failure: 'svg' };
  expect((await sources(null)).status).toBe(401);
  expect((await sources(client)).status).toBe(403);
  expect((await portal.ask(viewer, 'POST', '/v1/feed/fetch-pictures-again', body)).status).toBe(403);
  expect((await portal.ask(manager, 'POST', '/v1/feed/fetch-pictures-again', { ...body, failure: 'dog' })).status).toBe(
    422,
  );
  expect((await portal.ask(manager, 'GET', '/v1/feed/failed-pictures?source=uss')).status).toBe(400);
  const { items } = (await sources(viewer)).body;
  expect(items.map(({ source }: { source: string }) => source)).toEqual(['taa', 'uss']);
  for (const { photos, sheets } of items)
    for (const { all, stored, waiting, failed } of [photos, sheets]) expect(stored + waiting + failed).toBe(all);
  expect(items[0]).toMatchObject({
    photos: { all: 1, stored: 0, waiting: 0, failed: 1 },
    sheets: { all: 1, stored: 1, waiting: 0, failed: 0 },
    lastMinute: 1,
    failures: [{ failure: 'svg', pictures: 1, again: 0, nextAt: null }],
  });
  expect(items[1]).toMatchObject({
    photos: { all: 2, stored: 1, waiting: 1, failed: 0 },
    failures: [{ failure: 'notFound', pictures: 1, again: 1, attempts: 1, nextAt: expect.any(String) }],
  });
  const failed = (await portal.ask(viewer, 'GET', '/v1/feed/failed-pictures?source=uss&failure=notFound')).body.items;
  expect(failed).toMatchObject([
    { detail: 'HTTP 404', lot: { lotNo: 11, house: 'USS Tokyo', pageType: 'car-auction' } },
  ]);
  expect(JSON.stringify(failed)).not.toContain('secret');
  // The provider replaces the drawing by a photo: asked for again, it appears on the lot that had lost it.
  expect((await lot('t1')).images).toEqual([]);
  samples['script.svg'] = samples['good.png'] as Buffer;
  expect((await portal.ask(manager, 'POST', '/v1/feed/fetch-pictures-again', body)).body).toMatchObject({
    pictures: 1,
  });
  await fetchNow();
  expect((await lot('t1')).images).toHaveLength(1);
  expect((await sources(manager)).body.items[0]).toMatchObject({ photos: { stored: 1, failed: 0 }, failures: [] });
});

// @covers FACT-04
test('old photos go, with their files, unless the lot has a bid or the photo is on a newer lot', async () => {
  const { db } = portal.database;
  const past = '2026-03-02T10:00:00+09:00';
  await imported(portal.database, [
    aLot({
      sourceId: 'old',
      lotNo: 21,
      auctionDate: past,
      images: [provider.at('/good.webp'), provider.at('/good.jpg')],
    }),
    aLot({ sourceId: 'bid', lotNo: 22, auctionDate: past, images: [provider.at('/good.avif')] }),
  ]);
  await fetchNow();
  await db
    .insertInto('bids')
    .values({
      ...{ lot_id: (await lot('bid')).id, user_id: client.id, placed_by: client.id },
      ...{ lot_source: 'auction', amount_yen: 500_000, status: 4 },
    })
    .execute();
  const before = await storedNames();
  await age(100);
  expect(await removeOldPictures(work(), 0)).toBe(0);
  expect(await removeOldPictures(work(), 90)).toBe(1);
  const after = await storedNames();
  const gone = before.filter((name) => !after.includes(name));
  expect(gone).toHaveLength(1);
  expect(await store().get(gone[0] ?? '')).toBeNull();
  for (const name of after) expect(await store().get(name), name).not.toBeNull();
  // The photo that a newer lot shows stays on both; a repeated row does not ask for the removed one again.
  expect((await lot('old')).images).toHaveLength(1);
  const asked = provider.asked.length;
  await imported(portal.database, [
    aLot({
      sourceId: 'old',
      lotNo: 21,
      auctionDate: past,
      images: [provider.at('/good.webp'), provider.at('/good.jpg')],
    }),
  ]);
  await fetchNow();
  expect(provider.asked).toHaveLength(asked);
  expect((await lot('old')).images).toHaveLength(1);
});

test('the operator forgets the pictures of a lot; pictures of removed lots go automatically', async () => {
  const { db } = portal.database;
  const { id } = await lot('t1');
  expect(await forgetPictures(work(), { lotId: id })).toBe(2);
  expect(await lot('t1')).toMatchObject({ images: [], sheet: { damages: [] } });
  expect((await lot('t1')).sheet).not.toHaveProperty('image');
  await imported(portal.database, [
    aLot({ source: 'taa', sourceId: 't1', lotNo: 12, images: [], sheetImage: provider.at('/large.jpg') }),
  ]);
  expect((await lot('t1')).sheet_image).not.toBeNull();
  await db.deleteFrom('lots').where('source_id', 'in', ['t1', 'u1', 'old']).execute();
  await age(2);
  await removeOldPictures(work(), 90);
  const left = await storedNames();
  expect(left).toHaveLength(1);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from picture_fetches`.execute(db);
  expect(rows[0]?.count).toBe(1);
});

// @covers FACT-04
test('a manager pauses all pictures and resumes them; what is stored stays', async () => {
  const { db } = portal.database;
  const pause = (person: Person | null, isPaused: unknown) =>
    portal.ask(person, 'POST', '/v1/feed/pause-pictures', { isPaused });
  expect((await pause(null, true)).status).toBe(401);
  for (const person of [client, viewer]) expect((await pause(person, true)).status).toBe(403);
  expect((await pause(manager, 'yes')).status).toBe(422);
  for (let twice = 0; twice < 2; twice++) expect((await pause(manager, true)).body).toEqual({ success: true });
  expect((await sources(viewer)).body.pausedAt).toEqual(expect.any(String));
  const [before] = await db.selectFrom('picture_fetches').select('id').where('state', '=', 'stored').execute();
  expect(before).toBeDefined();
  await imported(portal.database, [
    aLot({
      ...{ source: 'uss', sourceId: 'paused', lotNo: 77, images: [provider.at('/good.png')] },
      auctionDate: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  ]);
  const stateOf = async () =>
    (
      await db.selectFrom('picture_fetches').select('state').where('address', '=', provider.at('/good.png')).execute()
    )[0]?.state;
  expect(await fetchNow()).toBe(0);
  expect(await stateOf()).toBe('waiting');
  await pause(manager, false);
  expect((await sources(viewer)).body.pausedAt).toBeNull();
  await fetchNow();
  expect(await stateOf()).toBe('stored');
});
