import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import { saveSettings } from '../platform/installation.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/test-database.ts';
import { aLot, demoHouse, type Row } from '../testing/feed.ts';
import { bigintOf, KnownLines } from './known-lines.ts';
import { readJsonRows } from './read-rows.ts';
import { runImport } from './run-import.ts';

const LOTS = 1_500;
const LOOKED_UP_AFTER = 1_000;

describe('what is known of lines', () => {
  const keysOf = (lines: readonly string[], known: KnownLines): Buffer =>
    Buffer.concat(
      lines.map((line) => {
        const bytes = Buffer.alloc(8);
        bytes.writeBigInt64BE(BigInt(bigintOf(known.keyOf(Buffer.from(line)))));
        return bytes;
      }),
    );

  test('is which of them were merged, under the same settings, and no other', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string()), fc.uniqueArray(fc.string()), async (merged, others) => {
        const known: KnownLines = new KnownLines({ closeMinutes: 5 }, async () => keysOf(merged, known));
        const meets = (line: string, by = known) => by.meets(by.keyOf(Buffer.from(line)));
        expect(merged.some((line) => meets(line))).toBe(false);
        await known.load();
        expect(merged.every((line) => meets(line))).toBe(true);
        expect(known.takeMet()).toBe(merged.length);
        expect(others.filter((line) => meets(line)).sort()).toEqual(
          others.filter((line) => merged.includes(line)).sort(),
        );
        const changed = new KnownLines({ closeMinutes: 6 }, async () => keysOf(merged, known));
        await changed.load();
        expect(merged.some((line) => meets(line, changed))).toBe(false);
      }),
      { numRuns: 50 },
    ));
});

describe('a feed that is sent again', () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await testDatabase();
    drop = created.drop;
    database = openDatabase(created.url, createLog('test', 'silent'));
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  const stampAt = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute)).toISOString();
  const lot = (lotNo: number, more: Row = {}) =>
    aLot({ sourceId: `lot-${lotNo}`, lotNo, updatedAt: stampAt(0), auctionDate: '2090-11-10T10:00:00+09:00', ...more });
  const lots = Array.from({ length: LOTS }, (_, at) => lot(at + 1));

  /** Imports rows and tells how many of them had to be read. */
  async function send(rows: readonly Row[]) {
    let read = 0;
    const report = await runImport({
      database,
      input: Readable.from([rows.map((row) => `${JSON.stringify(row)}\n`).join('')]),
      sourceName: 'rows',
      onOutcome: async () => {},
      read: async function* (input, known) {
        for await (const row of readJsonRows(input, known)) {
          read += 1;
          yield row;
        }
      },
    });
    return { ...report, counted: report.read, read };
  }
  const gradeOf = async (lotNo: number) =>
    (await database.pool.query('select grade from lots where source_id = $1', [`lot-${lotNo}`])).rows[0]?.grade;

  test('is read where it says something new, and counted whole', async () => {
    expect(await send([demoHouse(), ...lots])).toMatchObject({ read: LOTS + 1, written: LOTS + 1, refused: 0 });
    const again = await send([demoHouse(), ...lots]);
    expect(again).toMatchObject({ counted: LOTS + 1, written: 0, unchanged: LOTS + 1, refused: 0 });
    expect(again.read).toBe(LOOKED_UP_AFTER);
    const last = lot(LOTS, { grade: 'NEW', updatedAt: stampAt(1) });
    expect(await send([demoHouse(), ...lots.slice(0, -1), last])).toMatchObject({
      read: LOOKED_UP_AFTER + 1,
      written: 1,
    });
    expect(await gradeOf(LOTS)).toBe('NEW');
  });

  test('is known by the last line of each lot alone: of two with one stamp the later holds each time', async () => {
    const [one, other] = ['ONE', 'OTHER'].map((grade) => lot(LOTS, { grade, updatedAt: stampAt(2) }));
    for (const [row, grade] of [
      [one, 'ONE'],
      [other, 'OTHER'],
      [one, 'ONE'],
    ] as const) {
      await send([...lots.slice(0, -1), row as Row]);
      expect(await gradeOf(LOTS)).toBe(grade);
    }
  });

  test('is read again once the settings that decide about its lots have changed', async () => {
    await saveSettings(database.db, { closeMinutes: 17 });
    expect(await send(lots)).toMatchObject({ read: LOTS, refused: 0, written: LOTS - 1 });
    const { rows } = await database.pool.query(
      `select distinct extract(epoch from auction_at - bids_close_at) / 60 as minutes from lots where source_id <> $1`,
      [`lot-${LOTS}`],
    );
    expect(rows.map(({ minutes }) => Number(minutes))).toEqual([17]);
  });
});
