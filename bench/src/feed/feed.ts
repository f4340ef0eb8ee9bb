import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowestBidYen } from '@seri/contract/bids/rules.ts';
import type { PoolClient } from 'pg';
import { findBrokenInvariants } from '../../../server/src/bids/audit-log/check-invariants-queries.ts';
import { refreshAverages } from '../../../server/src/feed/projections/average-queries.ts';
import { createStaging, recordTouched } from '../../../server/src/feed/staging/staging-queries.ts';
import { liftBudgets } from '../../../server/src/testing/http/budgets.ts';
import { createPerson, type Person } from '../../../server/src/testing/http/people.ts';
import { freePort, startServerProcess } from '../../../server/src/testing/processes/processes.ts';
import { bidSender, type SendBid } from '../bids/send-bids.ts';
import { callsOf } from '../lists/archive-calls.ts';
import { type Extent, shareOf } from '../lists/archive-data.ts';
import { quantileOf, runAtRate, runAtRateWhile } from '../tools/load.ts';
import { sequentialCalls } from '../tools/over-http.ts';
import { severalPeople } from '../tools/several-people.ts';
import { feedLines, storeRows } from './import-data.ts';
import { type ImportFixture, importingProcess, onCopy } from './import-fixture.ts';

/** A day's lots, sent again as a whole. */
const EXTENT: Extent = { live: 150_000, sales: 100_000 };
const CHANGED_ROWS = 20_000;
/** In a resend one of this many rows has a higher price. */
const CHANGED_OF = 10;
const PRICE_RISE_YEN = 5_000;
const ROWS_A_PART = 20_000;
const PAGES_A_SECOND = 20;
const BIDS_A_SECOND = 10;
/** Models with new sales whose effects are fitted again. */
const FITTED_MODELS = 100;
const WARM_SECONDS = 5;
const CALM_SECONDS = 20;
const CLIENTS = 20;
const MEMORY_EVERY_MS = 100;

interface Sent {
  rows: number;
  seconds: number;
  /** Peak memory of the importing process. */
  megabytes: number;
}

/**
 * Imports a feed of running lots with all subsequent work: all rows changed, only timestamps changed, and a day's
 * resend with a tenth changed, beside pages and bids (business-rules.md#speed-targets).
 */
export async function feed(scale: number): Promise<void> {
  await onCopy(shareOf(EXTENT, scale), async (fixture) => {
    const client = await fixture.database.pool.connect();
    const port = await freePort();
    await liftBudgets(fixture.database);
    const people = await severalPeople(fixture.database.db, port);
    const [listing] = (await callsOf(fixture.url)).filter(({ call }) => call === 'car-auction: a model each');
    const server = await startServerProcess(fixture.url, fixture.dataDir, port);
    try {
      await client.query('set statement_timeout = 0');
      const rows = await storeRows(client, EXTENT.live);
      // The archive's copies were not imported; after this import the same rows change nothing.
      await sent(fixture, client, await written(fixture, client, { rows, seconds: 1, isRaised: () => false }));
      await client.query('vacuum (analyze) lots');
      await client.query('checkpoint');
      const some = Math.min(rows, CHANGED_ROWS);
      const changed = await sent(
        fixture,
        client,
        await written(fixture, client, { rows: some, seconds: 2, isRaised: () => true }),
      );
      const stamped = await sent(
        fixture,
        client,
        await written(fixture, client, { rows, seconds: 3, isRaised: () => false }),
      );
      process.stdout.write(
        `\n| feed | rows | seconds | rows a second | goal | MB |\n| --- | --- | --- | --- | --- | --- |\n` +
          `${sentLine('every row changed', changed, 2_000)}\n${sentLine('only stamps changed', stamped, 20_000)}\n`,
      );
      const ranges = await rangesLine(client, changed);
      const askPage = sequentialCalls(server.url, listing?.paths ?? [], people);
      const placeBid = await bidder(fixture, client, bidSender(server.url, port, 4));
      const beside = async (goesOn: () => boolean) => {
        const bidMs: number[] = [];
        let refused = 0;
        const bids = runAtRateWhile(goesOn, BIDS_A_SECOND, async () => {
          const beganMs = performance.now();
          if ((await placeBid()) !== 200) refused += 1;
          bidMs.push(performance.now() - beganMs);
        });
        const pages = await runAtRateWhile(goesOn, PAGES_A_SECOND, askPage);
        await bids;
        return { pages, bidMs, refused };
      };
      await runAtRate(WARM_SECONDS, PAGES_A_SECOND, askPage);
      const untilMs = Date.now() + CALM_SECONDS * 1_000;
      const calm = await beside(() => Date.now() < untilMs);
      const file = await written(fixture, client, { rows, seconds: 4, isRaised: (at) => at % CHANGED_OF === 0 });
      // PostgreSQL vacuums after so many writes, which would delay replies.
      await runAtRate(WARM_SECONDS, PAGES_A_SECOND, askPage);
      let isOver = false;
      const sending = sent(fixture, client, file).finally(() => {
        isOver = true;
      });
      const during = await beside(() => !isOver);
      const resent = await sending;
      process.stdout.write(
        `${sentLine('one of ten changed', resent, Math.round(rows / 60))}\n\n` +
          '| beside | pages p50 ms | p99 ms | errors | bids p50 ms | p99 ms | longest ms | not 200 |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n' +
          `${besideLine('no feed', calm)}\n${besideLine('the resend', during)}\n\n` +
          `${ranges}\nBroken invariants: ${(await findBrokenInvariants(fixture.database.db)).length}\n`,
      );
    } finally {
      client.release();
      await server.kill();
    }
  });
}

/**
 * Seconds that price ranges take of an import: for as many lots as it changed, and for models with new sales; beside them
 * the first fit of an archive, which also computes the ranges of all running lots.
 */
async function rangesLine(client: PoolClient, { rows, seconds }: Sent): Promise<string> {
  await createStaging(client);
  const timed = async (): Promise<string> => {
    const startedMs = performance.now();
    await refreshAverages(client, { fitsModels: true });
    return `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
  };
  const haveNewSales = () =>
    client.query(
      `insert into models_to_average (vehicle, maker, model)
       select vehicle, maker, model from lots where sales_page is not null and vehicle = 'car'
        group by 1, 2, 3 order by count(*) desc limit $1`,
      [FITTED_MODELS],
    );
  const lots = await client.query<{ id: number }>('select id from bench_rows order by id limit $1', [rows]);
  await client.query('begin');
  await recordTouched(
    client,
    lots.rows.map(({ id }) => id),
  );
  await client.query('commit');
  const ofLots = await timed();
  await haveNewSales();
  const ofFirstFit = await timed();
  await haveNewSales();
  const ofModels = await timed();
  return (
    `Price ranges: ${rows} changed lots ${ofLots} of the ${seconds.toFixed(1)} s of their import, ` +
    `${FITTED_MODELS} models with new sales ${ofModels}, the first fit ${ofFirstFit}`
  );
}

const sentLine = (name: string, { rows, seconds, megabytes }: Sent, goal: number): string =>
  `| ${[name, rows, seconds.toFixed(1), (rows / seconds).toFixed(0), goal, megabytes.toFixed(0)].join(' | ')} |`;

interface Load {
  pages: { p50Ms: number; p99Ms: number; errors: number };
  bidMs: number[];
  refused: number;
}

function besideLine(name: string, { pages, bidMs, refused }: Load): string {
  const bids = quantileOf(bidMs);
  const ms = [pages.p50Ms.toFixed(1), pages.p99Ms.toFixed(1), pages.errors];
  return `| ${[name, ...ms, ...[0.5, 0.99, 1].map((share) => bids(share).toFixed(1)), refused].join(' | ')} |`;
}

interface FeedOptions {
  rows: number;
  /** Offset of the rows' timestamps from the stored ones. */
  seconds: number;
  isRaised: (place: number) => boolean;
}

/** Writes the feed as a file in parts, flushed to disk before it is sent. */
async function written(
  { dataDir }: ImportFixture,
  client: PoolClient,
  { rows, seconds, isRaised }: FeedOptions,
): Promise<string> {
  const file = join(dataDir, 'rows.ndjson');
  const out = createWriteStream(file, { flush: true });
  for (let from = 0; from < rows; from += ROWS_A_PART) {
    const part: [number, number] = [from, Math.min(rows, from + ROWS_A_PART)];
    const same = (await feedLines(client, { later: seconds, raiseYen: 0, part })).split('\n');
    const raised = (await feedLines(client, { later: seconds, raiseYen: PRICE_RISE_YEN, part })).split('\n');
    const mixed = same.map((text, at) => (isRaised(from + at) ? raised[at] : text));
    if (!out.write(mixed.join('\n'))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return file;
}

/** Runs in its own process, like a worker; the time includes the whole import with its averages. */
async function sent({ url }: ImportFixture, client: PoolClient, file: string): Promise<Sent> {
  const child = importingProcess(url, file);
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid));
  }, MEMORY_EVERY_MS);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  const { rows } = await client.query<{ rows: number; seconds: number; refused: number }>(
    `select rows_read as rows, rows_refused as refused,
            extract(epoch from finished_at - started_at)::float8 as seconds
       from feed_imports order by id desc limit 1`,
  );
  const [done] = rows;
  if (code !== 0 || !done || done.refused > 0) throw new Error(`the import ended with ${code}`);
  return { ...done, megabytes };
}

/** Available only on Linux. */
function peakMegabytes(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Bids above all later prices, each on another lot of the feed. */
async function bidder({ database }: ImportFixture, client: PoolClient, send: SendBid): Promise<() => Promise<number>> {
  const people: Person[] = [];
  for (let i = 0; i < CLIENTS; i++) people.push(await createPerson(database.db, { creditLimitYen: -1 }));
  const { rows: lots } = await client.query<{ id: number; startPriceYen: number | null }>(
    `select l.id, l.start_price_yen as "startPriceYen" from lots l join bench_rows b on b.id = l.id
      where l.vehicle = 'car' and l.bids_close_at > now() + interval '1 hour' order by hashint8(l.id + 1)`,
  );
  let turn = 0;
  return async () => {
    const [person, lot] = [people[turn % people.length], lots[turn % lots.length]];
    turn += 1;
    if (!person || !lot) throw new Error('nobody can bid on anything');
    return send(person, lot.id, lowestBidYen((lot.startPriceYen ?? 0) + PRICE_RISE_YEN * (turn + 1)));
  };
}
