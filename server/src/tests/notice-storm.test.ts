import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/db.ts';
import { testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { createLog } from '../platform/process/log.ts';
import { type FakeService, jsonOf, startFakeService } from '../testing/channels/fake-messengers.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { SECRET_KEY } from '../testing/http/auth-cookies.ts';
import { createPerson } from '../testing/http/people.ts';
import { startWorkerProcess } from '../testing/processes/worker-process.ts';

const KILLS = Number(process.env.NOTICE_KILLS ?? 3);
const READERS = 6;
/** Telegram takes one message a second in a chat, and a kill leaves one in each. */
const DRAIN_MS = Math.max(60_000, KILLS * 2_000);
const TOKEN = '1:storm';

let database: ReturnType<typeof openDatabase>;
let own: Awaited<ReturnType<typeof testDatabase>>;
let service: FakeService;
let dataDir: string;
/** Messages that LINE delivered, by receiver and key; a repeated key is refused as LINE does. */
const byLine = new Map<string, string[]>();
const byTelegram: string[] = [];

beforeAll(async () => {
  own = await testDatabase();
  database = openDatabase(own.url, createLog('test', 'silent'));
  dataDir = mkdtempSync(join(tmpdir(), 'notice-storm-'));
  service = await startFakeService(async (request) => {
    const body = jsonOf(request);
    if (request.path === `/bot${TOKEN}/getMe`)
      return {
        status: 200,
        body: { ok: true, result: { id: 1, is_bot: true, first_name: 'S', username: 'storm_bot' } },
      };
    if (request.path === `/bot${TOKEN}/getUpdates`) {
      await wait(200);
      return { status: 200, body: { ok: true, result: [] } };
    }
    if (request.path === '/v2/bot/message/push') {
      const key = `${body.to} ${request.headers['x-line-retry-key']}`;
      if (byLine.has(key)) return { status: 409, body: { message: 'The retry key is already accepted' } };
      byLine.set(
        key,
        lotsIn(body.messages[0].text).map((lotNo) => `${body.to} ${lotNo}`),
      );
      return { status: 200, body: {} };
    }
    byTelegram.push(...lotsIn(body.text ?? '').map((lotNo) => `${body.chat_id} ${lotNo}`));
    return { status: 200, body: { ok: true, result: { message_id: 1 } } };
  });
});
afterAll(async () => {
  await service.close();
  await database.close();
  await own.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Several waiting notices come as one message. */
const lotsIn = (text: string): string[] => [...text.matchAll(/Lot (\d+)/g)].map(([, lotNo]) => lotNo ?? '');
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const startWorker = () =>
  startWorkerProcess({
    ...{ databaseUrl: own.url, dataDir, secretKey: SECRET_KEY },
    more: {
      ...{ TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: service.url },
      ...{ LINE_TOKEN: 'line', LINE_API_ROOT: service.url },
    },
  });

/** Notifies a person about a new lot and returns its number. */
async function notify(userId: number): Promise<number> {
  const lotId = await createLot(database.db);
  const [{ lot_no: lotNo }] = await rows('select lot_no from lots where id = $1', [lotId]);
  await rows(`insert into notifications (user_id, kind, lot_id, dedupe_key) values ($1, 'lot_moved', $2, $3)`, [
    ...[userId, lotId, `storm ${lotId}`],
  ]);
  return lotNo;
}

const isDrained = () =>
  expect
    .poll(async () => (await rows(`select count(*)::int as n from notice_deliveries where state = 'waiting'`))[0].n, {
      timeout: DRAIN_MS,
      interval: 250,
    })
    .toBe(0);

// @covers REACH-05
test(`loses no notice and sends none twice over ${KILLS} kills of the worker`, async () => {
  const people = await Promise.all(Array.from({ length: READERS }, () => createPerson(database.db)));
  for (const [index, { id }] of people.entries())
    await rows(
      `insert into notice_endpoints (user_id, channel, address, confirmed_at)
       values ($1, 'line', $2, now()), ($1, 'telegram', $3, now())`,
      [id, `U${index}`, String(100 + index)],
    );
  const expected: string[] = [];
  for (let kill = 0; kill <= KILLS; kill++) {
    const worker = await startWorker();
    for (const [index, { id }] of people.entries()) expected.push(`${index} ${await notify(id)}`);
    if (kill === KILLS) {
      await isDrained();
      const [first] = people;
      const committedAtMs = performance.now();
      const lotNo = await notify(first?.id ?? 0);
      expected.push(`0 ${lotNo}`);
      await expect.poll(() => byTelegram.includes(`100 ${lotNo}`), { timeout: 60_000, interval: 20 }).toBe(true);
      const seconds = (performance.now() - committedAtMs) / 1_000;
      process.stdout.write(`At rest a notice reached its channel ${seconds.toFixed(2)} s after its commit\n`);
      await isDrained();
      await worker.stop();
    } else {
      await wait((kill * 137) % 500);
      await worker.kill();
      // Instead of waiting for the end of the leases.
      await rows(
        `update notice_deliveries set claimed_until = now() where state = 'waiting' and claimed_until is not null`,
      );
    }
  }
  const wanted = (prefix: (index: number) => string) =>
    expected.map((one) => one.replace(/^\d+/, (index) => prefix(Number(index)))).sort();
  expect([...byLine.values()].flat().sort()).toEqual(wanted((index) => `U${index}`));
  const telegram = wanted((index) => String(100 + index));
  expect([...new Set(byTelegram)].sort()).toEqual(telegram);
  // Telegram knows no keys: a message is repeated only if a kill came between its arrival and its mark.
  const repeated = await rows(
    `select count(*)::int as n from notice_deliveries where channel = 'telegram' and attempts > 1`,
  );
  expect(byTelegram.length - telegram.length).toBeLessThanOrEqual(repeated[0].n);
  expect(await rows(`select distinct state from notice_deliveries`)).toEqual([{ state: 'sent' }]);
}, 3_600_000);
