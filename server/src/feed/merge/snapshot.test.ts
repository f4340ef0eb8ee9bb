import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onLotResult } from '../../flows/auctions/on-lot-result.ts';
import type { Database } from '../../platform/db/db.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { aLot, aResult, demoHouse, imported, lotsTable, type Row } from '../../testing/fixtures/feed.ts';
import { parseMapping } from '../read/mapping.ts';

const RUNS = Number(process.env.LIST_RUNS ?? 6);

let fixture: BidFixture;
let database: Database;
beforeAll(async () => {
  fixture = await bidFixture();
  database = fixture.database;
});
afterAll(() => fixture.close());

let houses = 0;
/** Lots 1 to `count` of a new auction house, two days ahead, stamped at one o'clock. */
async function newHouse(count: number) {
  const house = `House ${houses++}`;
  const auctionAt = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000);
  const day = new Date(auctionAt.getTime() + 9 * 3_600_000).toISOString().slice(0, 10);
  const lot = (lotNo: number, more: Row = {}) =>
    aLot({
      house,
      lotNo,
      sourceId: `${house} ${lotNo}`,
      auctionDate: auctionAt.toISOString(),
      updatedAt: at(1),
      ...more,
    });
  const list = (lotNos: number[], hour: number, more: Row = {}): Row => ({
    ...{ kind: 'full-list', source: 'test', updatedAt: at(hour), house, day, vehicle: 'car', lotNos, ...more },
  });
  const rows = [demoHouse({ name: house }), ...numbers(count).map((lotNo) => lot(lotNo))];
  const statuses = async () => {
    const lots = await fixture.db.selectFrom('lots').select(['source_id', 'lot_no', 'status']).execute();
    const own = lots.filter(({ source_id }) => source_id.startsWith(`${house} `));
    return Object.fromEntries(own.map(({ lot_no, status }) => [lot_no, status]));
  };
  const lotId = async (lotNo: number) =>
    (
      await fixture.db
        .selectFrom('lots')
        .select('id')
        .where('source_id', '=', `${house} ${lotNo}`)
        .executeTakeFirstOrThrow()
    ).id;
  return { house, day, lot, list, rows, statuses, lotId };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const at = (hour: number) => new Date(Date.UTC(2026, 9, 20, hour)).toISOString();
const withBids = { onOutcome: onLotResult };

describe('a snapshot of an auction house and day', () => {
  // @covers OPS-02
  test('delists missing lots and notifies client and managers with an open bid, once', async () => {
    const { rows, list, statuses, lotId } = await newHouse(4);
    await imported(database, rows, withBids);
    await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 100_000_000 }).execute();
    const bidId = await fixture.placed(fixture.anna, await lotId(2), 400_000);
    const report = await imported(database, [list([1, 3, 4], 2)], withBids);
    expect(report).toMatchObject({ written: 1, removed: 1, refused: 0 });
    await imported(database, [list([1, 3, 4], 2)], withBids);
    expect(await statuses()).toEqual({ 1: 4532, 2: 4537, 3: 4532, 4: 4532 });
    expect(await fixture.bid(bidId)).toMatchObject({ status: 5, finish_reason: 'removed' });
    expect(await fixture.exposure(fixture.anna)).toBe(0);
    const notices = await fixture.db.selectFrom('notifications').selectAll().where('bid_id', '=', bidId).execute();
    expect(notices.map(({ user_id, kind }) => [user_id, kind]).sort()).toEqual(
      [
        [fixture.anna.id, 'lot_withdrawn'],
        [fixture.maria.id, 'lot_withdrawn'],
      ].sort(),
    );
    expect((await fixture.place(fixture.boris, await lotId(2), 400_000)).body).toMatchObject({
      messageCode: 'Bid.Finished',
    });
  });

  test('does not affect lots that are newer, ended, ran before it, or are elsewhere', async () => {
    const { rows, lot, list, statuses, house } = await newHouse(3);
    const yesterday = { auctionDate: '2026-10-19T10:00:00+09:00', sourceId: `${house} old`, lotNo: 50 };
    const more = [
      lot(4, { updatedAt: at(3) }),
      aResult({ sourceId: `${house} 3`, updatedAt: at(1) }),
      lot(5, { vehicle: 'bike' }),
      lot(6, { source: 'another', sourceId: `${house} 6` }),
      lot(50, yesterday),
    ];
    await imported(database, [...rows, ...more]);
    await imported(database, [list([1], 2), list([], 2, { day: '2026-10-19' })]);
    expect(await statuses()).toEqual({ 1: 4532, 2: 4537, 3: 4533, 4: 4532, 5: 4532, 6: 4532, 50: 4532 });
  });

  test('a newer row or a newer snapshot relists a lot', async () => {
    const { rows, lot, list, statuses } = await newHouse(3);
    await imported(database, [...rows, list([1], 2)]);
    expect(await statuses()).toEqual({ 1: 4532, 2: 4537, 3: 4537 });
    await imported(database, [lot(2, { updatedAt: at(3) })]);
    expect(await statuses()).toEqual({ 1: 4532, 2: 4532, 3: 4537 });
    await imported(database, [list([1, 2, 3], 4)]);
    expect(await statuses()).toEqual({ 1: 4532, 2: 4532, 3: 4532 });
  });

  // @covers OPS-02
  test('that would delist more than three of ten is refused with a reason, unless the operator allows it', async () => {
    const { rows, list, statuses } = await newHouse(40);
    await imported(database, rows);
    const refused: string[] = [];
    const onRefused = ({ reason }: { reason: string }) => void refused.push(reason);
    const short = list(numbers(27), 2);
    expect(await imported(database, [short], { onRefused })).toMatchObject({ removed: 0, refused: 1 });
    expect(refused).toEqual([
      expect.stringMatching(/would take off 13 of 40 lots .*more than 12: .*--allow-removals$/),
    ]);
    expect(Object.values(await statuses()).every((status) => status === 4532)).toBe(true);
    expect(await imported(database, [short], { allowRemovals: true })).toMatchObject({ removed: 13, refused: 0 });
    expect(await imported(database, [list([], 3, { house: 'Nowhere' })], { onRefused })).toMatchObject({ refused: 1 });
  });

  describe('is created from a table declared as one', () => {
    const mapping = parseMapping(
      JSON.stringify({
        kind: 'lot',
        fullList: true,
        fields: {
          ...{ source: { value: 'test' }, sourceId: { column: ['house', 'no'] }, updatedAt: { fileTime: true } },
          ...{ vehicle: { value: 'car' }, lotSource: { value: 'auction' }, house: { column: 'house' } },
          ...{ auctionDate: { column: 'day' }, lotNo: { column: 'no' }, maker: { column: 'maker' } },
          ...{ model: { value: 'X' }, mileage: { column: 'km' } },
        },
      }),
      'list',
    );
    const imports = async (lines: string[], hour: number) => {
      const reasons: string[] = [];
      const input = Readable.from([['house,day,no,maker,km', ...lines].join('\n')]);
      const format = { mapping, fileAt: new Date(at(hour)) };
      const report = await imported(database, [], {
        input,
        format,
        onRefused: ({ reason }) => void reasons.push(reason),
      });
      return { ...report, reasons };
    };
    const OPEN = 4532;
    const REMOVED = 4537;

    test('a refused row in it is a listed lot, kept by its own number', async () => {
      const { rows, house, day, statuses } = await newHouse(4);
      await imported(database, rows);
      const line = (rest: string) => `${house},${day},${rest}`;
      // The second line has no maker, the fourth no valid mileage.
      const report = await imports([line('1,A,1'), line('2,,1'), line('4,D,4.200.1')], 2);
      expect(report).toMatchObject({ read: 4, refused: 2, removed: 1 });
      expect(await statuses()).toEqual({ 1: OPEN, 2: OPEN, 3: REMOVED, 4: OPEN });
    });

    test('a refused row without a number keeps its lot by its id, on any day', async () => {
      const { rows, house, day, statuses } = await newHouse(0);
      const named = (id: string, lotNo: number) =>
        aLot({ house, lotNo, sourceId: `${house} ${id}`, auctionDate: `${day}T12:00:00+09:00`, updatedAt: at(1) });
      await imported(database, [...rows, named('1', 1), named('2a', 2), named('3', 3)]);
      const report = await imports([`${house},${day},1,A,1`, `${house},${day},2a,B,1`], 2);
      expect(report).toMatchObject({ refused: 1, removed: 1 });
      expect(await statuses()).toEqual({ 1: OPEN, 2: OPEN, 3: REMOVED });
    });

    test('a refused row without a day is kept by its number at every auction house and day of the file', async () => {
      const [one, two] = [await newHouse(3), await newHouse(3)];
      await imported(database, [...one.rows, ...two.rows]);
      const report = await imports(
        [`${one.house},${one.day},1,A,1`, `${two.house},${two.day},1,A,1`, `,never,2,A,1`],
        2,
      );
      expect(report).toMatchObject({ refused: 1, removed: 2 });
      for (const { statuses } of [one, two]) expect(await statuses()).toEqual({ 1: OPEN, 2: OPEN, 3: REMOVED });
    });

    test('an unidentifiable row keeps the file from delisting anything', async () => {
      const { rows, house, day, statuses } = await newHouse(3);
      await imported(database, rows);
      const report = await imports([`${house},${day},1,A,1`, 'half a line'], 2);
      expect(report).toMatchObject({ refused: 2, removed: 0 });
      expect(report.reasons.at(-1)).toMatch(
        /not a complete list, nothing is delisted: 1 of its rows cannot be identified/,
      );
      expect(await statuses()).toEqual({ 1: OPEN, 2: OPEN, 3: OPEN });
      expect(await imports([`${house},${day},1,A,1`, `${house},${day},2,B,1`], 3)).toMatchObject({ removed: 1 });
      expect(await statuses()).toEqual({ 1: OPEN, 2: OPEN, 3: REMOVED });
    });
  });
});

// @covers OPS-02
test('rows and snapshots yield the same lots in any order and with any repetition', async () => {
  const step = fc.record({
    lotNo: fc.integer({ min: 1, max: 3 }),
    hour: fc.integer({ min: 1, max: 400 }),
    form: fc.constantFrom('listed', 'open', 'sold', 'list', 'list', 'moved'),
    left: fc.subarray([1, 2, 3]),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), fc.nat(), async (drawn, seed) => {
      const unique = [...new Map(drawn.map((one) => [one.hour, one])).values()];
      const play = async (order: typeof unique, files: number) => {
        const { lot, list, house, rows } = await newHouse(0);
        await imported(database, rows);
        const toRow = ({ lotNo, hour, form, left }: (typeof unique)[number]): Row => {
          if (form === 'list') return list(left, hour);
          if (form === 'sold') return aResult({ sourceId: `${house} ${lotNo}`, updatedAt: at(hour) });
          if (form === 'open') return lot(lotNo, { updatedAt: at(hour), status: 4531 });
          return lot(lotNo, {
            updatedAt: at(hour),
            ...(form === 'moved' ? { auctionDate: '2027-01-09T10:00:00+09:00' } : {}),
          });
        };
        const size = Math.ceil(order.length / files);
        for (let from = 0; from < order.length; from += size)
          await imported(database, order.slice(from, from + size).map(toRow));
        const lots = (await lotsTable(database)).filter((one) => one.source_id.startsWith(`${house} `));
        return lots.map(({ source_id, ...one }) => ({
          ...one,
          place: source_id.slice(house.length),
        }));
      };
      const shuffled = [...unique, ...unique.slice(0, 4)].sort(
        (a, b) => ((a.hour * 7919 + seed) % 101) - ((b.hour * 7919 + seed) % 101),
      );
      expect(await play(shuffled, 1 + (seed % 4))).toEqual(await play(unique, 1));
    }),
    { numRuns: RUNS, seed: 1, endOnFailure: true },
  );
}, 60_000);
