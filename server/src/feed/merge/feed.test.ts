import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLot, aResult, demoHouse, imported, lotsTable, type Row } from '../../testing/fixtures/feed.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';
import { runImport } from '../run-import.ts';

const database = ownDatabase();
beforeEach(() => emptyTables());

/** Faster than truncate, which empties half the schema through its foreign keys. */
const emptyTables = () =>
  database.pool.query(
    'delete from lots; delete from lot_results; delete from auction_houses; delete from feed_imports',
  );

const findLot = (sourceId: string) =>
  database.db.selectFrom('lots').selectAll().where('source_id', '=', sourceId).executeTakeFirstOrThrow();

describe('a source lists its lots', () => {
  test('a lot gets its instants from the minutes of its auction house', async () => {
    await imported(database, [
      demoHouse({ closeMinutes: 30, cutoffMinutes: 10, cancelHours: 2 }),
      aLot({ auctionDate: '2026-11-24T10:30:00+09:00' }),
    ]);
    const lot = await findLot('lot-1');
    expect(lot.auction_at.toISOString()).toBe('2026-11-24T01:30:00.000Z');
    expect(lot.bids_close_at.toISOString()).toBe('2026-11-24T01:00:00.000Z');
    expect(lot.agent_cutoff_at.toISOString()).toBe('2026-11-24T01:20:00.000Z');
    expect(lot.cancel_until.toISOString()).toBe('2026-11-23T23:30:00.000Z');
    expect(lot).toMatchObject({ auction_day: '2026-11-24', time_known: true, chassis_code: 'ZVW50', status: 4532 });
  });

  test("a day without a time counts as the start of the auction day, and an auction house without minutes uses the company's", async () => {
    await imported(database, [demoHouse(), aLot({ auctionDate: '2026-11-24' })]);
    const lot = await findLot('lot-1');
    expect(lot).toMatchObject({ auction_day: '2026-11-24', time_known: false });
    expect(lot.auction_at.toISOString()).toBe('2026-11-24T00:00:00.000Z');
    expect(lot.bids_close_at.toISOString()).toBe('2026-11-23T22:30:00.000Z');
  });

  test('changed minutes of an auction house move the deadlines of its upcoming lots', async () => {
    const inAWeek = new Date(Date.now() + 7 * 86_400_000);
    await imported(database, [demoHouse(), aLot({ auctionDate: inAWeek.toISOString() })]);
    await imported(database, [demoHouse({ closeMinutes: 1, updatedAt: '2026-11-02T00:00:00Z' })]);
    expect((await findLot('lot-1')).bids_close_at.getTime()).toBe(inAWeek.getTime() - 60_000);
  });

  // @covers OPS-02
  test('the same file again changes nothing', async () => {
    const rows = [demoHouse(), aLot(), aLot({ sourceId: 'lot-2', lotNo: 2 }), aResult({ sourceId: 'lot-2' })];
    expect(await imported(database, rows)).toMatchObject({ read: 4, written: 4, unchanged: 0, refused: 0 });
    const before = await lotsTable(database);
    expect(await imported(database, rows)).toMatchObject({ read: 4, written: 0, unchanged: 4, refused: 0 });
    expect(await lotsTable(database)).toEqual(before);
  });

  test('an older row never overwrites a newer one', async () => {
    await imported(database, [demoHouse(), aLot({ startPrice: 500_000, updatedAt: '2026-11-20T02:00:00Z' })]);
    await imported(database, [aLot({ startPrice: 100_000, updatedAt: '2026-11-20T01:00:00Z' })]);
    expect((await findLot('lot-1')).start_price_yen).toBe(500_000);
  });

  test('a lot moved to another day keeps its id, a missing one stays', async () => {
    await imported(database, [demoHouse(), aLot(), aLot({ sourceId: 'lot-2', lotNo: 2 })]);
    const before = await findLot('lot-1');
    const moved: number[] = [];
    await imported(database, [aLot({ auctionDate: '2026-12-01T10:30:00+09:00', updatedAt: '2026-11-21T00:00:00Z' })], {
      afterMerge: async ({ movedLotIds }) => void moved.push(...movedLotIds),
    });
    expect(await findLot('lot-1')).toMatchObject({ id: before.id, auction_day: '2026-12-01' });
    expect(moved).toEqual([before.id]);
    expect(await findLot('lot-2')).toMatchObject({ status: 4532 });
  });

  test('distinguishes two lots that swap their numbers in one file by their source ids', async () => {
    await imported(database, [demoHouse(), aLot(), aLot({ sourceId: 'lot-2', lotNo: 2 })]);
    const later = { updatedAt: '2026-11-21T00:00:00Z' };
    // The first row needs the slot that the second one frees later in the file.
    const report = await imported(database, [
      aLot({ lotNo: 2, ...later }),
      aLot({ sourceId: 'lot-2', lotNo: 3, ...later }),
    ]);
    expect(report).toMatchObject({ written: 2, refused: 0 });
    expect([(await findLot('lot-1')).lot_no, (await findLot('lot-2')).lot_no]).toEqual([2, 3]);
  });

  test('the initial archive yields the same lots, and raises no alerts', async () => {
    const rows = [demoHouse(), aLot(), aLot({ sourceId: 'lot-2', lotNo: 2 }), aResult()];
    await imported(database, rows);
    const usual = await lotsTable(database);
    await emptyTables();
    await database.pool.query('delete from lots_to_match');
    await imported(database, rows, { firstLoad: true });
    expect(await lotsTable(database)).toEqual(usual);
    expect((await database.pool.query('select from lots_to_match')).rowCount).toBe(0);
  });
});

describe('a source sends invalid data', () => {
  const whole = (row: Row) => JSON.stringify(row);
  const BROKEN: [string, string, RegExp][] = [
    ['half a line', '{"kind":"lot"', /^not JSON$/],
    ['an unknown field', whole({ ...aLot(), colour: 'RED' }), /unknown field "colour"/],
    ['a number as text', whole({ ...aLot(), lotNo: '12' }), /^lotNo: expected/],
    ['a missing field', whole({ ...aLot(), maker: undefined }), /^maker: missing$/],
    ['an unknown kind', whole({ kind: 'boat' }), /^unknown kind$/],
    ['an unknown house', whole(aLot({ house: 'Nowhere' })), /^unknown house "Nowhere"$/],
    ['a day that does not exist', whole(aLot({ auctionDate: '2026-02-31' })), /^auctionDate/],
    ['a price beyond the bounds', whole(aLot({ startPrice: 10_000_000_000 })), /^startPrice: more than/],
    ['a NUL in a text', whole(aLot({ grade: 'S\0' })), /NUL/],
    ['half a character', whole(aLot({ grade: 'S\ud800' })), /half a character/],
    ['a text that is too long', whole(aLot({ equip: 'x'.repeat(301) })), /^equip: longer than 300$/],
    ['a line that is too long', whole(aLot({ info: 'x'.repeat(300_000) })), /^longer than 256 kB$/],
    ['a list', '[]', /.+/],
    ['null', 'null', /.+/],
  ];

  // @covers OPS-02
  test.each(BROKEN)('reports %s with its line and reason, and imports the rest', async (_name, broken, reason) => {
    const refused: { line: number; reason: string }[] = [];
    const lines = [whole(demoHouse()), '', broken, whole(aLot({ sourceId: 'good', lotNo: 9 }))];
    const report = await imported(database, lines, { onRefused: (row) => refused.push(row) });
    expect(report).toMatchObject({ read: 3, written: 2, refused: 1 });
    expect(refused).toEqual([expect.objectContaining({ line: 3, reason: expect.stringMatching(reason) })]);
    const refusedRows = await database.db.selectFrom('feed_refused_rows').select(['line', 'reason']).execute();
    expect(refusedRows).toEqual([{ line: 3, reason: refused[0]?.reason }]);
    expect(await findLot('good')).toBeDefined();
  });

  test('reports bytes that are not text, and imports the rest', async () => {
    const input = async function* () {
      yield Buffer.from(`${whole(demoHouse())}\n`);
      yield Buffer.from([0x7b, 0xff, 0xfe, 0x0a]);
      yield Buffer.from(whole(aLot()));
    };
    const refused: number[] = [];
    const report = await runImport({
      database,
      input: input(),
      sourceName: 'bytes',
      onOutcome: async () => {},
      onRefused: ({ line }) => refused.push(line),
    });
    expect(report).toMatchObject({ read: 3, written: 2, refused: 1 });
    expect(refused).toEqual([2]);
  });

  test('refuses a slot that another lot holds, which stays', async () => {
    const refused: { line: number; reason: string }[] = [];
    const onRefused = (row: { line: number; reason: string }) => refused.push(row);
    await imported(database, [demoHouse(), aLot(), aLot({ sourceId: 'copy' })], { onRefused });
    expect(refused).toEqual([
      expect.objectContaining({ line: 3, reason: expect.stringContaining('another sourceId') }),
    ]);
    expect((await lotsTable(database)).map((lot) => lot.source_id)).toEqual(['lot-1']);
  });

  test('a row refused by the database affects no other row', async () => {
    const noBoats = 'alter table lots add constraint no_boats check (model <> $$BOAT$$)';
    await database.pool.query(noBoats);
    const lots = Array.from({ length: 9 }, (_, n) =>
      aLot({ sourceId: `lot-${n}`, lotNo: n + 1, model: n === 5 ? 'BOAT' : 'FIT' }),
    );
    const refused: { line: number; reason: string }[] = [];
    const report = await imported(database, [demoHouse(), ...lots], { onRefused: (row) => refused.push(row) });
    await database.pool.query('alter table lots drop constraint no_boats');
    expect(report).toMatchObject({ read: 10, written: 9, refused: 1 });
    expect(refused).toEqual([expect.objectContaining({ line: 7, reason: expect.stringContaining('no_boats') })]);
  });

  test('a result that arrives before its lot waits for it', async () => {
    await imported(database, [demoHouse(), aResult()]);
    await imported(database, [aLot()]);
    expect(await findLot('lot-1')).toMatchObject({ status: 4533, sold_price_yen: 640_000 });
  });

  test('an auction house may follow its lots in the file', async () => {
    expect(await imported(database, [aLot(), demoHouse()])).toMatchObject({ written: 2, refused: 0 });
  });

  test('a dry run checks everything and stores nothing', async () => {
    const report = await imported(database, [demoHouse(), aLot(), '{'], { dryRun: true });
    expect(report).toMatchObject({ read: 3, written: 2, refused: 1 });
    expect(await lotsTable(database)).toEqual([]);
    expect(await database.db.selectFrom('feed_imports').selectAll().execute()).toEqual([]);
  });
});

/** Rows of three lots with rising timestamps: listed, changed, moved, ended, ended differently. */
const someRows = fc.array(
  fc.record({
    lot: fc.constantFrom(1, 2, 3),
    stamp: fc.integer({ min: 0, max: 400 }),
    form: fc.constantFrom('listed', 'listed with status', 'result'),
    day: fc.constantFrom('2026-11-24', '2026-11-25'),
    price: fc.integer({ min: 1, max: 9 }),
    status: fc.constantFrom(4531, 4532, 4533, 4535, 4536, 4539),
  }),
  { minLength: 1, maxLength: 25 },
);

// @covers OPS-02
test('the same rows yield the same lots in any order and with any repetition', async () => {
  const toRow = ({
    lot,
    stamp,
    form,
    day,
    price,
    status,
  }: (typeof someRows extends fc.Arbitrary<infer T> ? T : never)[number]) => {
    // A timestamp belongs to one row only: the order of two conflicting rows with one timestamp is undefined.
    const updatedAt = new Date(Date.UTC(2026, 10, 1) + stamp * 60_000).toISOString();
    const head = { sourceId: `lot-${lot}`, updatedAt };
    const ended = status === 4533 ? price * 100_000 : null;
    if (form === 'result') return aResult({ ...head, status, soldPrice: ended });
    const listed = { ...head, lotNo: lot, auctionDate: `${day}T10:00:00+09:00`, startPrice: price * 10_000 };
    return aLot(form === 'listed' ? listed : { ...listed, status, soldPrice: ended });
  };
  await fc.assert(
    fc.asyncProperty(
      someRows,
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 4 }),
      async (drawn, random, files) => {
        const rows = [...new Map(drawn.map((row) => [`${row.lot} ${row.stamp}`, toRow(row)])).values()];
        await emptyTables();
        await imported(database, [demoHouse(), ...rows]);
        const expected = await lotsTable(database);

        await emptyTables();
        const shuffled = [...rows, ...rows.filter(() => next(random) % 2 === 0)]
          .map((row) => ({ row, place: next(random) }))
          .sort((a, b) => a.place - b.place)
          .map(({ row }) => row);
        await imported(database, [demoHouse()]);
        const size = Math.ceil(shuffled.length / files);
        for (let from = 0; from < shuffled.length; from += size)
          await imported(database, shuffled.slice(from, from + size));
        expect(await lotsTable(database)).toEqual(expected);
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);

const next = (stream: fc.Stream<number>): number => stream.next().value ?? 0;
