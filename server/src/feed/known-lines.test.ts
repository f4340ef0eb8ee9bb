import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../platform/company-settings.ts';
import { type Database, openDatabase } from '../platform/db.ts';
import { saveSettings } from '../platform/installation.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/test-database.ts';
import { aLot, aResult, demoHouse, imported, type Row } from '../testing/feed.ts';
import { smallBatches } from './batches.ts';
import { bigintOf, KnownLines, type LineKey } from './known-lines.ts';
import { findKnownLines, forgetOldLines } from './line-queries.ts';
import { parseMapping } from './mapping.ts';

const LOTS = 1_500;
const LOOKED_UP_AFTER = 1_000;

describe('what is known of lines', () => {
  const AT = '2026-10-01T00:00:00.000Z';
  const later = (ms: number) => new Date(Date.parse(AT) + ms).toISOString();
  const rowOf = (text: string, updatedAt = AT) => Buffer.from(JSON.stringify({ text, updatedAt, lotNo: 1 }));
  /** As the database gives them, of lots numbered from one. */
  const entriesOf = (texts: readonly string[], known: KnownLines, saysOutcome = false): Buffer =>
    Buffer.concat(
      texts.map((text, at) => {
        const bytes = Buffer.alloc(24);
        bytes.writeBigInt64BE(BigInt(bigintOf(known.keyOf(rowOf(text)) as LineKey)));
        bytes.writeBigInt64BE(BigInt(at + 1), 8);
        bytes.writeBigInt64BE(2n * BigInt(Date.parse(AT)) + (saysOutcome ? 1n : 0n), 16);
        return bytes;
      }),
    );
  const metBy = (known: KnownLines, line: Buffer) => {
    const key = known.keyOf(line);
    return key && known.meet(key);
  };

  test('is which of them were merged, under the same settings and stamp, and no other', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string()), fc.uniqueArray(fc.string()), async (merged, others) => {
        const known: KnownLines = new KnownLines({ closeMinutes: 5 }, async () => entriesOf(merged, known));
        const meets = (text: string, by = known) => metBy(by, rowOf(text)) === 'known';
        expect(merged.some((text) => meets(text))).toBe(false);
        await known.load();
        expect(merged.every((text) => meets(text))).toBe(true);
        expect(known.takeMet()).toBe(merged.length);
        expect(others.filter((text) => meets(text)).sort()).toEqual(
          others.filter((text) => merged.includes(text)).sort(),
        );
        const changed = new KnownLines({ closeMinutes: 6 }, async () => entriesOf(merged, known));
        await changed.load();
        expect(merged.some((text) => meets(text, changed))).toBe(false);
      }),
      { numRuns: 50 },
    ));

  test('an older stamp says nothing, a newer one only itself, and more where the line says how an auction ended', async () => {
    const known: KnownLines = new KnownLines({}, async () => entriesOf(['a', 'b'], known));
    await known.load();
    expect(metBy(known, rowOf('b', later(-1)))).toBe('known');
    expect(metBy(known, rowOf('b', later(1)))).toMatchObject({ lotId: 2, stampMs: Date.parse(AT) + 1 });
    const told: KnownLines = new KnownLines({}, async () => entriesOf(['a', 'b'], told, true));
    await told.load();
    expect(metBy(told, rowOf('b'))).toBe('known');
    expect(metBy(told, rowOf('b', later(1)))).toBeNull();
  });

  test('a line whose stamp is not where or what a stamp is gets read', async () => {
    const known: KnownLines = new KnownLines({}, async () => entriesOf(['a'], known));
    await known.load();
    for (const line of [
      '',
      '{}',
      '{"updatedAt":1}',
      '{"updatedAt":"x',
      `{"notupdatedAt":"${AT}"}`,
      `{"updatedAt":"${AT}","a":{"updatedAt":"${AT}"}}`,
    ])
      expect(metBy(known, Buffer.from(line))).toBeNull();
    for (const stamp of ['2026-02-30T00:00:00.000Z', '0000-10-01T00:00:00.000Z', 'aaaaaaaaaaaaaaaaaaaaaaaa'])
      expect(metBy(known, rowOf('a', stamp))).toBeNull();
  });
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

  const inputOf = (rows: readonly Row[]) => Readable.from([rows.map((row) => `${JSON.stringify(row)}\n`).join('')]);

  /** Imports rows and tells how many of them had to be read. */
  async function send(rows: readonly Row[]) {
    const known = new KnownLines(await readSettings(database.db), () => findKnownLines(database.pool));
    let read = 0;
    for await (const { lots: given, others } of smallBatches(inputOf(rows), 'json', known))
      read += given.sourceIds.length + others.length;
    const report = await imported(database, [], { input: inputOf(rows) });
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

  describe('under newer stamps with nothing else changed', () => {
    const last = `lot-${LOTS}`;
    /** Where the rows of lots lie: a lot that is written gets another place. */
    const places = async () =>
      (await database.pool.query('select source_id, ctid::text from lots order by source_id')).rows;
    const stamped = (minute: number, of = lots) => of.map((row) => ({ ...row, updatedAt: stampAt(minute) }));
    const others = lots.slice(0, -1);

    test('writes no lot, and is not read', async () => {
      await send(stamped(9));
      const before = await places();
      const newer = await send(stamped(10));
      expect(newer).toMatchObject({ counted: LOTS, read: LOOKED_UP_AFTER, written: 0, unchanged: LOTS, refused: 0 });
      expect(await send(stamped(10))).toMatchObject({ read: LOOKED_UP_AFTER, unchanged: LOTS });
      // Short enough to be read as a whole.
      expect(await send(stamped(11, lots.slice(-5)))).toMatchObject({ read: 5, unchanged: 5, written: 0 });
      expect(await places()).toEqual(before);
    });

    test.each([
      ['in few rows', 20, []],
      ['among many', 25, others],
    ])('is newer than what comes late, %s', async (_, minute, among) => {
      await send(stamped(minute));
      const changed = (at: number) => lot(LOTS, { grade: 'CHANGED', updatedAt: stampAt(at) });
      await send([...among, changed(minute - 1)]);
      expect(await gradeOf(LOTS)).toBe('S');
      await send([...among, changed(minute)]);
      expect(await gradeOf(LOTS)).toBe('CHANGED');
      await send(stamped(minute + 1));
      expect(await gradeOf(LOTS)).toBe('S');
    });

    test('is newer than what comes after the line is forgotten', async () => {
      const past = (more: Row) => [
        lot(LOTS, { ...more, sourceId: 'past', auctionDate: new Date(Date.now() - 40 * 86_400_000).toISOString() }),
      ];
      const soon = (more: Row) => [lot(LOTS, { ...more, sourceId: 'soon', lotNo: 9_000 })];
      for (const rows of [past, soon]) {
        await send(rows({}));
        await send(rows({ updatedAt: stampAt(2) }));
      }
      await database.pool.query(
        `update feed_lines set auction_day = current_date - 31
          where lot_id in (select id from lots where source_id = 'soon')`,
      );
      await forgetOldLines(database.db);
      const kept = await database.pool.query(
        `select from feed_lines join lots on id = lot_id where source_id in ('past', 'soon')`,
      );
      expect(kept.rowCount).toBe(0);
      for (const rows of [past, soon]) await send(rows({ updatedAt: stampAt(1), grade: 'LATE' }));
      const { rows } = await database.pool.query(`select distinct grade from lots where source_id in ('past', 'soon')`);
      expect(rows).toEqual([{ grade: 'S' }]);
    });

    test('says its lot again where that was merged from another row since', async () => {
      await send(stamped(30));
      // A table's rows are known by no line.
      const table = Object.entries(lot(LOTS, { grade: 'TABLE', updatedAt: stampAt(31) }));
      const constants = table.flatMap(([name, value]) =>
        ['kind', 'images', 'horsePower', 'drive', 'startPrice'].includes(name) ? [] : [[name, { value }] as const],
      );
      const mapping = parseMapping(JSON.stringify({ kind: 'lot', fields: Object.fromEntries(constants) }), 'table');
      await imported(database, ['no', '1'], { format: { mapping, fileAt: new Date() } });
      expect(await gradeOf(LOTS)).toBe('TABLE');
      await send(stamped(32));
      expect(await gradeOf(LOTS)).toBe('S');
      // Fetched before this very import merged another one.
      const another = lot(LOTS, { grade: 'NEW', updatedAt: stampAt(33) });
      const many = [40, 41, 42, 43].flatMap((minute) => stamped(minute, others));
      expect(
        await send([...many.slice(0, LOOKED_UP_AFTER), another, ...many, ...stamped(44, lots.slice(-1))]),
      ).toMatchObject({
        refused: 0,
        written: 2,
      });
      expect(await gradeOf(LOTS)).toBe('S');
      await send([...stamped(44, others), lot(LOTS, { grade: 'LATE', updatedAt: stampAt(43) })]);
      expect(await gradeOf(LOTS)).toBe('S');
    });

    test('gives back a lot that a whole list took off before', async () => {
      const statusOf = async () =>
        (await database.pool.query('select status from lots where source_id = $1', [last])).rows[0]?.status;
      const list = (minute: number): Row => ({
        ...{ kind: 'full-list', source: 'test', house: 'USS Tokyo', day: '2090-11-10', vehicle: 'car' },
        ...{ updatedAt: stampAt(minute), lotNos: others.map((_, at) => at + 1) },
      });
      for (const among of [[], others]) {
        const minute = among.length > 0 ? 60 : 50;
        const newest = stamped(minute + 2, lots.slice(-1));
        await send(stamped(minute));
        await send([list(minute - 1)]);
        expect(await statusOf()).toBe(4532);
        await send([list(minute + 1)]);
        expect(await statusOf()).toBe(4537);
        expect(await send([...among, ...newest])).toMatchObject({ written: 0, refused: 0 });
        expect(await statusOf()).toBe(4532);
      }
    });

    test('tells an outcome again where its line does', async () => {
      const head = (minute: number) => ({ sourceId: last, updatedAt: stampAt(minute), soldPrice: null });
      const ended = (minute: number) => [...others, lot(LOTS, { ...head(minute), status: 4535 })];
      const statusOf = async () =>
        (await database.pool.query('select status from lots where source_id = $1', [last])).rows[0]?.status;
      await send(ended(70));
      await send([aResult({ ...head(71), status: 4539 })]);
      expect(await send(ended(70))).toMatchObject({ read: LOOKED_UP_AFTER, written: 0 });
      expect(await statusOf()).toBe(4539);
      await send(ended(72));
      expect(await statusOf()).toBe(4535);
    });
  });

  test('is read again once the settings that decide about its lots have changed', async () => {
    await saveSettings(database.db, { closeMinutes: 17 });
    expect(await send(lots.map((row) => ({ ...row, updatedAt: stampAt(80) })))).toMatchObject({
      read: LOTS,
      refused: 0,
      written: LOTS,
    });
    const { rows } = await database.pool.query(
      `select distinct extract(epoch from auction_at - bids_close_at) / 60 as minutes from lots where source_id like 'lot-%'`,
    );
    expect(rows.map(({ minutes }) => Number(minutes))).toEqual([17]);
  });
});
