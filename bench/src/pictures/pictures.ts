import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { carAuction } from '@seri/contract/lots/routes.ts';
import { sql } from 'kysely';
import { setPause } from '../../../server/src/photos/status/status-queries.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { aLot, demoHouse, imported } from '../../../server/src/testing/fixtures/feed.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { startWorkerProcess } from '../../../server/src/testing/processes/worker-process.ts';
import { QUERIES } from '../lists/listing.ts';
import { seedLots } from '../lists/seed-lots.ts';
import { benchCluster } from '../tools/cluster.ts';
import { quantileOf, runAtRate, runAtRateWhile } from '../tools/load.ts';
import { sequentialCalls } from '../tools/over-http.ts';
import { residentMb } from '../tools/resident.ts';
import { severalPeople } from '../tools/several-people.ts';
import type { ProviderReport, ProviderStarted } from './provider.ts';

/** Lots of the provider, each with two photos and a sheet, and other lots of the listing. */
const LOTS = 10_000;
const OTHER_LOTS = 100_000;
const PICTURES_A_LOT = 3;
const HOSTS = ['a', 'b', 'c', 'd', 'e', 'f'];
const IMPORT_SIZE = 1_000;
const PAGES_A_SECOND = 30;
const WARM_SECONDS = 10;
/** Pictures pause every other time, so that other work on the machine is in both figures alike. */
const PHASE_SECONDS = 10;
/** Of a phase, until the worker follows it. */
const SETTLE_MS = 2_000;
const POLL_MS = 500;
/** The 99th percentile of the listing may be this many times that during a pause. */
const GOAL = 4 / 3;

/**
 * A worker fetches the pictures of 10,000 lots from a provider with all its faults: the times of list requests meanwhile
 * and during a manager's pauses, pictures a second, and the worker's memory (business-rules.md#speed-targets).
 */
export async function pictures(scale: number): Promise<void> {
  const cluster = await benchCluster();
  const database = openDatabase(cluster.url, createLog('bench', 'error'));
  const provider = fork(join(import.meta.dirname, 'provider.ts'));
  try {
    const [{ address, cert }] = (await once(provider, 'message')) as [ProviderStarted];
    await liftBudgets(database);
    await seedLots(cluster.url, Math.round(OTHER_LOTS * scale));
    const lots = Math.round(LOTS * scale);
    await importLots(database, lots, address);
    const port = await freePort();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port);
    const paths = QUERIES.map((query) => `${carAuction.listing.path}?${query}`);
    const askPage = sequentialCalls(server.url, paths, await severalPeople(database.db, port));
    await runAtRate(WARM_SECONDS, PAGES_A_SECOND, askPage);
    const worker = await startWorkerProcess({
      ...{ databaseUrl: cluster.url, dataDir: cluster.dataDir, program: join(import.meta.dirname, 'worker.ts') },
      more: { PROVIDER_CERTIFICATE: cert },
    });
    const phases = inPhases(database);
    const run = watchRun(database, worker.pid, lots);
    await runAtRateWhile(
      () => !run.isOver(),
      PAGES_A_SECOND,
      () => phases.timed(askPage),
    );
    await phases.end();
    const memory = await run.memory;
    await worker.stop();
    await server.kill();
    report({ lots, memory, phases: phases.phases, provider: await reportOf(provider) });
  } finally {
    provider.disconnect();
    await database.close();
    await cluster.end();
  }
}

async function importLots(database: Database, lots: number, address: string): Promise<void> {
  await imported(database, [demoHouse()]);
  const auctionDate = new Date(Date.now() + 86_400_000).toISOString();
  const rows = Array.from({ length: lots }, (_, lot) => {
    const at = (name: string) => address.replace('HOST', HOSTS[lot % HOSTS.length] ?? '').replace('PATH', name);
    return aLot({
      ...{ sourceId: String(lot), lotNo: lot + 1, auctionDate, sheetImage: at(`/${lot}-sheet.jpg`) },
      images: [1, 2].map((nth) => at(`/${lot}-${nth}.jpg`)),
    });
  });
  for (let from = 0; from < lots; from += IMPORT_SIZE) await imported(database, rows.slice(from, from + IMPORT_SIZE));
}

/** Pauses all pictures every other time, and times requests in each phase. */
function inPhases({ db }: Database) {
  const phases: { isPaused: boolean; beganMs: number; endMs: number; tookMs: number[] }[] = [];
  const last = () => phases.at(-1);
  const change = () => {
    const isPaused = last()?.isPaused === false;
    const beganMs = performance.now();
    const before = last();
    if (before) before.endMs = beganMs;
    phases.push({ isPaused, beganMs, endMs: beganMs, tookMs: [] });
    return setPause(db, isPaused);
  };
  void change();
  const timer = setInterval(change, PHASE_SECONDS * 1_000);
  return {
    phases,
    timed: async (task: () => Promise<void>) => {
      const [phase, startMs] = [last(), performance.now()];
      await task();
      if (phase && startMs - phase.beganMs > SETTLE_MS) phase.tookMs.push(performance.now() - startMs);
    },
    end: async () => {
      clearInterval(timer);
      const running = last();
      if (running) running.endMs = performance.now();
      await setPause(db, false);
    },
  };
}
type Phase = ReturnType<typeof inPhases>['phases'][number];

/** Megabytes of the worker, and of the worker with its processes. */
interface Memory {
  worker: number;
  all: number;
}
interface MemoryOfRun {
  start: Memory;
  middle: Memory;
  end: Memory;
  most: Memory;
}

/** Watches a run until each picture has been fetched or has failed once. */
function watchRun({ db }: Database, pid: number, lots: number): { isOver(): boolean; memory: Promise<MemoryOfRun> } {
  let isOver = false;
  const watch = async () => {
    const start = memoryOf(pid);
    let middle: Memory | undefined;
    let most = start;
    for (;;) {
      await wait(POLL_MS);
      const { rows } = await sql<{ left: number }>`
        select count(*)::integer as left from picture_fetches
         where state in ('waiting', 'fetching') and failure is null`.execute(db);
      const left = rows[0]?.left ?? 0;
      const end = memoryOf(pid);
      if (end.all > most.all) most = end;
      if (left <= (lots * PICTURES_A_LOT) / 2) middle ??= end;
      if (left === 0) return { start, middle: middle ?? end, end, most };
    }
  };
  const memory = watch().finally(() => {
    isOver = true;
  });
  return { isOver: () => isOver, memory };
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

function memoryOf(pid: number): Memory {
  const worker = residentMb(pid);
  return { worker, all: childrenOf(pid).reduce((sum, child) => sum + (mbOf(child) ?? 0), worker) };
}

/** Null for a process that has just ended. */
function mbOf(pid: number): number | null {
  try {
    return residentMb(pid);
  } catch {
    return null;
  }
}

async function reportOf(provider: ChildProcess): Promise<ProviderReport> {
  provider.send('report');
  const [answer] = (await once(provider, 'message')) as [ProviderReport];
  return answer;
}

interface Run {
  lots: number;
  phases: Phase[];
  memory: MemoryOfRun;
  provider: ProviderReport;
}

function report({ lots, phases, memory, provider }: Run): void {
  const asked = lots * PICTURES_A_LOT;
  const paused = phases.filter(({ isPaused }) => isPaused);
  const fetching = phases.filter(({ isPaused }) => !isPaused);
  const seconds = fetching.reduce((sum, { beganMs, endMs }) => sum + endMs - beganMs, 0) / 1_000;
  const mb = ({ worker, all }: Memory) => `${worker} (${all})`;
  process.stdout.write(
    `\nListing of a page of 20, ${PAGES_A_SECOND} a second, ${QUERIES.length} queries in turn\n\n` +
      '| pictures | requests | p50 ms | p95 ms | p99 ms | p99 ms of the middle phase |\n| --- | --- | --- | --- | --- | --- |\n' +
      `${listLine('pause', paused)}\n${listLine('are fetched', fetching)}\n\n` +
      `Middle 99th percentile beside pictures to that in a pause: ${(middleP99Ms(fetching) / middleP99Ms(paused)).toFixed(2)} (goal ${GOAL.toFixed(2)})\n\n` +
      '| pictures | seconds | a second | requests | inside | twice |\n| --- | --- | --- | --- | --- | --- |\n' +
      `| ${[asked, seconds.toFixed(0), (asked / seconds).toFixed(1), provider.asked, provider.insideCalls, provider.twice].join(' | ')} |\n\n` +
      '| MB of the worker (with its processes) | start | middle | end | most |\n| --- | --- | --- | --- | --- |\n' +
      `| | ${mb(memory.start)} | ${mb(memory.middle)} | ${mb(memory.end)} | ${mb(memory.most)} |\n`,
  );
}

/** Half of the phases have a lower 99th percentile: a burst of other work counts once. */
function middleP99Ms(phases: Phase[]): number {
  const each = phases.filter(({ tookMs }) => tookMs.length > 0).map(({ tookMs }) => quantileOf(tookMs)(0.99));
  return quantileOf(each)(0.5);
}

function listLine(name: string, phases: Phase[]): string {
  const all = phases.flatMap(({ tookMs }) => tookMs);
  const shares = [0.5, 0.95, 0.99].map((share) => quantileOf(all)(share).toFixed(1));
  return `| ${[name, all.length, ...shares, middleP99Ms(phases).toFixed(1)].join(' | ')} |`;
}
