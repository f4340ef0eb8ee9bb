import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aLot, demoHouse, type Row } from '../../testing/fixtures/feed.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type MailFixture, mailFixture } from '../../testing/mail/mail.ts';
import { startWorkerProcess } from '../../testing/processes/worker-process.ts';

const FILES = 6;
const LOTS_IN_A_FILE = 40;
const TOMORROW = new Date(Date.now() + 36 * 3_600_000).toISOString();
let fixture: MailFixture;
let inbox: string;
let anna: Person;

beforeAll(async () => {
  fixture = await mailFixture();
  inbox = join(fixture.dataDir, 'inbox');
  mkdirSync(inbox);
  anna = await createPerson(fixture.db);
  await fixture.db
    .insertInto('saved_searches')
    .values({
      user_id: anna.id,
      page_type: 'car-auction',
      place: 1,
      title: 'Prius',
      params: 'model=PRIUS',
      alert: 'instant',
    })
    .execute();
});
afterAll(() => fixture.close());

const drop = (name: string, rows: Row[]) => {
  const part = join(mkdtempSync(join(tmpdir(), 'seri-feed-')), name);
  writeFileSync(part, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  renameSync(part, join(inbox, name));
  rmSync(join(part, '..'), { recursive: true });
};
const startWorker = () => startWorkerProcess({ databaseUrl: fixture.url, dataDir: fixture.dataDir });

// @covers LIST-40
test('a worker killed repeatedly during imports sends each car once', async () => {
  for (let file = 0; file < FILES; file++) {
    const lots = Array.from({ length: LOTS_IN_A_FILE }, (_, lot) => {
      const number = file * LOTS_IN_A_FILE + lot + 1;
      // The last cars of a file are listed again in the next one.
      const serial = lot < 5 && file > 0 ? number - 5 : number;
      const chassis = `ZVW50-${String(serial).padStart(7, '0')}`;
      return aLot({ sourceId: `lot-${number}`, lotNo: number, chassis, auctionDate: TOMORROW });
    });
    drop(`${file}.ndjson`, [demoHouse(), ...lots]);
  }
  for (const afterMs of [60, 250, 600]) {
    const worker = await startWorker();
    await wait(afterMs);
    await worker.kill();
  }
  const worker = await startWorker();
  const cars = FILES * LOTS_IN_A_FILE - (FILES - 1) * 5;
  const count = async (text: string) => Number((await fixture.database.pool.query(text)).rows[0].count);
  const notifiedCount = () => count('select count(*) from search_matches where is_notified');
  await vi.waitFor(async () => expect(await notifiedCount()).toBe(cars), { timeout: 40_000, interval: 100 });
  await worker.stop();
  expect(await count('select count(*) from lots')).toBe(FILES * LOTS_IN_A_FILE);
  expect(await count('select count(*) from lots_to_match')).toBe(0);
  // One mail for each alert, and every match is in one of them.
  const { rows } = await fixture.database.pool.query(
    `select (select count(*) from mails where user_id = $1) as mails,
            (select count(*) from search_alerts) as alerts,
            (select count(*) from search_matches m join mails on (mails.data ->> 'alertId')::bigint = m.alert_id) as finds`,
    [anna.id],
  );
  expect(rows[0].mails).toBe(rows[0].alerts);
  expect(Number(rows[0].finds)).toBe(cars);
}, 180_000);
