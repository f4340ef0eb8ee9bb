import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { hashPassword } from '../../server/src/auth/account/password.ts';
import { buildPortal } from '../../server/src/compose/app.ts';
import { type Database, openDatabase } from '../../server/src/platform/db/db.ts';
import { readConfig } from '../../server/src/platform/process/config.ts';
import { createLog } from '../../server/src/platform/process/log.ts';
import { newAddress } from '../../server/src/testing/http/browser.ts';
import { createPerson } from '../../server/src/testing/http/people.ts';
import { benchCluster } from './tools/cluster.ts';
import { median, rankTest } from './tools/rank-test.ts';

const PAIRS = 500;
const WARM_UP = 20;
const ACCOUNTS = 100;
/** Targets: absolute and relative time difference, and the minimum of the rank test. */
const MAX_MS = 2;
const MAX_SHARE = 0.03;
const MIN_P = 0.01;

type Portal = Awaited<ReturnType<typeof buildPortal>>;

interface AuthCall {
  url: string;
  body: (email: string) => object;
  status: number;
}

const AUTH_CALLS: Record<string, AuthCall> = {
  login: { url: '/v1/auth/login', body: (email) => ({ email, password: 'a wrong password' }), status: 422 },
  'sign-up': {
    url: '/v1/auth/sign-up',
    body: (email) => ({
      fullName: 'Anna Petrova',
      email,
      mobile: '+7 (999) 123-45-67',
      country: 183,
      city: 'Vladivostok',
      password: 'quiet harbour lantern',
      confirmPassword: 'quiet harbour lantern',
      terms: true,
      language: 692,
    }),
    status: 200,
  },
  reset: { url: '/v1/auth/reset-password', body: (email) => ({ email }), status: 200 },
};

const HEAD = `| call | pairs | known ms | unknown ms | difference ms | share | p | |
| --- | --- | --- | --- | --- | --- | --- | --- |`;

/** Whether the reply time reveals that an address has an account: medians and ranks of interleaved pairs. */
export async function loginTiming(scale: number, only?: string): Promise<void> {
  const cluster = await benchCluster();
  const log = createLog('bench', 'error');
  const database = openDatabase(cluster.url, log);
  const { config, secrets } = readConfig({ DATA_DIR: cluster.dataDir });
  const app = await buildPortal({ config, secrets, database, log, webDist: null });
  try {
    const passwordHash = await hashPassword('the right password');
    const known: string[] = [];
    for (let i = 0; i < ACCOUNTS; i++) known.push((await createPerson(database.db, { passwordHash })).email);
    process.stdout.write(`\nThe same call for an address with an account and for one without\n\n${HEAD}\n`);
    for (const [name, call] of Object.entries(AUTH_CALLS).filter(([each]) => !only || each === only))
      process.stdout.write(
        `${await compare(name, call, { app, database, known, pairs: Math.round(PAIRS * scale) })}\n`,
      );
  } finally {
    await app.close();
    await database.close();
    await cluster.end();
  }
}

interface Setting {
  app: Portal;
  database: Database;
  known: string[];
  pairs: number;
}

async function compare(name: string, call: AuthCall, { app, database, known, pairs }: Setting): Promise<string> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const emailOf = { known: () => known[Math.floor(Math.random() * known.length)] ?? '', unknown: newEmail };
  for (let pair = -WARM_UP; pair < pairs; pair++) {
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const tookMs = await timeOf(app, call, emailOf[kind]());
      if (pair >= 0) times[kind].push(tookMs);
      await database.pool.query('delete from attempt_counters');
    }
    await database.pool.query('delete from account_requests');
    await database.pool.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs');
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
  const difference = Math.abs(knownMs - unknownMs);
  const share = difference / Math.min(knownMs, unknownMs);
  const p = rankTest(times.known, times.unknown);
  const isMet = (difference <= MAX_MS || share <= MAX_SHARE) && p > MIN_P;
  const figures = [knownMs, unknownMs, difference].map((ms) => ms.toFixed(2)).join(' | ');
  return `| ${name} | ${pairs} | ${figures} | ${(share * 100).toFixed(1)} % | ${p.toFixed(3)} | ${isMet ? 'met' : 'not met'} |`;
}

async function timeOf(app: Portal, { url, body, status }: AuthCall, email: string): Promise<number> {
  const remoteAddress = newAddress();
  const payload = body(email);
  const startedMs = performance.now();
  const reply = await app.inject({ method: 'POST', url, payload, remoteAddress });
  const tookMs = performance.now() - startedMs;
  if (reply.statusCode !== status) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`);
  return tookMs;
}

/** As long as those of the accounts, so that only the account differs. */
const newEmail = () => `person-${randomBytes(6).toString('hex')}@example.test`;
