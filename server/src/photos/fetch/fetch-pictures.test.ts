import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';
import { aLot, demoHouse, imported, type Row } from '../../testing/fixtures/feed.ts';
import { samplePictures } from '../../testing/fixtures/sample-pictures.ts';
import { createPerson } from '../../testing/http/people.ts';
import { type PictureProvider, pictureProvider } from '../../testing/http/picture-provider.ts';
import { openPictures } from '../pictures.ts';
import { folderStore } from '../store/folder-store.ts';
import { fetchWaitingPictures, upkeepPictures } from './fetch-pictures.ts';
import { claimPictures, fetchedPictures, renewLeases, requeuePictures } from './fetch-queries.ts';
import { openPictureDecoder } from './picture-decoder.ts';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
let database: Database;
let drop: () => Promise<void>;
let folder: string;
let samples: Record<string, Buffer>;
let provider: PictureProvider;
let logged = '';
let stored: number[] = [];
const decoder = openPictureDecoder({ priority: 0 });

beforeAll(async () => {
  samples = await samplePictures();
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, createLog('test', 'silent'));
  folder = mkdtempSync(join(tmpdir(), 'seri-fetch-'));
  provider = await pictureProvider(() => {});
  await imported(database, [demoHouse()]);
});
afterAll(async () => {
  decoder.close();
  await provider.close();
  await database.close();
  await drop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['favorites', 'lots', 'picture_fetches', 'picture_hosts'])
    await sql`delete from ${sql.table(table)}`.execute(database.db);
  provider.asked.length = 0;
  stored = [];
  provider.answer = ({ url = '' }, response) => {
    const body = samples[url.slice(1).split('?')[0] ?? ''];
    if (body) response.writeHead(200, { etag: `"${url}"` }).end(body);
    else response.writeHead(404).end();
  };
});

const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  }),
);
const store = () => folderStore(join(folder, 'photos'));
const fetchNow = (signal = new AbortController().signal, own = decoder) =>
  fetchWaitingPictures({
    ...{ db: database.db, door: provider.door, store: store(), decoder: own, log, signal },
    onSheetStored: async (lotId) => void stored.push(lotId),
  });
const pictures = () =>
  openPictures({
    ...{ cacheDir: join(folder, 'cache'), store: store() },
    fetched: fetchedPictures(database.db),
  });
const show = async (images: string[], more: Row = {}) => {
  const { refused } = await imported(database, [aLot({ auctionDate: TOMORROW, images, ...more })]);
  expect(refused).toBe(0);
};
const states = async () => {
  const { rows } = await sql<{ path: string; state: string; failure: string | null; attempts: number }>`
    select substring(address from '^https://[^/]+(/.*)$') as path, state, failure, attempts from picture_fetches order by id`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map(({ path, ...row }) => [path, row]));
};
const lotImages = async () =>
  await database.db
    .selectFrom('lots')
    .select(['images', 'sheet', 'sheet_image', 'odometer_image', 'updated_at'])
    .executeTakeFirstOrThrow();
const due = () =>
  sql`update picture_fetches set next_at = clock_timestamp() where state = 'retry'`.execute(database.db);
const unpause = () => sql`update picture_hosts set paused_until = null`.execute(database.db);

// @covers FACT-03
test('every picture of a lot comes, upright and without metadata, and is asked for once', async () => {
  const good = [
    'good.jpg',
    'turned.jpg',
    'cmyk.jpg',
    'animated.gif',
    'good.png',
    'good.webp',
    'good.avif',
    'large.jpg',
  ];
  await show(good.map((name) => provider.at(`/${name}`)));
  const { images } = await lotImages();
  expect(images).toHaveLength(good.length);
  for (const image of images) expect(image).toMatch(/^\/p\/web\/[0-9a-f]{32}$/);
  expect(await pictures().of(images[0]?.slice(3) ?? '', 640)).toBeNull();
  expect(await pictures().isExpected(images[0]?.slice(3) ?? '')).toBe(true);
  await Promise.all([fetchNow(), fetchNow()]);
  await fetchNow();
  expect(provider.asked.toSorted()).toEqual(good.map((name) => `/${name}`).toSorted());
  const sizes = await Promise.all(
    images.map(async (image) => sharp((await pictures().of(image.slice(3), 1280)) ?? undefined).metadata()),
  );
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    ...[
      [640, 480],
      [480, 640],
      [320, 240],
      [64, 48],
      [320, 240],
      [320, 240],
      [320, 240],
      [1280, 960],
    ],
  ]);
  expect(sizes.every(({ exif, orientation }) => !exif && !orientation)).toBe(true);
  // The camera was held upright: the red half is on top. The CMYK picture is red, not its negative.
  for (const at of [1, 2]) {
    const image = sharp((await pictures().of(images[at]?.slice(3) ?? '', 1280)) ?? undefined);
    const { data } = await image
      .extract({ left: 10, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect((data[0] ?? 0) > 150 && (data[2] ?? 255) < 100, String(at)).toBe(true);
  }
  // The same list again changes nothing and asks for nothing.
  const { updated_at } = await lotImages();
  await show(good.map((name) => provider.at(`/${name}`)));
  await fetchNow();
  expect(provider.asked).toHaveLength(good.length);
  expect((await lotImages()).updated_at).toEqual(updated_at);
});

// @covers FACT-03
test('what is no picture is refused with its reason, hidden at once, and delays no other', async () => {
  const bad: Record<string, string> = {
    ...{
      'script.svg': 'svg',
      'paper.pdf': 'pdf',
      'phone.heic': 'heic',
      'film.mp4': 'video',
      'noise.jpg': 'notAPicture',
    },
    ...{ 'pixel.png': 'tooSmall', 'bomb.png': 'tooManyPixels' },
  };
  const again: Record<string, string> = {
    'page.jpg': 'webPage',
    'empty.jpg': 'empty',
    'cut.jpg': 'broken',
    'none.jpg': 'notFound',
  };
  await show([...Object.keys(bad), ...Object.keys(again), 'good.jpg'].map((name) => provider.at(`/${name}`)));
  await fetchNow();
  const found = await states();
  for (const [name, failure] of Object.entries(bad))
    expect(found[`/${name}`], name).toMatchObject({ state: 'gone', failure });
  for (const [name, failure] of Object.entries(again))
    expect(found[`/${name}`], name).toMatchObject({ state: 'retry', failure });
  expect(found['/good.jpg']).toMatchObject({ state: 'stored' });
  expect((await lotImages()).images).toHaveLength(Object.keys(again).length + 1);
  // A repeated row does not bring the hidden ones back; after a day those that never came go as well.
  await show([...Object.keys(bad), ...Object.keys(again), 'good.jpg'].map((name) => provider.at(`/${name}`)));
  expect((await lotImages()).images).toHaveLength(Object.keys(again).length + 1);
  await sql`update picture_fetches set added_at = added_at - interval '25 hours'`.execute(database.db);
  await due();
  await upkeepPictures(database.db);
  expect((await lotImages()).images).toHaveLength(1);
});

// @covers FACT-03
test('a picture that blocks or crashes its decoder, or uses up memory, fails alone', async () => {
  const bytes = (end: string) => Buffer.concat([samples['good.jpg'] ?? Buffer.alloc(0), Buffer.from(end)]);
  provider.answer = ({ url = '' }, response) => void response.writeHead(200).end(bytes(url.slice(1)));
  const bad = ['block', 'crash', 'swell'];
  await show([...bad, 'one', 'two', 'three', 'four'].map((name) => provider.at(`/${name}`)));
  const own = openPictureDecoder({
    program: join(import.meta.dirname, '..', '..', 'testing', 'processes', 'stuck-decoder.ts'),
    // Long enough for a busy machine to provide more memory than is allowed.
    ...{ maxMs: 10_000, processes: 2, priority: 0 },
  });
  const ended: string[] = [];
  const prepare: typeof own.prepare = (original, kind) =>
    own.prepare(original, kind).finally(() => ended.push(original.toString('latin1').slice(-5)));
  await fetchNow(undefined, { ...own, prepare });
  // Also where only one picture is prepared at a time, the others do not wait until this one has failed.
  expect(ended.indexOf('block')).toBeGreaterThan(0);
  const found = await states();
  for (const name of bad) expect(found[`/${name}`], name).toMatchObject({ state: 'retry', failure: 'decoderEnded' });
  for (const name of ['one', 'two', 'three', 'four'])
    expect(found[`/${name}`], name).toMatchObject({ state: 'stored' });
  const { rows } = await sql<{ path: string; detail: string }>`
    select substring(address from '^https://[^/]+/(.*)$') as path, detail from picture_fetches
     where failure = 'decoderEnded'`.execute(database.db);
  const detailOf = (path: string) => rows.find((row) => row.path === path)?.detail;
  expect(detailOf('block')).toBe('the picture decoder took too long');
  expect(detailOf('crash')).toBe('the picture decoder ended unexpectedly');
  // Only Linux reports the memory of another process; elsewhere the time ends it.
  expect(detailOf('swell')).toMatch(process.platform === 'linux' ? /too much memory/ : /too (much memory|long)/);
  own.close();
  await expect(own.prepare(bytes(''), 'photo')).rejects.toMatchObject({ failure: 'decoderEnded' });
}, 60_000);

// @covers FACT-03
test('a picture that waits long for its decoder stays with its worker', async () => {
  await show([provider.at('/good.jpg'), provider.at('/large.jpg')]);
  const [held] = await claimPictures(database.db, { limit: 1, perHost: 9 });
  const [lost] = await claimPictures(database.db, { limit: 1, perHost: 9 });
  await sql`update picture_fetches set leased_until = clock_timestamp() - interval '1 second'`.execute(database.db);
  await renewLeases(database.db, [held?.token ?? '']);
  await requeuePictures(database.db);
  const found = await states();
  const stateOf = (address = '') => found[new URL(address).pathname]?.state;
  expect([stateOf(held?.address), stateOf(lost?.address)]).toEqual(['fetching', 'waiting']);
});

// @covers FACT-03, SEC-04
test('nothing inside the network is called, by whatever name or redirect', async () => {
  const redirects = provider.inside.map((_, at) => provider.at(`/to/${at}`));
  provider.answer = ({ url = '' }, response) => {
    const at = Number(/^\/to\/(\d+)$/.exec(url)?.[1]);
    response.writeHead(302, { location: provider.inside[at] ?? '' }).end();
  };
  // Feed rows name no addresses of the sixth version at all.
  const direct = provider.inside.filter((address) => address.startsWith('https:') && !address.includes('['));
  await show([...direct, ...redirects]);
  await fetchNow();
  await sql`update picture_fetches set state = 'waiting'`.execute(database.db);
  await unpause();
  await fetchNow();
  const { rows } = await sql<{ failure: string; count: number }>`
    select failure, count(*)::integer as count from picture_fetches group by failure`.execute(database.db);
  expect(rows).toEqual([
    {
      failure: 'insideAddress',
      count: new Set(direct.map((address) => new URL(address).href)).size + redirects.length,
    },
  ]);
  // A name that was public when it was first resolved, and is not any more.
  provider.answer = (_request, response) =>
    void response.writeHead(200, { connection: 'close' }).end(samples['good.jpg']);
  for (const path of ['/first.jpg', '/second.jpg']) {
    await show([provider.at(path, 'rebinding')], { sourceId: path, lotNo: path.length });
    await fetchNow();
  }
  expect(await states()).toMatchObject({
    '/first.jpg': { state: 'stored' },
    '/second.jpg': { failure: 'insideAddress' },
  });
  expect(provider.canaryCalls).toEqual([]);
});

// @covers FACT-03
test('a provider that is busy, slow to start or broken is asked again later, with its own pause', async () => {
  let busy = true;
  provider.answer = ({ url }, response) => {
    if (url === '/redirected.jpg') response.writeHead(301, { location: '/good.jpg' }).end();
    else if (url === '/loop.jpg') response.writeHead(302, { location: '/loop.jpg' }).end();
    else if (url === '/huge.jpg') response.writeHead(200, { 'content-length': 60_000_000 }).end('x');
    else if (url === '/endless.jpg') {
      response.writeHead(200);
      const more = () => response.write(Buffer.alloc(1_000_000), () => !response.destroyed && more());
      more();
    } else if (url === '/cut-off.jpg') {
      response.writeHead(200, { 'content-length': 5_000 });
      response.write(samples['good.jpg'], () => response.socket?.destroy());
    } else if (busy && url === '/busy.jpg') response.writeHead(429, { 'retry-after': '7200' }).end();
    else response.writeHead(200).end(samples['good.jpg']);
  };
  await show(['redirected', 'loop', 'huge', 'endless', 'cut-off'].map((name) => provider.at(`/${name}.jpg`)));
  await fetchNow();
  expect(await states()).toMatchObject({
    '/redirected.jpg': { state: 'stored' },
    '/loop.jpg': { state: 'gone', failure: 'redirect' },
    '/huge.jpg': { state: 'gone', failure: 'tooLarge' },
    '/endless.jpg': { state: 'gone', failure: 'tooLarge' },
    '/cut-off.jpg': { state: 'retry', failure: 'interrupted' },
  });
  await show([provider.at('/busy.jpg', 'b')], { sourceId: 'b', lotNo: 2 });
  await show([provider.at('/other.jpg', 'b')], { sourceId: 'c', lotNo: 3 });
  await fetchNow();
  const { rows } = await sql<{ seconds: number; paused: number }>`
    select round(extract(epoch from next_at - clock_timestamp()))::integer as seconds,
           round(extract(epoch from paused_until - clock_timestamp()))::integer as paused
      from picture_fetches join picture_hosts using (host) where failure = 'busy'`.execute(database.db);
  expect(rows).toEqual([{ seconds: 7_200, paused: 7_200 }]);
  busy = false;
  await due();
  await unpause();
  await fetchNow();
  expect(await states()).toMatchObject({
    '/busy.jpg': { state: 'stored', failure: null },
    '/other.jpg': { state: 'stored' },
  });
});

test('the key in an address is not logged', async () => {
  await show([provider.at('/none.jpg?token=very-secret-key')]);
  await fetchNow();
  expect(logged).not.toContain('very-secret-key');
});

// @covers FACT-03
test('lots that close soon come first, before them wanted ones, before all a picture that somebody looks at', async () => {
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const ended = new Date(Date.now() - 86_400_000).toISOString();
  for (const [at, [name, auctionDate]] of [
    ['ended', ended],
    ['later', later],
    ['soon', TOMORROW],
    ['wanted', later],
    ['seen', later],
  ].entries())
    await imported(database, [
      aLot({ sourceId: name, lotNo: at + 1, auctionDate, images: [provider.at(`/${name}.jpg`, 'one')] }),
    ]);
  const lotOf = (name: string) =>
    database.db.selectFrom('lots').select(['id', 'images']).where('source_id', '=', name).executeTakeFirstOrThrow();
  const { id: user_id } = await createPerson(database.db);
  await database.db
    .insertInto('favorites')
    .values({ user_id, lot_id: (await lotOf('wanted')).id, group_letter: 'A' })
    .execute();
  await pictures().isExpected((await lotOf('seen')).images[0]?.slice(3) ?? '');
  provider.answer = (_request, response) => void response.writeHead(200).end(samples['good.jpg']);
  await upkeepPictures(database.db);
  const claimed: string[] = [];
  for (let turn = 0; turn < 5; turn++)
    for (const { address } of await claimPictures(database.db, { limit: 1, perHost: 9 }))
      claimed.push(new URL(address).pathname);
  expect(claimed).toEqual(['/seen.jpg', '/wanted.jpg', '/soon.jpg', '/later.jpg', '/ended.jpg']);
  expect(await claimPictures(database.db, { limit: 9, perHost: 9 })).toEqual([]);
  // The worker that claimed them died.
  await sql`update picture_fetches set leased_until = clock_timestamp() - interval '1 second'`.execute(database.db);
  expect(await fetchNow()).toBe(5);
});

// @covers FACT-03
test('pictures that failed before keep one connection of their host while others wait, then all', async () => {
  await show(Array.from({ length: 16 }, (_, nth) => provider.at(`/${nth}.jpg`)));
  // The first eight, of the lots that close first, have been slow before.
  await sql`update picture_fetches set failure = 'slow', attempts = 3, due_at = due_at - interval '1 hour'
    where substring(address from '/(\\d+)\\.jpg$')::integer < 8`.execute(database.db);
  const claim = async () =>
    (await claimPictures(database.db, { limit: 9, perHost: 4 })).map(({ attempts }) =>
      attempts > 1 ? 'again' : 'new',
    );
  expect((await claim()).sort()).toEqual(['again', 'new', 'new', 'new']);
  expect(await claim()).toEqual([]);
  // The new ones have come: the next are new too, as a slow one still takes its connection.
  await sql`update picture_fetches set state = 'stored', lease_token = null, leased_until = null
    where state = 'fetching' and failure is null`.execute(database.db);
  expect(await claim()).toEqual(['new', 'new', 'new']);
  // None waits: all connections are theirs.
  await sql`update picture_fetches set state = 'stored', lease_token = null, leased_until = null
    where state = 'fetching' or failure is null`.execute(database.db);
  expect(await claim()).toEqual(['again', 'again', 'again', 'again']);
});

// @covers FACT-03
test('pictures that failed before keep four connections while others wait, however many hosts they are from', async () => {
  await show(Array.from({ length: 32 }, (_, nth) => provider.at(`/${nth}.jpg`)));
  // Sixteen hosts with a slow one each, sixteen with a new one.
  await sql`update picture_fetches set host = 'host' || id`.execute(database.db);
  await sql`update picture_fetches set failure = 'slow', attempts = 3, due_at = due_at - interval '1 hour'
    where substring(address from '/(\\d+)\\.jpg$')::integer < 16`.execute(database.db);
  await sql`insert into picture_hosts (host) select host from picture_fetches`.execute(database.db);
  const failed = (await claimPictures(database.db, { limit: 16, perHost: 4 })).filter(({ attempts }) => attempts > 1);
  expect(failed).toHaveLength(4);
});

// @covers FACT-03
test('a sheet by address is stored out of sight and named on its lot; the next list leaves it there', async () => {
  await show([provider.at('/good.jpg')], { sheetImage: provider.at('/large.jpg') });
  expect(await lotImages()).toMatchObject({ sheet: null, sheet_image: expect.stringMatching(/^web\//) });
  await fetchNow();
  const { sheet, updated_at } = await lotImages();
  const image = (sheet as { image: string }).image;
  expect(image).toMatch(/^fetched\/[0-9a-f]{2}\/[0-9a-f]{40}\.jpg$/);
  expect(await store().get(`sheets/${image}`)).not.toBeNull();
  expect(stored).toHaveLength(1);
  for (const key of [`sheets/${image}`, image, (await lotImages()).sheet_image ?? ''])
    expect(await pictures().of(key, 640), key).toBeNull();
  await show([provider.at('/good.jpg')], { sheetImage: provider.at('/large.jpg') });
  expect((await lotImages()).updated_at).toEqual(updated_at);
  expect(provider.asked).toHaveLength(2);
});

// @covers FACT-03, FACT-07
test('the photo of the odometer is one of the photos, whether its row names it twice or apart', async () => {
  const good = provider.at('/good.jpg');
  const large = provider.at('/large.jpg');
  for (const images of [[good, large], [good]]) {
    await show(images, { odometerImage: large });
    const { images: shown, odometer_image } = await lotImages();
    expect(shown).toHaveLength(2);
    expect(odometer_image).toBe(shown[1]);
  }
  await fetchNow();
  expect(provider.asked).toHaveLength(2);
  await show([good, large]);
  expect((await lotImages()).odometer_image).toBeNull();
});

test('entries that are neither an https address nor a name in the store are refused', async () => {
  for (const wrong of [
    ...[
      'http://a.photos.example/1.jpg',
      'ftp://a/1.jpg',
      'file:///etc/passwd',
      'data:image/png;base64,AA',
      '//a.example/1.jpg',
    ],
    ...[
      'https://user:pass@a.photos.example/1.jpg',
      'https://',
      'https:///1.jpg',
      '../1.jpg',
      '/etc/passwd',
      'web/1',
      '/p/fetched/1.jpg',
    ],
    ...[
      'javascript:alert(1)',
      'https://a.example/1 2.jpg',
      `https://a.example/${'x'.repeat(1_001)}`,
      'demo/sedan-navy-7-front34',
      '',
    ],
  ])
    for (const row of [{ images: [wrong] }, { sheetImage: wrong, images: [] }, { odometerImage: wrong, images: [] }])
      expect(await imported(database, [aLot(row)]), JSON.stringify(row)).toMatchObject({ refused: 1, written: 0 });
});
