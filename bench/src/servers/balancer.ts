import { setTimeout as wait } from 'node:timers/promises';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { hashPassword } from '../../../server/src/auth/account/password.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { createLot } from '../../../server/src/testing/fixtures/lots.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { createPerson, type Person } from '../../../server/src/testing/http/people.ts';
import { freePort, type ServerProcess, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { benchCluster } from '../tools/cluster.ts';
import { row, runFor } from '../tools/load.ts';
import { BALANCERS, type BalancerName, startBalancer } from './balancer-front.ts';
import { VISITOR_ADDRESS, visitorsOf } from './balancer-visitors.ts';

const SERVERS = 3;
const LANES = 12;
const STREAMS = 30;
const PHASE_SECONDS = 15;
/** Time by which a balancer with a health check each second uses a recovered server again. */
const RECOVERY_MS = 4_000;

/**
 * Three servers behind the balancers of deploy/: effects on visitors in normal operation, during a rolling deployment,
 * and when a server is killed. Needs nginx, haproxy and openssl; never part of npm test.
 */
export async function balancer(scale: number, only?: string): Promise<void> {
  Object.assign(process.env, {
    ...{ PUBLIC_URL: 'https://portal.example', TRUSTED_PROXIES: '127.0.0.1' },
    SECRET_KEY: 'one key for all server processes here',
  });
  process.stdout.write('\n| | per second | p50 ms | p99 ms | errors |\n| --- | --- | --- | --- | --- |\n');
  for (const name of BALANCERS) if (!only || only === name) await tryOut(name, PHASE_SECONDS * scale);
}

async function tryOut(name: BalancerName, seconds: number): Promise<void> {
  const cluster = await benchCluster();
  const database = openDatabase(cluster.url, createLog('bench', 'error'));
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
  const start = (port: number) => startServerProcess(cluster.url, cluster.dataDir, port);
  const servers = await Promise.all(ports.map(start));
  const port = await freePort();
  const front = await startBalancer(name, ports, port);
  const visitors = visitorsOf(port);
  try {
    await liftBudgets(database);
    const visit = await someVisits(database, visitors);
    // Managers receive every bid; a person may have few streams.
    const managers = await Promise.all(
      Array.from({ length: STREAMS }, () => createPerson(database.db, { roleId: ROLE.manager })),
    );
    const streams = managers.map((manager) => visitors.listen(cookieOf(manager)));
    await wait(RECOVERY_MS);
    const phase = async (what: string, happens: () => Promise<void>) => {
      const [figures] = await Promise.all([runFor(seconds, LANES, visit), happens()]);
      process.stdout.write(`${row(`${name}: ${what}`, figures)}\n`);
    };
    await phase('nothing happens', async () => {});
    for (const [index, known] of ports.entries())
      await phase(`server ${index + 1} is replaced`, async () => {
        await replace(servers, index, 'SIGTERM', () => start(known));
      });
    await phase('server 1 is killed with -9', () => replace(servers, 0, 'SIGKILL', () => start(ports[0] ?? 0)));
    await wait(RECOVERY_MS);
    const before = streams.map(({ heard }) => heard.events);
    await visit(1);
    await wait(1_000);
    const hear = streams.filter(({ heard }, index) => heard.events > (before[index] ?? 0)).length;
    const opened = streams.reduce((sum, { heard }) => sum + heard.streams, 0);
    process.stdout.write(
      `\n${name}: ${hear} of ${STREAMS} streams hear of a bid at the end, ${opened} were opened in all; the address of a log-in is ${await addressOfLogIn(database, visitors)} (the visitor’s is ${VISITOR_ADDRESS})\n\n`,
    );
    for (const { heard } of streams) heard.isOver = true;
  } finally {
    await front.stop();
    visitors.close();
    await Promise.all(servers.map((server) => server.kill()));
    await database.close();
    await cluster.end();
  }
}

async function replace(
  servers: ServerProcess[],
  index: number,
  signal: NodeJS.Signals,
  start: () => Promise<ServerProcess>,
) {
  await wait(1_000);
  const old = servers[index];
  if (!old) return;
  process.kill(old.pid, signal);
  await old.exited;
  servers[index] = await start();
  await wait(RECOVERY_MS);
}

/** Three of four visits open the listing, one bids on its own lot; any status but 200 is an error. */
async function someVisits({ db }: Database, { call }: ReturnType<typeof visitorsOf>) {
  const person = await createPerson(db, { creditLimitYen: -1 });
  const cookie = cookieOf(person);
  const ask = async (given: Omit<Parameters<typeof call>[0], 'cookie'>) => {
    const status = await call({ ...given, cookie });
    if (status !== 200) throw new Error(`answered ${status}`);
  };
  return async (turn: number) => {
    if (turn % 4 !== 1) return ask({ method: 'GET', path: '/v1/car-auction/listing?pageSize=20' });
    const carId = String(await createLot(db, { model: 'BALANCED' }));
    const body = { amount: 500_000, carId, bidType: 1, confirm: 1, lotType: 'auction' };
    return ask({ method: 'POST', path: '/v1/bid/create', body });
  };
}

const cookieOf = (person: Person) => person.cookie.replace(/^seri_access_\d+/, '__Host-seri_access');

/** Logs in with a forged forwarding header and returns the address that the server recorded. */
async function addressOfLogIn({ db }: Database, { call }: ReturnType<typeof visitorsOf>): Promise<string> {
  const password = 'a long password of the bench';
  const { id, email } = await createPerson(db, { passwordHash: await hashPassword(password) });
  const body = { email, password };
  await call({ method: 'POST', path: '/v1/auth/login', cookie: '', body, headers: { 'x-forwarded-for': '6.6.6.6' } });
  const sessions = await db
    .selectFrom('sessions')
    .select('address')
    .where('user_id', '=', id)
    .where('address', '<>', '')
    .execute();
  return sessions.map(({ address }) => address).join(' ');
}
