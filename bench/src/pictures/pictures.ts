import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { carAuction } from '@seri/contract/lots/routes.ts';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { aLot, demoHouse, imported } from '../../../server/src/testing/fixtures/feed.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { startWorkerProcess } from '../../../server/src/testing/processes/worker-process.ts';
import { QUERIES } from '../lists/listing.ts';
import { seedLots } from '../lists/seed-lots.ts';
import { benchCluster } from '../tools/cluster.ts';
import { type Figures, HEAD, row, runAtRate, runAtRateWhile } from '../tools/load.ts';
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
const CALM_SECONDS = 45;
const POLL_MS = 1_000;
/** The 99th percentile of the listing may be this many times that without pictures. */
const GOAL = 4 / 3;

/**
 * A worker fetches the pictures of 10,000 lots from a provider with all its faults: the times of list requests before,
 * during and after it, pictures a second, and the worker's memory (business-rules.md#speed-targets).
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
    const before = await runAtRate(CALM_SECONDS, PAGES_A_SECOND, askPage);

    const worker = await startWorkerProcess({
      ...{ databaseUrl: cluster.url, dataDir: cluster.dataDir, program: join(import.meta.dirname, 'worker.ts') },
      more: { PROVIDER_CERTIFICATE: cert },
    });
    let isOver = false;
    const beganMs = performance.now();
    const fetching = watchRun(database, worker.pid, lots).finally(() => {
      isOver = true;
    });
    const during = await runAtRateWhile(() => !isOver, PAGES_A_SECOND, askPage);
    const memory = await fetching;
    const seconds = (performance.now() - beganMs) / 1_000;
    await worker.stop();
    await runAtRate(WARM_SECONDS, PAGES_A_SECOND, askPage);
    const after = await runAtRate(CALM_SECONDS, PAGES_A_SECOND, askPage);
    await server.kill();
    report({ lots, seconds, memory, listing: { before, during, after }, provider: await reportOf(provider) });
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

/** Megabytes of the worker, and of the worker with its decoders. */
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
async function watchRun(database: Database, pid: number, lots: number): Promise<MemoryOfRun> {
  const start = memoryOf(pid);
  let middle: Memory | undefined;
  let most = start;
  for (;;) {
    await wait(POLL_MS);
    const { rows } = await sql<{ left: number }>`
      select count(*)::integer as left from picture_fetches
       where state in ('waiting', 'fetching') and failure is null`.execute(database.db);
    const left = rows[0]?.left ?? 0;
    const end = memoryOf(pid);
    if (end.all > most.all) most = end;
    if (left <= (lots * PICTURES_A_LOT) / 2) middle ??= end;
    if (left === 0) return { start, middle: middle ?? end, end, most };
  }
}

function memoryOf(pid: number): Memory {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  const worker = residentMb(pid);
  return { worker, all: children.reduce((sum, child) => sum + (mbOf(child) ?? 0), worker) };
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
  seconds: number;
  memory: MemoryOfRun;
  listing: { before: Figures; during: Figures; after: Figures };
  provider: ProviderReport;
}

function report({ lots, seconds, memory, listing: { before, during, after }, provider }: Run): void {
  const asked = lots * PICTURES_A_LOT;
  const calmMs = Math.max(before.p99Ms, after.p99Ms);
  const mb = ({ worker, all }: Memory) => `${worker} (${all})`;
  process.stdout.write(
    `\nListing of a page of 20, ${PAGES_A_SECOND} a second, ${QUERIES.length} queries in turn\n\n` +
      `${HEAD}\n${row('before the pictures', before)}\n${row('during the pictures', during)}\n${row('after the pictures', after)}\n\n` +
      `99th percentile during to that without pictures: ${(during.p99Ms / calmMs).toFixed(2)} (goal ${GOAL.toFixed(2)})\n\n` +
      '| pictures | seconds | a second | requests | inside | twice |\n| --- | --- | --- | --- | --- | --- |\n' +
      `| ${[asked, seconds.toFixed(0), (asked / seconds).toFixed(1), provider.asked, provider.insideCalls, provider.twice].join(' | ')} |\n\n` +
      '| MB of the worker (with decoders) | start | middle | end | most |\n| --- | --- | --- | --- | --- |\n' +
      `| | ${mb(memory.start)} | ${mb(memory.middle)} | ${mb(memory.end)} | ${mb(memory.most)} |\n`,
  );
}
