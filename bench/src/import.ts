import { Readable } from 'node:stream';
import { runImport } from '../../server/src/feed/run-import.ts';
import type { Database } from '../../server/src/platform/db.ts';
import { type Extent, GROWTH, shareOf } from './archive-data.ts';
import { AMONG_LOTS, APART, type BareCopies } from './bare-copies.ts';
import { feedLines, keepRows } from './import-data.ts';
import { type ImportStage, onCopy, usingUp } from './import-stage.ts';

const WHOLE: Extent = { live: 100_000, sales: 1_000_000 };
const LARGE: Extent = { live: 1_000_000, sales: 20_000_000 };
const ROWS = 20_000;
/** How often the same rows come again in one feed, so that its beginning, which is read, weighs as little as in a long one. */
const RESENT = 20;
/** Of each kind; the middle one counts. */
const ROUNDS = 3;
const CHUNK_BYTES = 64 * 1024;

interface Measured {
  lots: number;
  copiedPerSecond: number;
  changedPerSecond: number;
  unchangedPerSecond: number;
  resentPerSecond: number;
}

/**
 * A feed of running lots over an archive: every row changed, none changed but its stamp, and the same bytes again, with
 * all that an import brings up to date; beside it COPY of the same rows into a table of the same lots and indexes that nothing follows.
 */
export async function importing(scale: number): Promise<void> {
  const small = await onCopy(shareOf(WHOLE, scale / GROWTH), (stage) => measure(stage, APART));
  const large = await onCopy(shareOf(WHOLE, scale), (stage) => measure(stage, APART));
  print([small, large]);
  const growth = (of: (measured: Measured) => number) => (of(small) / of(large)).toFixed(2);
  process.stdout.write(
    `Time per row at the larger against the smaller: changed ${growth((measured) => measured.changedPerSecond)}, ` +
      `unchanged ${growth((measured) => measured.unchangedPerSecond)}, ` +
      `COPY ${growth((measured) => measured.copiedPerSecond)}\n`,
  );
}

/** The same over the archive of `scale`, which it uses up: a copy of it would not fit beside it. */
export async function importingAtScale(share: number): Promise<void> {
  const measured = await usingUp(shareOf(LARGE, share), async (stage) => {
    // Else the first import gives a million copies averages of their own, and leaves an old version of each.
    await stage.database.pool.query('update sale_cells set is_fresh = false');
    return measure(stage, AMONG_LOTS);
  });
  print([measured]);
}

function print(measured: readonly Measured[]): void {
  process.stdout.write(
    `\n${ROWS} rows of a feed\n\n` +
      '| lots in the archive | COPY rows/s | changed rows/s | to COPY | unchanged rows/s | to COPY | sent again rows/s |\n' +
      `| --- | --- | --- | --- | --- | --- | --- |\n${measured.map(line).join('\n')}\n\n`,
  );
}

function line({ lots, copiedPerSecond, changedPerSecond, unchangedPerSecond, resentPerSecond }: Measured): string {
  const cells = [
    lots,
    copiedPerSecond.toFixed(0),
    changedPerSecond.toFixed(0),
    (changedPerSecond / copiedPerSecond).toFixed(2),
    unchangedPerSecond.toFixed(0),
    (unchangedPerSecond / copiedPerSecond).toFixed(2),
    resentPerSecond.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function measure({ database }: ImportStage, bare: BareCopies): Promise<Measured> {
  const client = await database.pool.connect();
  await client.query('set statement_timeout = 0');
  const rows = await keepRows(client, ROWS);
  // The archive's copies were not imported; once imported, the same rows change nothing.
  await imported(database, chunksOf(Buffer.from(await feedLines(client, { later: 1, dearerYen: 0 }))));
  const lots = await bare.begin(client);
  await client.query('checkpoint');

  const unchanged: number[] = [];
  const resent: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const stamped = chunksOf(Buffer.from(await feedLines(client, { later: 1 + round, dearerYen: 0 })));
    const unchangedMs = await timed(async () => {
      const report = await imported(database, stamped);
      if (report.unchanged !== rows) throw new Error(`${report.unchanged} of ${rows} rows were unchanged`);
    });
    unchanged.push(unchangedMs);
    const again = Array.from({ length: RESENT }, () => stamped).flat();
    const resentMs = await timed(async () => {
      const report = await imported(database, again);
      if (report.unchanged !== rows * RESENT)
        throw new Error(`${report.unchanged} of ${rows * RESENT} rows were unchanged`);
    });
    resent.push(resentMs);
  }
  const copied: number[] = [];
  const changed: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await bare.prepare(client, round);
    const dearer = chunksOf(Buffer.from(await feedLines(client, { later: 1 + ROUNDS + round, dearerYen: 5_000 })));
    await client.query('checkpoint');
    copied.push(await timed(() => bare.copy(client)));
    await client.query('checkpoint');
    const changedMs = await timed(async () => {
      const report = await imported(database, dearer);
      if (report.written !== rows) throw new Error(`${report.written} of ${rows} rows were written`);
    });
    changed.push(changedMs);
  }
  client.release();
  const perSecond = (times: number[]) => (rows / median(times)) * 1_000;
  process.stdout.write(
    `  ${lots} lots: COPY ${copied.join(', ')} ms, unchanged ${unchanged.join(', ')} ms, sent again ${resent.join(', ')} ms, changed ${changed.join(', ')} ms\n`,
  );
  return {
    lots,
    copiedPerSecond: perSecond(copied),
    changedPerSecond: perSecond(changed),
    unchangedPerSecond: perSecond(unchanged),
    resentPerSecond: RESENT * perSecond(resent),
  };
}

const imported = (database: Database, chunks: Buffer[]) =>
  runImport({ database, input: Readable.from(chunks), sourceName: 'bench', onOutcome: async () => {} });

/** As a file is read. */
function chunksOf(lines: Buffer): Buffer[] {
  const count = Math.ceil(lines.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, at) => lines.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return Math.round(performance.now() - startedMs);
}
