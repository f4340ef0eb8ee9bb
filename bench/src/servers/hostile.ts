import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { CALLS_PER_MINUTE } from '@seri/contract/company/settings.ts';
import type { Pool } from 'pg';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { saveSettings } from '../../../server/src/platform/db/installation.ts';
import { buildWebWhenStale } from '../../../server/src/platform/process/build-web.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { buyCar } from '../../../server/src/testing/fixtures/purchases.ts';
import { createPerson, type Person } from '../../../server/src/testing/http/people.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { seedLots } from '../lists/seed-lots.ts';
import { benchCluster } from '../tools/cluster.ts';
import { DEMO_SERVER } from '../tools/demo-programs.ts';
import { type Figures, runAtRate } from '../tools/load.ts';
import type { FromLoops, ToLoops } from './hostile-loops.ts';

const LOTS = 50_000;
const PURCHASES = 200;
const BIDDERS = 20;
const LOOPS = 40;
/** Slightly over a minute, so that budgets are renewed once. */
const SECONDS = 70;
const IDLE_SECONDS = 20;
const CHECKS_A_SECOND = 20;
const WARM = 100;
const GOAL = 2;
const PHONE = 'Mozilla/5.0 (Linux; Android 15) Mobile';

interface Kind {
  name: string;
  paths: string[];
  headers?: Record<string, string>;
}

/**
 * One client sends the most expensive requests in forty parallel loops while other clients check bids: the latency of
 * the checks, compared with the same minute without the loops. Each row has its own idle figures, measured just before.
 */
export async function hostile(scale: number, only = ''): Promise<void> {
  await buildWebWhenStale();
  const cluster = await benchCluster();
  const database = openDatabase(cluster.url, createLog('bench', 'error'));
  try {
    const fixture = await createFixture(database, cluster.url, scale);
    const port = await freePort();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port, DEMO_SERVER);
    const cookieOf = (person: Person) => person.cookie.replace('3000', String(port));
    const check = checker(server.url, fixture.bidders.map(cookieOf), fixture.lots);
    for (let turn = 0; turn < WARM; turn++) await check();
    const kinds = (await kindsFor(server.url, cookieOf(fixture.client), fixture)).filter(({ name }) =>
      name.includes(only),
    );
    process.stdout.write(
      `\nPOST /v1/bid/check of other clients, ${CHECKS_A_SECOND} a second, while one client runs ${LOOPS} loops\n\n` +
        '| loops of | idle p50 ms | idle p99 ms | p50 ms | p99 ms | p99 to idle | errors | answered | of them 200 |\n' +
        '| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n',
    );
    for (const kind of kinds) {
      await ensureAnswered(server.url, cookieOf(fixture.client), kind);
      await database.pool.query('truncate call_budgets');
      const idle = await runAtRate(IDLE_SECONDS, CHECKS_A_SECOND, check);
      const { figures, counts } = await underLoops(server.url, cookieOf(fixture.client), kind, () =>
        runAtRate(SECONDS * Math.min(1, scale), CHECKS_A_SECOND, check),
      );
      process.stdout.write(`${rowOf(kind.name, idle, figures, counts)}\n`);
    }
    await server.kill();
  } finally {
    await database.close();
    await cluster.end();
  }
}

function rowOf(name: string, idle: Figures, loaded: Figures, { answered, good }: FromLoops): string {
  const ratio = loaded.p99Ms / idle.p99Ms;
  const isMet = ratio <= GOAL ? '' : ' (goal 2 missed)';
  const figures = [idle.p50Ms, idle.p99Ms, loaded.p50Ms, loaded.p99Ms].map((ms) => ms.toFixed(1));
  return `| ${[name, ...figures, `${ratio.toFixed(1)}${isMet}`, loaded.errors, answered, good].join(' | ')} |`;
}

interface Fixture {
  client: Person;
  bidders: Person[];
  lots: number[];
  purchaseId: number;
  day: string;
}

async function createFixture(database: Database, url: string, scale: number): Promise<Fixture> {
  const { db, pool } = database;
  await seedLots(url, Math.round(LOTS * scale));
  // The twenty clients of bid checks exceed their budget, so it is raised; all others are unchanged.
  await saveSettings(db, { callsPerMinute: { ...CALLS_PER_MINUTE, write: 1_000_000 } });
  const client = await createPerson(db, { balanceYen: 100_000_000 });
  const bidders: Person[] = [];
  for (let at = 0; at < BIDDERS; at++) bidders.push(await createPerson(db, { creditLimitYen: -1 }));
  let purchaseId = 0;
  for (let at = 0; at < PURCHASES; at++) purchaseId = await buyCar(db, client);
  return { client, bidders, purchaseId, ...(await chosen(pool)) };
}

async function chosen(pool: Pool): Promise<{ lots: number[]; day: string }> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from lots where source = 'bench' and bids_close_at > now() + interval '1 hour' order by id limit 400`,
  );
  const sheet = { damages: [{ code: 'A1', panel: 'roof' }], remarksJa: [], seed: 7 };
  await pool.query('update lots set sheet = $1 where id = any($2)', [sheet, rows.map(({ id }) => id)]);
  const days = await pool.query<{ day: string }>(
    `select to_char(now() at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day`,
  );
  return { lots: rows.map(({ id }) => Number(id)), day: days.rows[0]?.day ?? '' };
}

async function kindsFor(url: string, cookie: string, { lots, purchaseId, day }: Fixture): Promise<Kind[]> {
  const asked = await fetch(`${url}/v1/car-auction/download-images?id=${lots[0]}`, { headers: { cookie } });
  const zip = asked.ok ? [String(await asked.json())] : [];
  const from = `${Number(day.slice(0, 4)) - 1}${day.slice(4, 8)}28`;
  return [
    { name: 'statement', paths: [`/v1/files/statement.pdf?dateFrom=${from}&dateTo=${day}`] },
    { name: 'invoice', paths: [`/v1/payments/invoice?id=P${purchaseId}`] },
    { name: 'CSV', paths: ['/v1/files/payments.csv'] },
    { name: 'zip', paths: zip },
    { name: 'sheet', paths: lots.map((id) => `/s/${id}?w=1280`) },
    { name: 'picture', paths: lots.map((_, at) => `/p/sedan-white-${at}-front34?w=1280`) },
    { name: 'page', paths: lots.map((id) => `/car-auction/${id}`), headers: { 'user-agent': PHONE } },
    {
      name: 'listing',
      paths: Array.from({ length: 50 }, (_, at) => `/v1/car-auction/listing?pageSize=70&page=${at + 1}`),
    },
    {
      name: 'listing page',
      paths: Array.from({ length: 50 }, (_, at) => `/car-auction?pageSize=70&page=${at + 1}`),
      headers: { 'user-agent': PHONE },
    },
  ];
}

/** A loop of refusals would measure nothing. */
async function ensureAnswered(url: string, cookie: string, { name, paths, headers = {} }: Kind): Promise<void> {
  const reply = await fetch(`${url}${paths[0]}`, { headers: { ...headers, cookie } });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${name}: ${paths[0]} answered ${reply.status}`);
}

/** A bid check by the next client on the next lot; any status but 200 is an error. */
function checker(url: string, cookies: readonly string[], lots: readonly number[]): () => Promise<void> {
  let turn = 0;
  return async () => {
    const cookie = cookies[turn % cookies.length] ?? '';
    const carId = String(lots[turn % lots.length]);
    turn += 1;
    const reply = await fetch(`${url}/v1/bid/check`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 400_000, carId, bidType: 1, confirm: 1, lotType: 'auction' }),
    });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`answered ${reply.status}`);
  };
}

/** The loops run in their own process, so that their own cost is not measured; they end automatically. */
async function underLoops<T>(
  url: string,
  cookie: string,
  { paths, headers = {} }: Kind,
  measure: () => Promise<T>,
): Promise<{ figures: T; counts: FromLoops }> {
  const loops = fork(new URL('./hostile-loops.ts', import.meta.url), { execArgv: [] });
  const order: ToLoops = { url, paths, headers: { ...headers, cookie }, loops: LOOPS, seconds: SECONDS + 20 };
  loops.send(order);
  await wait(1_000);
  const figures = await measure();
  loops.send('end');
  const [counts] = (await once(loops, 'message')) as [FromLoops];
  loops.kill();
  return { figures, counts };
}
