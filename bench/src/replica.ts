import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Db, openDatabase } from '../../server/src/platform/db.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { liftBudgets } from '../../server/src/testing/budgets.ts';
import { freePort, startServerProcess } from '../../server/src/testing/processes.ts';
import { type ReplicatedDatabase, replicatedDatabase } from '../../server/src/testing/replicated-database.ts';
import { overHttp } from './over-http.ts';
import { seedLots } from './seed-lots.ts';
import { severalPeople } from './several-people.ts';

const LOTS = 200_000;
const LOAD = { lanes: 8, seconds: 15 };
const TICKS_A_SECOND = 100;
const QUERIES = [
  'maker=TOYOTA&model=PRIUS&sort=startPrice&order=ASC',
  'maker=NISSAN&model=A',
  'sort=auctionDate&order=ASC',
  'maker=HONDA&yearFrom=2015&yearTo=2020',
];

/** What a listing costs in processor time, and whom: primary, replica and server, without and with DATABASE_READ_URL. */
export async function replica(scale: number): Promise<void> {
  const base = await replicatedDatabase();
  const database = openDatabase(base.primaryUrl, createLog('bench', 'error'));
  try {
    await liftBudgets(database);
    await seedLots(base.primaryUrl, Math.round(LOTS * scale));
    process.stdout.write(
      `\nA page of a listing over ${Math.round(LOTS * scale)} coming lots: milliseconds of processor time\n\n` +
        '| | per second | primary | replica | server |\n| --- | --- | --- | --- | --- |\n',
    );
    for (const readUrl of ['', base.replicaUrl]) {
      process.env.DATABASE_READ_URL = readUrl;
      process.stdout.write(`${await measured(base, database.db, readUrl ? 'with a replica' : 'without')}\n`);
    }
  } finally {
    await database.close();
    await base.close();
  }
}

async function measured(base: ReplicatedDatabase, db: Db, name: string): Promise<string> {
  const port = await freePort();
  const server = await startServerProcess(base.primaryUrl, base.dataDirs.primary, port);
  const urls = QUERIES.map((query) => `/v1/car-auction/listing?${query}`);
  const people = await severalPeople(db, port);
  const ask = (seconds: number) => overHttp(server.url, urls, people, { ...LOAD, seconds });
  // Until the replica is taken, and plans and pages of memory are warm.
  await wait(2_000);
  await ask(5);
  const used = () => [ticksIn(base.dataDirs.primary), ticksIn(base.dataDirs.replica), ticksOf(String(server.pid))];
  const before = used();
  const { perSecond, errors } = await ask(LOAD.seconds);
  if (errors > 0) throw new Error(`${errors} errors`);
  const after = used();
  await server.kill();
  const each = after.map((ticks, index) => {
    const seconds = (ticks - (before[index] ?? 0)) / TICKS_A_SECOND;
    return ((seconds * 1_000) / (perSecond * LOAD.seconds)).toFixed(2);
  });
  return `| ${name} | ${perSecond.toFixed(0)} | ${each.join(' | ')} |`;
}

/** Processor time of every living process of a PostgreSQL, and of those it has buried. */
function ticksIn(dataDir: string): number {
  const data = realpathSync(`${dataDir}/pg/data`);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && folderOf(name) === data)
    .reduce((sum, pid) => sum + ticksOf(pid), 0);
}

function folderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function ticksOf(pid: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}
