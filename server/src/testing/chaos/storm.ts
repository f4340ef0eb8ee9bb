import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { type Seeded, seeded } from '../../platform/db/seeded.ts';
import { createLog } from '../../platform/process/log.ts';
import { type Bidders, runBidders } from '../bidding/bidders.ts';
import { aResult } from '../fixtures/feed.ts';
import { browserCall, type Call } from '../http/browser-call.ts';
import { liftBudgets } from '../http/budgets.ts';
import { type FakeAgent, fakeAgent, type Mood } from '../processes/fake-agent.ts';
import { type FaultProxy, faultProxy, targetOf, throughPort } from '../processes/fault-proxy.ts';
import { freePort, startServerProcess } from '../processes/processes.ts';
import { type SupervisedProcess, superviseProcess } from '../processes/supervised-process.ts';
import { startWorkerProcess } from '../processes/worker-process.ts';
import type { StormDatabase } from './storm-database.ts';

export interface Weather {
  seed: number;
  bidders: number;
  /** Minimum number of steps of each bidder; all continue until the faults are over. */
  steps: number;
  servers: number;
  workers: number;
  /** Kills of a random server or worker with -9, at random times. */
  kills: number;
  /** Maximum pause between two kills or restarts. */
  calmMs: number;
  /** PostgreSQL is killed and restarted. */
  restarts: number;
  /** Connections cut or delayed, to the database and from the browser. */
  cuts: number;
  /** The agent answers 500, slowly, twice, with nonsense, or never. */
  moods: boolean;
}

export interface Storm {
  database: Database;
  agent: FakeAgent;
  bidders: Bidders;
  call: Call;
  counted: Counted;
}
interface Counted {
  kills: number;
  restarts: number;
  cut: number;
  delayed: number;
  /** Servers and workers that ended without being killed and were restarted. */
  endedByThemselves: number;
}

const BAD_MOODS: Mood[] = [
  'takes it and cuts the line',
  'takes it and says nothing',
  'fails',
  'says nothing',
  'is slow',
  'answers twice',
  'talks nonsense',
  'lies',
];

/** Runs servers and workers as processes behind proxies, with bidders and faults; the faults are over when `after` begins. */
export async function storm(weather: Weather, base: StormDatabase, after: (storm: Storm) => Promise<void>) {
  const chance = seeded(`storm ${weather.seed}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'seri-storm-'));
  const inbox = join(dataDir, 'inbox');
  mkdirSync(inbox);
  const agent = await fakeAgent();
  // The test's own queries use a connection that is never cut.
  const [link, own] = await Promise.all([
    faultProxy([targetOf(base.url())], chance),
    faultProxy([targetOf(base.url())], chance),
  ]);
  const ports = await Promise.all(Array.from({ length: weather.servers }, freePort));
  const front = await faultProxy(
    ports.map((port) => ({ host: '127.0.0.1', port })),
    chance,
  );
  const database = openDatabase(throughPort(base.url(), own.port), createLog('test', 'silent'));
  await liftBudgets(database);
  await database.db.insertInto('company_settings').values({ key: 'winSettleMinutes', value: '0' }).execute();
  const databaseUrl = throughPort(base.url(), link.port);
  const processes = await Promise.all([
    ...ports.map((port) =>
      superviseProcess(() => startServerProcess(databaseUrl, dataDir, port, { logLevel: 'silent' })),
    ),
    ...Array.from({ length: weather.workers }, () =>
      superviseProcess(() => startWorkerProcess({ databaseUrl, dataDir, agent })),
    ),
  ]);
  const counted = { kills: 0, restarts: 0, cut: 0, delayed: 0, endedByThemselves: 0 };
  const call = browserCall(front.port, ports);
  let isOver = false;
  try {
    const faults = Promise.all([
      killSome(weather, processes, chance, counted),
      restartSome(weather, base, [link, own], counted),
      cutSome(weather.cuts, [link, front], counted),
    ]).finally(() => {
      isOver = true;
    });
    const moods = weather.moods ? spoilMoods(agent, chance, () => isOver) : undefined;
    const bidders = await runBidders({
      db: database.db,
      seed: weather.seed,
      bidders: weather.bidders,
      call,
      report: (lotId, version) => report(database, inbox, lotId, version),
      continues: (steps) => steps < weather.steps || !isOver,
    });
    await Promise.all([faults, moods]);
    agent.moods.length = 0;
    counted.endedByThemselves = processes.reduce((sum, kept) => sum + kept.ended, 0);
    await Promise.all(processes.map((kept) => kept.isUp()));
    await after({ database, agent, bidders, call, counted });
  } finally {
    isOver = true;
    await Promise.all(processes.map((kept) => kept.close()));
    await database.close();
    await Promise.all([front.close(), link.close(), own.close(), agent.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killSome(weather: Weather, processes: SupervisedProcess[], { pick, whole }: Seeded, counted: Counted) {
  while (counted.kills < weather.kills) {
    await wait(whole(0, weather.calmMs));
    if (await pick(processes).kill()) counted.kills++;
  }
}

async function restartSome(weather: Weather, base: StormDatabase, proxies: FaultProxy[], counted: Counted) {
  for (; counted.restarts < weather.restarts; counted.restarts++) {
    await wait(weather.calmMs);
    await base.restart();
    for (const proxy of proxies) proxy.targets = [targetOf(base.url())];
  }
}

/** Disturbs half of all connections until the required number of faults is reached. */
async function cutSome(times: number, proxies: FaultProxy[], counted: Counted) {
  for (const proxy of proxies) proxy.faults = { cut: times > 0 ? 0.3 : 0, slow: times > 0 ? 0.3 : 0 };
  const sum = (what: 'cut' | 'delayed') => proxies.reduce((total, proxy) => total + proxy.counted[what], 0);
  while (sum('cut') + sum('delayed') < times) await wait(50);
  for (const proxy of proxies) proxy.faults = { cut: 0, slow: 0 };
  Object.assign(counted, { cut: sum('cut'), delayed: sum('delayed') });
}

/** Two of three calls fail. */
async function spoilMoods(agent: FakeAgent, { pick, chance }: Seeded, isOver: () => boolean) {
  while (!isOver()) {
    if (agent.moods.length < 5) agent.moods.push(chance(2 / 3) ? pick(BAD_MOODS) : 'takes');
    await wait(20);
  }
}

async function report({ db }: Database, inbox: string, lotId: number, version: number): Promise<void> {
  const { source_id: sourceId, start_price_yen: soldPrice } = await db
    .selectFrom('lots')
    .select(['source_id', 'start_price_yen'])
    .where('id', '=', lotId)
    .executeTakeFirstOrThrow();
  const row = aResult({ sourceId, soldPrice, buyer: { orderKey: `${lotId}:${version}` } });
  const file = join(inbox, String(lotId));
  writeFileSync(`${file}.part`, `${JSON.stringify(row)}\n`);
  renameSync(`${file}.part`, `${file}.ndjson`);
}
