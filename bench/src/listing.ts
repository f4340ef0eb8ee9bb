import { carAuction } from '@seri/contract/lots/routes.ts';
import autocannon from 'autocannon';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { findViewer } from '../../server/src/auth/queries.ts';
import { lotRoutes } from '../../server/src/lots/routes.ts';
import { type Database, openDatabase } from '../../server/src/platform/db.ts';
import { createApp } from '../../server/src/platform/http/create-app.ts';
import { createLog } from '../../server/src/platform/log.ts';
import type { DB } from '../../server/src/platform/tables.ts';
import { createPerson } from '../../server/src/testing/people.ts';
import { freePort, startServerProcess } from '../../server/src/testing/processes.ts';
import { benchCluster } from './cluster.ts';
import { type Figures, HEAD, row, runFor } from './load.ts';
import { seedLots } from './seed-lots.ts';

const LOTS = 200_000;
const LANES = 10;
const SECONDS = 10;
const QUERIES = [
  'maker=TOYOTA&model=PRIUS&sort=startPrice&order=ASC',
  'maker=NISSAN&yearFrom=2015&yearTo=2020&sort=mileage&order=ASC',
  'condition=4.5&condition=5&mileageTo=80000&sort=year&order=DESC&page=3',
  'sort=auctionDate&order=ASC',
];

interface Statement {
  text: string;
  values: unknown[];
}

/** A page of 20, filtered and sorted, over 200,000 coming lots: over HTTP with session and permissions, beside the same statements bare through the driver. */
export async function listing(scale: number): Promise<void> {
  const lots = Math.round(LOTS * scale);
  const cluster = await benchCluster();
  try {
    const database = openDatabase(cluster.url, createLog('bench', 'error'));
    await seedLots(cluster.url, lots);
    const person = await createPerson(database.db);
    const statements = await statementsOf(cluster.url, person.cookie, QUERIES);
    const port = await freePort();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port);
    const cookie = person.cookie.replace('3000', String(port));
    const urls = QUERIES.map((query) => `${carAuction.listing.path}?${query}`);

    const bare = await bareStatements(cluster.url, statements);
    const http = await overHttp(server.url, urls, cookie);
    process.stdout.write(
      `\nListing of a page of 20 over ${lots} coming lots, ${LANES} at a time, ${QUERIES.length} queries in turn\n\n` +
        `${HEAD}\n${row('the same SQL bare through pg', bare)}\n${row('GET /v1/car-auction/listing', http)}\n\n` +
        `Ratio of rates: ${(http.perSecond / bare.perSecond).toFixed(2)}\n`,
    );
    await server.kill();
    await database.close();
  } finally {
    await cluster.end();
  }
}

/** What the listing itself asks of the database for each query, taken down from one run of it. */
async function statementsOf(url: string, cookie: string, queries: string[]): Promise<Statement[][]> {
  const taken: Statement[] = [];
  const pool = new Pool({ connectionString: url, max: 2 });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      taken.push({ text: event.query.sql, values: [...event.query.parameters] });
    },
  });
  const log = createLog('bench', 'error');
  const app = createApp({
    log,
    strictReplies: false,
    trustedProxies: [],
    cookies: { access: 'seri_access_3000', refresh: 'seri_refresh_3000', secure: false },
    publicUrl: undefined,
    findViewer: (token) => findViewer(db, token),
  });
  lotRoutes(app, { db, bidDb: db, pool, close: async () => {} } satisfies Database);
  const all: Statement[][] = [];
  for (const query of queries) {
    const path = `${carAuction.listing.path}?${query}`;
    // The first run fills the caches that a running server has filled too.
    await app.inject({ url: path, headers: { cookie } });
    taken.length = 0;
    const answer = await app.inject({ url: path, headers: { cookie } });
    if (answer.statusCode !== 200)
      throw new Error(`the listing answered ${answer.statusCode} to ${query}: ${answer.body}`);
    all.push([...taken]);
  }
  await app.close();
  await db.destroy();
  return all;
}

async function bareStatements(url: string, statements: Statement[][]): Promise<Figures> {
  const pool = new Pool({ connectionString: url, max: LANES });
  const task = async (turn: number) => {
    for (const statement of statements[turn % statements.length] ?? [])
      await pool.query(statement.text, statement.values);
  };
  await runFor(2, LANES, task);
  const figures = await runFor(SECONDS, LANES, task);
  await pool.end();
  return figures;
}

async function overHttp(server: string, urls: string[], cookie: string): Promise<Figures> {
  const options = { url: server, connections: LANES, requests: urls.map((path) => ({ path, headers: { cookie } })) };
  await autocannon({ ...options, duration: 2 });
  const result = await autocannon({ ...options, duration: SECONDS });
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
}
