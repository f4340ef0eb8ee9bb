import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchPictures } from '../photos/fetch/fetch-pictures.ts';
import { openPictureDecoder } from '../photos/fetch/picture-decoder.ts';
import { folderStore } from '../photos/store/folder-store.ts';
import { type Database, openDatabase } from '../platform/db/db.ts';
import { testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { createLog } from '../platform/process/log.ts';
import { aLot, demoHouse, imported } from '../testing/fixtures/feed.ts';
import { samplePictures } from '../testing/fixtures/sample-pictures.ts';
import { type PictureProvider, pictureProvider } from '../testing/http/picture-provider.ts';
import { type Fault, faultOf, faultyAnswers } from '../testing/http/provider-faults.ts';

// A provider's photo server with all its faults, read by two workers. Usual number of lots for torture: 10,000.
const LOTS = Number(process.env.PICTURE_LOTS ?? '80');
/** From this number on some requests are never answered. */
const WITH_SILENCE = 1_000;
const SILENCE = { isEverSilent: LOTS >= WITH_SILENCE };
const HOSTS = ['a', 'b', 'c', 'd', 'e', 'f'];
const IMPORT_SIZE = 1_000;
const MEMORY_EVERY_MS = 250;
/** More than this over the memory at the start means that pictures are held. */
const MAX_GROWTH_MB = 700;
let database: Database;
let drop: () => Promise<void>;
let folder: string;
let provider: PictureProvider;
let samples: Record<string, Buffer>;
/** Times of the complete answers with a picture, by path. */
const answered = new Map<string, number[]>();

beforeAll(async () => {
  samples = await samplePictures();
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, createLog('test', 'silent'));
  folder = mkdtempSync(join(tmpdir(), 'seri-provider-'));
  provider = await pictureProvider(
    faultyAnswers({
      ...SILENCE,
      pictureAt: () => samples['good.jpg'],
      inside: () => provider.inside,
      onAnswered: (path) => answered.set(path, [...(answered.get(path) ?? []), Math.round(performance.now())]),
    }),
  );
  await imported(database, [demoHouse()]);
});
afterAll(async () => {
  await provider.close();
  await database.close();
  await drop();
  rmSync(folder, { recursive: true });
});

/** Pictures whose first fetch has not ended. Those that failed come again later, so there is always one that waits. */
const unsettled = async () => {
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from picture_fetches
     where state in ('waiting', 'fetching') and failure is null`.execute(database.db);
  return rows[0]?.left ?? 0;
};

// @covers FACT-03
test('every lot shows the pictures that came; nothing inside is called and nothing fetched twice', {
  timeout: 3_600_000,
}, async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const host = (lot: number) => HOSTS[lot % HOSTS.length];
  const rows = Array.from({ length: LOTS }, (_, lot) =>
    aLot({
      ...{ sourceId: String(lot), lotNo: lot + 1, auctionDate: soon },
      images: [1, 2].map((nth) => provider.at(`/${lot}-${nth}.jpg`, host(lot))),
      sheetImage: provider.at(`/${lot}-sheet.jpg`, host(lot)),
    }),
  );
  for (let from = 0; from < LOTS; from += IMPORT_SIZE) await imported(database, rows.slice(from, from + IMPORT_SIZE));
  const stopping = new AbortController();
  const decoder = openPictureDecoder({ priority: 0 });
  const startedAt = performance.now();
  const memory = () => process.memoryUsage().rss / 1024 ** 2;
  const before = memory();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memory());
  }, MEMORY_EVERY_MS);
  const work = {
    ...{ db: database.db, door: provider.door, decoder, store: folderStore(folder), signal: stopping.signal },
    ...{ onSheetStored: async () => {}, log: { warn: () => {}, error: () => {} } },
  };
  const workers = [fetchPictures(work), fetchPictures(work)];
  while ((await unsettled()) > 0) await pause(100);
  const seconds = (performance.now() - startedAt) / 1_000;
  stopping.abort();
  await Promise.all(workers);
  decoder.close();
  clearInterval(watch);
  console.log(
    'PROVIDER',
    JSON.stringify({
      lots: LOTS,
      asked: provider.asked.length,
      seconds: Math.round(seconds),
      perSecond: Number((provider.asked.length / seconds).toFixed(1)),
      grownMb: Math.round(most - before),
    }),
  );
  expect(provider.canaryCalls).toEqual([]);
  const twice = [...answered].filter(([, times]) => times.length > 1);
  for (const [url, times] of twice) {
    const { rows } =
      await sql`select state, attempts, failure, bytes from picture_fetches where address like ${`%${url}`}`.execute(
        database.db,
      );
    console.log('TWICE', url, times, JSON.stringify(rows));
  }
  expect(twice).toEqual([]);
  expect(most - before).toBeLessThan(MAX_GROWTH_MB);
  const { rows: found } = await sql<{ lot: number; photos: number; stored: number; has_sheet: boolean }>`
    select l.source_id::integer as lot, cardinality(l.images) as photos, sheet ->> 'image' is not null as has_sheet,
           coalesce(came.photos, 0) as stored
      from lots l left join (
        select n.lot_id, count(*)::integer as photos
          from lot_picture_fetches n join picture_fetches f on f.id = n.fetch_id
         where f.kind = 'photo' and f.state = 'stored' group by n.lot_id) came on came.lot_id = l.id`.execute(
    database.db,
  );
  expect(found).toHaveLength(LOTS);
  const waits: (Fault | null)[] = ['missing', 'page', 'cut', 'silent'];
  for (const { lot, photos, stored, has_sheet } of found) {
    const fault = faultOf(lot, SILENCE);
    const comes = fault === null || fault === 'late' || fault === 'moved';
    expect([stored, has_sheet], `${lot} ${fault}`).toEqual([comes ? 2 : 1, true]);
    // A photo that may still come keeps its place.
    expect(photos, `${lot} ${fault}`).toBe(comes || waits.includes(fault) ? 2 : 1);
  }
});
