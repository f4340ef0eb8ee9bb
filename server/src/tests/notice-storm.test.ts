import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/db.ts';
import { testDatabase } from '../platform/embedded-postgres/test-database.ts';
import { createLog } from '../platform/process/log.ts';
import { untilDone } from '../testing/bidding/bidders.ts';
import { type FakeService, jsonOf, startFakeService } from '../testing/channels/fake-messengers.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { browserCall, type Call } from '../testing/http/browser-call.ts';
import { liftBudgets } from '../testing/http/budgets.ts';
import { createPerson, type Person } from '../testing/http/people.ts';
import { createProgram } from '../testing/http/programs.ts';
import { freePort, startServerProcess } from '../testing/processes/processes.ts';
import { startWorkerProcess } from '../testing/processes/worker-process.ts';

const KILLS = Number(process.env.NOTICE_KILLS ?? 3);
/** Up to this number of kills the server starts without what these calls do not need; a long run has the whole program. */
const FEW_KILLS = 3;
const CALL_SERVER = join(import.meta.dirname, '..', 'testing', 'processes', 'call-server.ts');
const READERS = 6;
/**
 * Killed in turn. Servers are killed while calls are under way, alone as soon as one of the calls has been carried out;
 * workers while they send what the calls caused.
 */
const VICTIMS = [
  { worker: true, server: false, at: (round: number) => wait((round * 137) % 500) },
  { worker: true, server: true, at: (round: number) => wait((round * 53) % 300) },
  { worker: false, server: true, at: (_: number, isCarriedOut: () => Promise<unknown>) => isCarriedOut() },
] as const;
/** Telegram takes one message a second in a chat, and a kill leaves one in each. */
const DRAIN_MS = Math.max(60_000, KILLS * 2_000);
const TOKEN = '1:storm';

let database: ReturnType<typeof openDatabase>;
let own: Awaited<ReturnType<typeof testDatabase>>;
let service: FakeService;
let dataDir: string;
let port: number;
let call: Call;
let manager: Person;
let program: Person;
/** Calls that notify a reader, and those of them that were answered. */
const caused = { notices: 0, answered: 0, repeats: 0 };
/** Messages that LINE delivered, by receiver and key; a repeated key is refused as LINE does. */
const byLine = new Map<string, string[]>();
const byTelegram: string[] = [];

beforeAll(async () => {
  own = await testDatabase();
  database = openDatabase(own.url, createLog('test', 'silent'));
  dataDir = mkdtempSync(join(tmpdir(), 'notice-storm-'));
  port = await freePort();
  call = browserCall(port, [port]);
  await liftBudgets(database);
  manager = await createPerson(database.db, { roleId: 991 });
  program = await createProgram(database.db);
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
        subjectsIn(body.messages[0].text).map((subject) => `${body.to} ${subject}`),
      );
      return { status: 200, body: {} };
    }
    byTelegram.push(...subjectsIn(body.text ?? '').map((subject) => `${body.chat_id} ${subject}`));
    return { status: 200, body: { ok: true, result: { message_id: 1 } } };
  });
});
afterAll(async () => {
  await service.close();
  await database.close();
  await own.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The lots and deposits that a message names: several waiting notices come as one message. */
const subjectsIn = (text: string): string[] =>
  [...text.matchAll(/Lot (\d+)|([\d\u00a0]+)\u00a0¥ is on your balance/g)].map(([, lotNo, amount]) =>
    (lotNo ?? amount ?? '').replaceAll('\u00a0', ''),
  );
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const startWorker = () =>
  startWorkerProcess({
    ...{ databaseUrl: own.url, dataDir },
    more: {
      ...{ TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: service.url },
      ...{ LINE_TOKEN: 'line', LINE_API_ROOT: service.url },
    },
  });
const startServer = () =>
  startServerProcess(own.url, dataDir, port, {
    logLevel: 'silent',
    ...(KILLS <= FEW_KILLS && { program: CALL_SERVER }),
  });

/** Calls with a key until the call is answered, as the web app does. */
async function ask(person: Person, method: 'POST' | 'PUT', path: string, body: object, key: string) {
  const { status, body: reply } = await untilDone(caused, () => call(person, method, path, body, key));
  expect([path, status, reply.messageCode]).toEqual([path, 200, undefined]);
  return reply;
}

/** Notifies a reader by one call: a message, a decision or a deposit. Returns what the notice names. */
async function notify(reader: Person): Promise<number> {
  const nth = ++caused.notices;
  const key = `storm-${nth}`;
  if (nth % 3 === 0) {
    const amountYen = 100_000_000 + nth;
    const deposit = { userId: reader.id, kind: 'deposit', amountYen, description: 'Deposit', key };
    await ask(program, 'POST', '/v1/back-office/payments/book', deposit, key);
    caused.answered++;
    return amountYen;
  }
  const lotId = await createLot(database.db);
  const [{ lot_no: lotNo }] = await rows('select lot_no from lots where id = $1', [lotId]);
  const bid = { amount: 650_000, carId: String(lotId), bidType: 1, confirm: 1, lotType: 'auction' };
  const { bidId } = await ask(reader, 'POST', '/v1/bid/create', bid, key);
  if (nth % 3 === 1) await ask(manager, 'POST', '/v1/bid/save-chat', { bidId, comment: 'Ask me' }, key);
  else await ask(manager, 'PUT', '/v1/bid/update-bid-status', { bidId, status: 3 }, key);
  caused.answered++;
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
test(`loses no notice and sends none twice over ${KILLS} kills of worker and server`, async () => {
  const people = await Promise.all(
    Array.from({ length: READERS }, () => createPerson(database.db, { creditLimitYen: -1 })),
  );
  const ids = people.map(({ id }) => id);
  for (const [index, id] of ids.entries())
    await rows(
      `insert into notice_endpoints (user_id, channel, address, confirmed_at)
       values ($1, 'line', $2, now()), ($1, 'telegram', $3, now())`,
      [id, `U${index}`, String(100 + index)],
    );
  const countNotices = async () =>
    (await rows('select count(*)::int as n from notifications where user_id = any($1)', [ids]))[0].n;
  const isNoticed = async (before: number) => {
    while ((await countNotices()) <= before);
  };
  const expected: string[] = [];
  const notifyAll = () =>
    Promise.all(people.map(async (reader, index) => void expected.push(`${index} ${await notify(reader)}`)));
  /** Processes killed, and calls that a killed server had carried out but not answered. */
  const counted = { kills: 0, doneUnanswered: 0 };
  let [server, worker] = await Promise.all([startServer(), startWorker()]);
  for (let round = 0; counted.kills < KILLS; round++) {
    const noticesBefore = caused.notices;
    const calls = notifyAll();
    const victims = VICTIMS[round % VICTIMS.length] ?? VICTIMS[0];
    await victims.at(round, () => isNoticed(noticesBefore));
    await Promise.all([victims.worker && worker.kill(), victims.server && server.kill()]);
    counted.kills += Number(victims.worker) + Number(victims.server);
    // Instead of waiting for the end of the leases.
    if (victims.worker)
      await rows(
        `update notice_deliveries set claimed_until = now() where state = 'waiting' and claimed_until is not null`,
      );
    if (victims.server) counted.doneUnanswered += (await countNotices()) - caused.answered;
    [server, worker] = await Promise.all([
      victims.server ? startServer() : server,
      victims.worker ? startWorker() : worker,
    ]);
    await calls;
  }
  await notifyAll();
  await isDrained();
  const [first] = people;
  if (!first) throw new Error('nobody reads');
  const calledAtMs = performance.now();
  const atRest = await notify(first);
  expected.push(`0 ${atRest}`);
  await expect.poll(() => byTelegram.includes(`100 ${atRest}`), { timeout: 60_000, interval: 20 }).toBe(true);
  const seconds = (performance.now() - calledAtMs) / 1_000;
  process.stdout.write(`At rest a notice reached its channel ${seconds.toFixed(2)} s after its first call\n`);
  await isDrained();
  await Promise.all([server.kill(), worker.stop()]);
  process.stdout.write(`COUNTED ${JSON.stringify({ ...counted, repeats: caused.repeats })}\n`);
  expect([await countNotices(), caused.answered]).toEqual([caused.notices, caused.notices]);
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
