import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowestBidYen } from '@seri/contract/bids/rules.ts';
import type { PoolClient } from 'pg';
import { findBrokenInvariants } from '../../server/src/bids/check-invariants-queries.ts';
import { liftBudgets } from '../../server/src/testing/budgets.ts';
import { createPerson, type Person } from '../../server/src/testing/people.ts';
import { freePort, startServerProcess } from '../../server/src/testing/processes.ts';
import type { Extent } from './archive-data.ts';
import { feedLines, keepRows } from './import-data.ts';
import { type ImportStage, importingProcess, onCopy } from './import-stage.ts';
import { quantileOf } from './load.ts';
import { bidSender, type SendBid } from './send-bids.ts';

/** What `import 0.1` merges over: some 135,000 lots. */
const EXTENT: Extent = { live: 10_000, sales: 100_000 };
const ROWS = 20_000;
const ROUNDS = 3;
const CALM_SECONDS = 5;
const CLIENTS = 20;
const LOTS_WITH_BIDS = 300;
const DEARER_YEN = 5_000;

interface BidLot {
  id: number;
  amountYen: number;
}
/** A bid whose lot was free of bids, or had one. */
interface Placed {
  isFirst: boolean;
  atMs: number;
  tookMs: number;
  status: number;
}
type PlaceNext = () => Promise<Placed>;

/** Bids one after another on lots that a feed changes at that moment, beside the same without a feed. */
export async function importBids(scale: number): Promise<void> {
  await onCopy(EXTENT, async (stage) => {
    const { database, url, dataDir } = stage;
    const port = await freePort();
    const server = await startServerProcess(url, dataDir, port);
    const client = await database.pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      await keepRows(client, Math.round(ROWS * scale));
      const placeNext = await bidders(stage, client, {
        send: bidSender(server.url, port, 1),
        lotsWithBids: Math.round(LOTS_WITH_BIDS * scale),
      });
      const calm: Placed[] = [];
      const beside: Placed[] = [];
      let importedMs = 0;
      for (let round = 1; round <= ROUNDS; round++) {
        const until = Date.now() + scale * CALM_SECONDS * 1_000;
        calm.push(...(await placed(placeNext, () => Date.now() < until)));
        const during = await besideImport(stage, client, { round, placeNext });
        beside.push(...during.bids);
        importedMs += during.tookMs;
      }
      const rows = ROUNDS * Math.round(ROWS * scale);
      process.stdout.write(
        `\nBids one after another on lots of a feed of ${rows / ROUNDS} changed rows, ${ROUNDS} times\n\n` +
          '| bids on | placed | p50 ms | p99 ms | longest ms | not 200 |\n| --- | --- | --- | --- | --- | --- |\n' +
          `${line('lots nobody has bid on, no import', calm, true)}\n${line('beside an import', beside, true)}\n` +
          `${line('lots with a bid, no import', calm, false)}\n${line('beside an import', beside, false)}\n\n` +
          `Changed rows a second beside the bids: ${((rows / importedMs) * 1_000).toFixed(0)}; ` +
          `broken invariants: ${(await findBrokenInvariants(database.db)).length}\n`,
      );
    } finally {
      client.release();
      await server.kill();
    }
  });
}

function line(name: string, bids: readonly Placed[], isFirst: boolean): string {
  const shown = bids.filter((bid) => bid.isFirst === isFirst);
  const at = quantileOf(shown.map(({ tookMs }) => tookMs));
  const refused = shown.filter(({ status }) => status !== 200).length;
  return `| ${name} | ${shown.length} | ${[0.5, 0.99, 1].map((share) => at(share).toFixed(1)).join(' | ')} | ${refused} |`;
}

/** Every second bid goes to a lot nobody has bid on, the others to lots that have bids; nobody bids on a lot twice. */
async function bidders(
  { database }: ImportStage,
  client: PoolClient,
  { send, lotsWithBids }: { send: SendBid; lotsWithBids: number },
): Promise<PlaceNext> {
  await liftBudgets(database);
  const people: Person[] = [];
  for (let i = 0; i < CLIENTS; i++) people.push(await createPerson(database.db, { creditLimitYen: -1 }));
  const [first, ...others] = people as [Person, ...Person[]];
  const lots = await openLots(client);
  const [withBids, free] = [lots.slice(0, lotsWithBids), lots.slice(lotsWithBids)];
  for (const { id, amountYen } of withBids) await send(first, id, amountYen);
  let turn = 0;
  return async () => {
    const at = Math.floor(turn / 2);
    const isFirst = turn++ % 2 === 0;
    const lot = isFirst ? free[at] : withBids[at % lotsWithBids];
    const person = isFirst ? others[at % others.length] : others[Math.floor(at / lotsWithBids)];
    if (!lot || !person) throw new Error('no lots or people are left');
    const atMs = Date.now();
    const beganMs = performance.now();
    const status = await send(person, lot.id, lot.amountYen);
    return { isFirst, atMs, tookMs: performance.now() - beganMs, status };
  };
}

/** Lots of the feed in no order, each with an amount that stays above its price however often the feed comes. */
async function openLots(client: PoolClient): Promise<BidLot[]> {
  const { rows } = await client.query<{ id: number; startPriceYen: number | null }>(
    `select l.id, l.start_price_yen as "startPriceYen" from lots l join bench_rows b on b.id = l.id
      where l.vehicle = 'car' and l.bids_close_at > now() + interval '1 hour' order by hashint8(l.id + 1)`,
  );
  return rows.map(({ id, startPriceYen }) => ({
    id,
    amountYen: lowestBidYen((startPriceYen ?? 0) + DEARER_YEN * (ROUNDS + 1)),
  }));
}

async function placed(placeNext: PlaceNext, goesOn: () => boolean): Promise<Placed[]> {
  const bids: Placed[] = [];
  while (goesOn()) bids.push(await placeNext());
  return bids;
}

interface Round {
  round: number;
  placeNext: PlaceNext;
}

async function besideImport({ url, dataDir }: ImportStage, client: PoolClient, { round, placeNext }: Round) {
  const file = join(dataDir, 'rows.ndjson');
  writeFileSync(file, await feedLines(client, { later: round, dearerYen: DEARER_YEN }));
  const child = importingProcess(url, file);
  const exited = once(child, 'exit');
  const bids = await placed(placeNext, () => child.exitCode === null);
  const [code] = await exited;
  const { rows } = await client.query<{ from: number; to: number; written: number }>(
    `select extract(epoch from started_at)::float8 * 1000 as from, extract(epoch from finished_at)::float8 * 1000 as to,
            rows_written as written
       from feed_imports order by id desc limit 1`,
  );
  const [done] = rows;
  if (code !== 0 || !done?.written) throw new Error(`the import ended with ${code}`);
  const overlaps = ({ atMs, tookMs }: Placed) => atMs + tookMs > done.from && atMs < done.to;
  return { bids: bids.filter(overlaps), tookMs: done.to - done.from };
}
