import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { fillDemonstration } from '@seri/demo/seeding/fill-demonstration.ts';
import { findBrokenInvariants } from '../../../server/src/bids/audit-log/check-invariants-queries.ts';
import { type ListIndex, openListIndex } from '../../../server/src/lots/list-index/list-index.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { createPerson } from '../../../server/src/testing/http/people.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { startWorkerProcess } from '../../../server/src/testing/processes/worker-process.ts';
import { DEMO_SERVER, DEMO_WORKER } from '../tools/demo-programs.ts';
import { residentMb } from '../tools/resident.ts';
import { callsTo } from './week-calls.ts';
import { openWeekHouse, type WeekHouse } from './week-house.ts';
import { beClient, beManager, type Surroundings } from './week-people.ts';

const MINUTES = 20;
const CLIENTS = 50;
const MANAGERS = 3;
const SERVERS = 2;
/** Days of the demonstration before the week begins. */
const BEFORE = { daysPast: 14, daysAhead: 3 };
/** With the durability of production. */
const FLAGS = ['max_wal_size=1GB'];
const LOOKS = 30;
const GOAL_GROWTH = 1.1;
const log = createLog('bench', 'error');
const say = (text: string) => process.stdout.write(`${text}\n`);

/** A week in twenty minutes: feed, visitors, bids, results and managers at once. */
export async function week(scale: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'seri-week-'));
  const postgres = await startEmbeddedPostgres({ dataDir, flags: FLAGS, log });
  await migrate(postgres.url);
  const database = openDatabase(postgres.url, log);
  const lists = openListIndex({ database, log });
  try {
    await fillDemonstration(database, BEFORE);
    await liftBudgets(database);
    await lists.current();
    await live({ url: postgres.url, dataDir, database, lists }, MINUTES * scale);
  } finally {
    await lists.close();
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Base {
  url: string;
  dataDir: string;
  database: Database;
  /** Follows the whole week. */
  lists: ListIndex;
}

async function live({ url, dataDir, database, lists }: Base, minutes: number): Promise<void> {
  const house = await openWeekHouse(dataDir);
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
  const servers = await Promise.all(ports.map((port) => startServerProcess(url, dataDir, port, DEMO_SERVER)));
  const worker = await startWorkerProcess({ databaseUrl: url, dataDir, agent: house.agent, ...DEMO_WORKER });
  try {
    await house.publish();
    await house.isRead();
    say(`\n${house.counted.listed} lots are listed; ${minutes} minutes begin`);
    const endMs = Date.now() + minutes * 60_000;
    const isOver = () => Date.now() > endMs;
    const around = { calls: callsTo(ports), models: await busyModels(database), isOver, marks: noMarks() };
    const pids = Object.fromEntries([
      ...servers.map(({ pid }, index) => [`server ${index + 1}`, pid] as const),
      ['worker', worker.pid] as const,
    ]);
    const [memory] = await Promise.all([
      watchMemory(pids, minutes),
      feed(house, isOver),
      ...(await people(database, around)),
    ]);
    await house.isRead();
    printCalls(around, house);
    printMemory(memory);
    await printChecks(database, lists);
  } finally {
    await Promise.all([...servers.map((server) => server.kill()), worker.kill()]);
    await house.close();
  }
}

const noMarks = (): Surroundings['marks'] => ({ looks: 0, stale: 0, bids: 0, accepted: 0 });

async function feed(house: WeekHouse, isOver: () => boolean): Promise<void> {
  while (!isOver()) await house.publish();
}

async function people({ db }: Database, around: Surroundings): Promise<Promise<void>[]> {
  const begun: Promise<void>[] = [];
  for (let index = 0; index < CLIENTS; index++)
    begun.push(beClient(await createPerson(db, { creditLimitYen: -1 }), index, around));
  for (let index = 0; index < MANAGERS; index++)
    begun.push(beManager(await createPerson(db, { roleId: ROLE.manager }), index, around));
  return begun;
}

async function busyModels({ pool }: Database): Promise<Surroundings['models']> {
  const { rows } = await pool.query<{ maker: string; model: string }>(
    `select maker, model from lots where upcoming_page = 'car-auction' group by 1, 2 order by count(*) desc limit 100`,
  );
  return rows;
}

type Memory = Record<string, number[]>;

async function watchMemory(pids: Record<string, number>, minutes: number): Promise<Memory> {
  const memory: Memory = Object.fromEntries(Object.keys(pids).map((name) => [name, []]));
  for (let look = 0; look < LOOKS; look++) {
    await wait((minutes * 60_000) / LOOKS);
    for (const [name, pid] of Object.entries(pids)) memory[name]?.push(residentMb(pid));
  }
  return memory;
}

/** Medians over tenths of the time, because garbage collection makes single values vary. */
function printMemory(memory: Memory): void {
  say('\n| memory, MB | start | middle | end | end to middle |\n| --- | --- | --- | --- | --- |');
  const width = LOOKS / 10;
  for (const [name, looks] of Object.entries(memory)) {
    const around = (from: number) => looks.slice(from, from + width).sort((a, b) => a - b)[1] ?? 0;
    const [start, middle, end] = [around(0), around((LOOKS - width) / 2), around(LOOKS - width)];
    const grown = end / middle;
    say(
      `| ${[name, start, middle, end, `${grown.toFixed(2)} (${grown <= GOAL_GROWTH ? 'flat' : 'grown'})`].join(' | ')} |`,
    );
  }
}

function printCalls({ calls, marks }: Surroundings, { counted }: WeekHouse): void {
  const { listed, changed, results, orders, longestQueue } = counted;
  say(
    `\nFeed: ${listed} lots listed, ${changed} told again, ${results} results; at most ${longestQueue} files waited\n` +
      `Bids: ${marks.bids} placed or raised, ${marks.accepted} accepted by ${MANAGERS} managers, ${orders} orders at the agent\n` +
      `Owners looked at their own bids and stars ${marks.looks} times: ${marks.stale} stale\n\n` +
      `| call | times | p50 ms | p99 ms | longest ms | refused | errors |\n|${' --- |'.repeat(7)}\n${calls.lines().join('\n')}\n`,
  );
  for (const error of calls.errors) say(`ERROR ${error}`);
}

/** Runs the nightly checks. */
async function printChecks(database: Database, lists: ListIndex): Promise<void> {
  const different = await lists.check();
  const broken = await findBrokenInvariants(database.db);
  say(
    `\nLots that the list index and PostgreSQL tell differently: ${different}. Broken invariants of bids and money: ${broken.length}`,
  );
  for (const one of broken.slice(0, 20)) say(`BROKEN ${one}`);
}
