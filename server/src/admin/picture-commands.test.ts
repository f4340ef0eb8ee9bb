import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { folderStore } from '../photos/store/folder-store.ts';
import { healthRoutes } from '../platform/http/health/health.ts';
import { aLot, demoHouse, imported } from '../testing/fixtures/feed.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { runCommand as admin } from '../testing/http/run-command.ts';

const TOKEN = 'metrics';
const STORED = 'fetched/ab/cd.jpg';
let portal: TestPortal;
let dir: string;

beforeAll(async () => {
  portal = await testPortal((app, database) => healthRoutes(app, database, { metricsToken: TOKEN }));
  dir = mkdtempSync(join(tmpdir(), 'seri-pictures-'));
  vi.stubEnv('DATABASE_URL', portal.url);
  vi.stubEnv('DATA_DIR', dir);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await portal.close();
  rmSync(dir, { recursive: true });
});

const states = async () =>
  (
    await portal.database.db.selectFrom('picture_fetches').select(['address', 'state']).orderBy('address').execute()
  ).map(({ address, state }) => `${address.split('/').at(-1)} ${state}`);
async function gauge(state: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const { body } = await portal.app.inject({ url: '/metrics', headers });
  return new RegExp(`^seri_pictures\\{source="taa",state="${state}"\\} (\\d+)$`, 'm').exec(body)?.[1];
}

// @covers FACT-04
test('the operator sees pictures by source, fetches them again and forgets them; metrics count them', async () => {
  const { db } = portal.database;
  expect((await admin(['pictures', 'status'])).out).toBe('No lot names a picture by address.\n');
  const photo = (name: string) => `https://photos.example/${name}`;
  await imported(portal.database, [
    demoHouse({ source: 'taa' }),
    aLot({ source: 'taa', sourceId: 't1', images: [photo('1.jpg'), photo('2.jpg')], sheetImage: photo('3.jpg') }),
  ]);
  const { id } = await db.selectFrom('lots').select('id').where('source_id', '=', 't1').executeTakeFirstOrThrow();
  await folderStore(join(dir, 'photos')).put(STORED, Buffer.from('a photo'));
  await sql`update picture_fetches set state = 'stored', stored_name = ${STORED}, settled_at = now()
    where address like '%/1.jpg'`.execute(db);
  await sql`update picture_fetches set state = 'retry', failure = 'slow', next_at = now() + interval '1 hour'
    where address like '%/2.jpg'`.execute(db);

  const { code, out } = await admin(['pictures', 'status']);
  expect(code).toBe(0);
  expect(out).toMatch(/taa +photos +1 +1 +0/);
  expect(out).toMatch(/taa +sheets +0 +1 +0/);
  expect(out).toMatch(/taa +slow +1 +1/);
  expect([await gauge('stored'), await gauge('retry'), await gauge('waiting')]).toEqual(['1', '1', '1']);

  expect(await admin(['pictures', 'fetch', '--failure', 'bad luck'])).toMatchObject({ code: 1, out: '' });
  expect(await admin(['pictures', 'fetch', '--lot', '-1'])).toMatchObject({ code: 1, out: '' });
  expect((await admin(['pictures', 'fetch', '--source', 'uss'])).out).toBe('Pictures in the queue again: 0.\n');
  const again = await admin(['pictures', 'fetch', '--source', 'taa', '--failure', 'slow']);
  expect(again.out).toBe('Pictures in the queue again: 1.\n');
  expect(await states()).toEqual(['1.jpg stored', '2.jpg waiting', '3.jpg waiting']);

  const lot = ['--lot', String(id)];
  for (const [args, words] of [
    [[], 'Give either --lot or --source.'],
    [[...lot, '--source', 'taa'], 'Give either --lot or --source.'],
    [lot, 'add --yes'],
  ] as const)
    expect((await admin(['pictures', 'forget', ...args])).err).toContain(words);
  expect((await admin(['pictures', 'forget', ...lot, '--yes'])).out).toMatch(/^Pictures removed: \d\.\n$/);
  expect(await folderStore(join(dir, 'photos')).get(STORED)).toBeNull();
  expect(await gauge('stored')).toBeUndefined();
});
