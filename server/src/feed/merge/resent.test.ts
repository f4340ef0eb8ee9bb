import { Readable } from 'node:stream';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { testDatabase } from '../../platform/embedded-postgres/test-database.ts';
import { createLog } from '../../platform/process/log.ts';
import { aLot, aResult, demoHouse, type Row } from '../../testing/fixtures/feed.ts';
import { runImport } from '../run-import.ts';

const ROWS = Number(process.env.FEED_ROWS ?? 2_000);
const SEED = Number(process.env.FEED_SEED ?? 1);
const FILES = 8;
const TIMEOUT_MS = 60_000 + ROWS * 10;
const log = createLog('test', 'silent');

const generator = xoroshiro128plus(SEED);
const upTo = (most: number): number => (generator.next() >>> 0) % most;
const pick = <T>(choices: readonly T[]): T => choices[upTo(choices.length)] as T;

const HOUSES = ['USS Tokyo', 'USS Nagoya', 'TAA Kinki', 'ARAI Oyama', 'JU Gifu'];
const MODELS = ['PRIUS', 'FIT', 'NOTE', 'SWIFT'];

/** Rows of a third as many lots: listed, changed, moved to another day, run, with results in lot rows or result rows. */
function drawnRows(): Row[] {
  const rows: Row[] = HOUSES.map((name) => demoHouse({ name }));
  const lots = Math.ceil(ROWS / 3);
  for (let at = 0; at < ROWS; at++) {
    const lotNo = 1 + (at < lots ? at : upTo(lots));
    // Unique timestamps: the order of conflicting rows within one millisecond is undefined.
    const head = { sourceId: `lot-${lotNo}`, updatedAt: new Date(Date.UTC(2026, 9, 1) + at * 1_000).toISOString() };
    const soldPrice = (40 + (lotNo % 50)) * 10_000;
    const listed = aLot({
      ...head,
      ...{
        lotNo,
        house: HOUSES[lotNo % HOUSES.length],
        model: MODELS[lotNo % MODELS.length],
        year: 2010 + (lotNo % 9),
      },
      ...{ startPrice: (1 + upTo(60)) * 5_000, grade: `G${upTo(5)}`, images: [`/p/${at}.jpg`] },
      auctionDate: `2090-11-${10 + upTo(9)}T10:00:00+09:00`,
    });
    const form = at < lots ? 'listed' : pick(['listed', 'listed', 'with status', 'result']);
    const status = pick([4531, 4532, 4533, 4535, 4537, 4539]);
    const outcome = { status, soldPrice: status === 4533 ? soldPrice : null };
    if (form === 'listed') rows.push(listed);
    else rows.push(form === 'result' ? aResult({ ...head, ...outcome }) : { ...listed, ...outcome });
  }
  return rows;
}

function shuffled(rows: readonly Row[]): Row[] {
  const all = [...rows];
  for (let at = all.length - 1; at > 0; at--) {
    const other = upTo(at + 1);
    [all[at], all[other]] = [all[other] as Row, all[at] as Row];
  }
  return all;
}

async function take({ database }: { database: Database }, content: Buffer) {
  const input = Readable.from(chunks(content));
  return runImport({ database, input, sourceName: 'rows', onOutcome: async () => {} });
}

/** As from a network: in chunks that end anywhere. */
function* chunks(content: Buffer): Generator<Buffer> {
  for (let from = 0; from < content.length; ) {
    const to = from + 1 + upTo(100_000);
    yield content.subarray(from, to);
    from = to;
  }
}

const fileOf = (rows: readonly Row[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/**
 * Excludes ids and write times, which depend on the order, the timestamp, which is the newest known, and the price
 * ranges, which depend on when the price model was fitted.
 */
async function checksum({ pool }: Database): Promise<{ lots: number; sum: string }> {
  const client = await pool.connect();
  // A checksum of a hundred thousand rows exceeds the statement timeout.
  await client.query('set statement_timeout = 0');
  const { rows } = await client.query<{ lots: number; sum: string }>(`
    select count(*)::integer as lots,
           md5(string_agg(md5(((to_jsonb(l) - '{id,house_id,created_at,updated_at}'::text[]
             || jsonb_build_object('source_updated_at', greatest(l.source_updated_at, k.newest_at)))
             - '{average_price_yen,average_sales,price_low_yen,price_middle_yen,price_high_yen,price_stratum,price_estimated_at}'::text[]
           )::text), '' order by source_id)) as sum
      from lots l left join lot_stamps k on k.lot_id = l.id`);
  client.release(true);
  return rows[0] as { lots: number; sum: string };
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { url, drop } = await testDatabase();
  const database = openDatabase(url, log);
  try {
    return await work(database);
  } finally {
    await database.close();
    await drop();
  }
}

// @covers OPS-02
test(
  'rows shuffled, repeated, lost and sent again yield identical lots by checksum',
  async () => {
    const rows = drawnRows();
    const expected = await withDatabase(async (database) => {
      const report = await take({ database }, fileOf(rows));
      expect(report).toMatchObject({ read: rows.length, refused: 0 });
      return checksum(database);
    });
    const houses = rows.slice(0, HOUSES.length);
    await withDatabase(async (database) => {
      await take({ database }, fileOf(houses));
      const all = shuffled([...rows, ...rows.filter(() => upTo(3) === 0)]);
      const size = Math.ceil(all.length / FILES);
      const counts = { rows: rows.length, sent: 0, cutShort: 0, resent: 0 };
      for (let from = 0; from < all.length; from += size) {
        const file = fileOf(all.slice(from, from + size));
        if (upTo(2) === 0) {
          // An interrupted transfer: complete rows are imported, half a row is refused, and the whole file follows
          // again.
          const cut = await take({ database }, file.subarray(0, upTo(file.length)));
          counts.cutShort += 1;
          expect(cut.refused).toBeLessThanOrEqual(1);
        }
        counts.sent += (await take({ database }, file)).read;
      }
      expect(await checksum(database)).toEqual(expected);
      const again = await take({ database }, fileOf(shuffled(rows)));
      counts.resent = again.read;
      expect(again).toMatchObject({ refused: 0, written: 0 });
      expect(await checksum(database)).toEqual(expected);
      process.stdout.write(`COUNTED ${JSON.stringify({ ...counts, lots: expected.lots })}\n`);
    });
  },
  TIMEOUT_MS,
);
