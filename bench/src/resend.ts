import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { liftBudgets } from '../../server/src/testing/budgets.ts';
import { freePort, startServerProcess } from '../../server/src/testing/processes.ts';
import { callsOf } from './archive-calls.ts';
import { type Extent, shareOf } from './archive-data.ts';
import { feedLines, keepRows } from './import-data.ts';
import { type ImportStage, importingProcess, onCopy } from './import-stage.ts';
import { type Figures, runAtRate, runAtRateWhile } from './load.ts';
import { asking } from './over-http.ts';
import { severalPeople } from './several-people.ts';

const WHOLE: Extent = { live: 1_000_000, sales: 1_000_000 };
const GOAL_SECONDS = 30;
const ROWS_A_PART = 20_000;
/** One of so many rows is dearer than the last time. */
const CHANGED_OF = 10;
const DEARER_YEN = 5_000;
const PAGES_A_SECOND = 20;
const WARM_SECONDS = 5;
const CALM_SECONDS = 10;

type AskPage = () => Promise<void>;

/** All running lots sent again, a tenth of them changed, while people open pages of the listing. */
export async function resend(share: number): Promise<void> {
  await onCopy(shareOf(WHOLE, share), async (stage) => {
    const { database, url, dataDir } = stage;
    const port = await freePort();
    await liftBudgets(database);
    const people = await severalPeople(database.db, port);
    const [listing] = (await callsOf(url)).filter(({ call }) => call === 'car-auction: a model each');
    const server = await startServerProcess(url, dataDir, port);
    const client = await database.pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      const rows = await keepRows(client, WHOLE.live);
      const fileOf = (later: [number, number], dearerYen = DEARER_YEN) =>
        written(stage, client, { rows, later, dearerYen });
      await sent(stage, await fileOf([1, 1], 0));
      // Copies got the averages of their own just now, which leaves as many old versions as there are lots.
      await client.query('vacuum (analyze) lots');
      await client.query('checkpoint');
      const askPage = asking(server.url, listing?.paths ?? [], people);
      await runAtRate(WARM_SECONDS, PAGES_A_SECOND, askPage);
      const calm = await runAtRate(CALM_SECONDS, PAGES_A_SECOND, askPage);
      const known = await beside(stage, await fileOf([1, 2]), askPage);
      const stamped = await beside(stage, await fileOf([3, 3]), askPage);
      process.stdout.write(
        `\n${rows} running lots sent again, one of ${CHANGED_OF} dearer; ${PAGES_A_SECOND} pages of a model a second meanwhile; goal ${GOAL_SECONDS} s for 1,000,000\n\n` +
          '| feed | seconds | rows a second | p50 of a page ms | p99 ms | errors |\n| --- | --- | --- | --- | --- | --- |\n' +
          `${line('none', null, calm)}\n${line('the others as they were', { ...known, rows }, known.pages)}\n` +
          `${line('the others under a new stamp', { ...stamped, rows }, stamped.pages)}\n`,
      );
    } finally {
      client.release();
      await server.kill();
    }
  });
}

function line(feed: string, sent: { seconds: number; rows: number } | null, { p50Ms, p99Ms, errors }: Figures): string {
  const beside = sent ? [sent.seconds.toFixed(1), (sent.rows / sent.seconds).toFixed(0)] : ['', ''];
  return `| ${[feed, ...beside, p50Ms.toFixed(1), p99Ms.toFixed(1), errors].join(' | ')} |`;
}

interface Wanted {
  rows: number;
  /** Days by which the rows that stay as they are, and those that change, are stamped later. */
  later: [same: number, changed: number];
  dearerYen: number;
}

/** The feed as a file, written part by part: a million rows are a gigabyte. */
async function written(
  { dataDir }: ImportStage,
  client: PoolClient,
  { rows, later, dearerYen }: Wanted,
): Promise<string> {
  const file = join(dataDir, 'rows.ndjson');
  // On the disk before it is sent: a gigabyte on its way there is no part of an import.
  const out = createWriteStream(file, { flush: true });
  for (let from = 0; from < rows; from += ROWS_A_PART) {
    const part: [number, number] = [from, from + ROWS_A_PART];
    const same = (await feedLines(client, { later: later[0], dearerYen: 0, part })).split('\n');
    const changed = (await feedLines(client, { later: later[1], dearerYen, part })).split('\n');
    const mixed = same.map((text, at) => (at % CHANGED_OF === 0 ? changed[at] : text));
    if (!out.write(mixed.join('\n'))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return file;
}

async function sent({ url }: ImportStage, file: string): Promise<number> {
  const startedMs = performance.now();
  const child = importingProcess(url, file);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return (performance.now() - startedMs) / 1_000;
}

interface Resent {
  seconds: number;
  pages: Figures;
}

async function beside(stage: ImportStage, file: string, askPage: AskPage): Promise<Resent> {
  // Whoever has just written a gigabyte clears up first, and answers would wait for that.
  await runAtRate(WARM_SECONDS, PAGES_A_SECOND, askPage);
  let isOver = false;
  const sending = sent(stage, file).finally(() => {
    isOver = true;
  });
  const pages = await runAtRateWhile(() => !isOver, PAGES_A_SECOND, askPage);
  return { seconds: await sending, pages };
}
