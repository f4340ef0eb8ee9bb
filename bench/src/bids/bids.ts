import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { findBrokenInvariants } from '../../../server/src/bids/audit-log/check-invariants-queries.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/db.ts';
import { createLog } from '../../../server/src/platform/process/log.ts';
import { createLot } from '../../../server/src/testing/fixtures/lots.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { createPerson, type Person } from '../../../server/src/testing/http/people.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { benchCluster } from '../tools/cluster.ts';
import { type Figures, HEAD, row, runFor } from '../tools/load.ts';
import { type BidTemplate, templateOf } from './bid-statements.ts';
import { bidSender } from './send-bids.ts';

const CLIENTS = 200;
const LOTS = 400;
const SECONDS = 10;
const AMOUNT_YEN = 400_000;
/** The size of the portal's connection pool for bids. */
const BID_CONNECTIONS = 10;
const CLOSING = { requests: 2_000, lots: 10, seconds: 3 };

interface BenchMarket {
  database: Database;
  url: string;
  clients: Person[];
  lots: number[];
}

/**
 * Bids per second from 200 concurrent clients, compared with the plain transaction, and 2,000 bids around a closing
 * time (business-rules.md#speed-targets).
 */
export async function bids(scale: number): Promise<void> {
  const cluster = await benchCluster();
  const database = openDatabase(cluster.url, createLog('bench', 'error'));
  try {
    const fixture = { database, url: cluster.url, ...(await people(database)) };
    const port = await freePort();
    const server = await startServerProcess(cluster.url, cluster.dataDir, port);
    const send = bidSender(server.url, port, CLIENTS);
    const place: PlaceBid = (person, lotId) => send(person, lotId, AMOUNT_YEN);
    const seconds = SECONDS * scale;
    const template = await templateOf(fixture);
    const half = Math.floor(fixture.lots.length / 2);
    const http = await overHttp(place, { ...fixture, lots: fixture.lots.slice(0, half) }, seconds);
    const closing = await atClosing(place, fixture);
    // Last, because these bids do not update the clients' sums.
    const bare = await bareBids(template, { ...fixture, lots: fixture.lots.slice(half) }, seconds);
    process.stdout.write(
      `\nBids on new lots from ${CLIENTS} clients at once\n\n${HEAD}\n${row('the same transaction bare through pg', bare)}\n` +
        `${row('POST /v1/bid/create', http)}\n\nRatio of rates: ${(http.perSecond / bare.perSecond).toFixed(2)}\n\n${closing}\n`,
    );
    await server.kill();
  } finally {
    await database.close();
    await cluster.end();
  }
}

async function people(database: Database): Promise<{ clients: Person[]; lots: number[] }> {
  await liftBudgets(database);
  const clients: Person[] = [];
  for (let i = 0; i < CLIENTS; i++) clients.push(await createPerson(database.db, { creditLimitYen: -1 }));
  const lots: number[] = [];
  for (let i = 0; i < LOTS; i++) lots.push(await createLot(database.db));
  return { clients, lots };
}

type PlaceBid = (person: Person, lotId: number) => Promise<number>;

/** Each turn another client, and for each of them another lot. */
const pairOf = ({ clients, lots }: BenchMarket, turn: number) => {
  const person = clients[turn % clients.length];
  const lotId = lots[Math.floor(turn / clients.length) % lots.length];
  if (!person || lotId === undefined) throw new Error('no clients or lots');
  return { person, lotId };
};

const overHttp = (place: PlaceBid, fixture: BenchMarket, seconds: number): Promise<Figures> =>
  runFor(seconds, CLIENTS, async (turn) => {
    const { person, lotId } = pairOf(fixture, turn);
    const status = await place(person, lotId);
    if (status !== 200) throw new Error(`answered ${status}`);
  });

async function bareBids(template: BidTemplate, fixture: BenchMarket, seconds: number): Promise<Figures> {
  const pool = new Pool({ connectionString: fixture.url, max: BID_CONNECTIONS });
  const figures = await runFor(seconds, CLIENTS, async (turn) => {
    const { person, lotId } = pairOf(fixture, turn);
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const { text, values } of template(person.id, lotId)) await client.query(text, values);
      await client.query('commit');
    } finally {
      client.release();
    }
  });
  await pool.end();
  return figures;
}

/** Every request around the closing time gets a reply; bids committed before it are valid, later ones are refused. */
async function atClosing(place: PlaceBid, { database, clients }: BenchMarket): Promise<string> {
  const lots: number[] = [];
  for (let i = 0; i < CLOSING.lots; i++) lots.push(await createLot(database.db));
  await database.pool.query(
    `update lots set bids_close_at = clock_timestamp() + interval '${CLOSING.seconds} s' where id = any($1::bigint[])`,
    [lots],
  );
  const startedMs = performance.now();
  const tookMs: number[] = [];
  const answers = new Map<number, number>();
  const everyMs = ((CLOSING.seconds + 0.5) * 1_000) / CLOSING.requests;
  await Promise.all(
    Array.from({ length: CLOSING.requests }, async (_, turn) => {
      await wait(Math.max(0, turn * everyMs - (performance.now() - startedMs)));
      const person = clients[turn % clients.length] as Person;
      const lotId = lots[Math.floor(turn / clients.length) % lots.length] as number;
      const beganMs = performance.now();
      const status = await place(person, lotId);
      tookMs.push(performance.now() - beganMs);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }),
  );
  const { rows } = await database.pool.query<{ stand: number; late: number }>(
    `select count(*)::integer as stand, count(*) filter (where b.created_at >= l.bids_close_at)::integer as late
       from bids b join lots l on l.id = b.lot_id where l.id = any($1::bigint[])`,
    [lots],
  );
  tookMs.sort((a, b) => a - b);
  const p99 = tookMs[Math.floor(tookMs.length * 0.99)] ?? 0;
  const broken = await findBrokenInvariants(database.db);
  const statuses = [...answers].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  return (
    `${CLOSING.requests} bids in the ${CLOSING.seconds} s before closing and half a second after it: ${statuses.join(', ')}; ` +
    `${rows[0]?.stand} stand, ${rows[0]?.late} of them placed after closing; p99 ${p99.toFixed(0)} ms (goal 500, at most 2,000); ` +
    `broken invariants: ${broken.length}`
  );
}
