import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLot, aResult, demoHouse, imported, type Row } from '../../testing/fixtures/feed.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';
import { findClockFaults } from '../import-log/import-queries.ts';
import { parseMapping } from '../read/mapping.ts';

const database = ownDatabase();
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

beforeEach(async () => {
  await database.pool.query('delete from lots; delete from lot_results; delete from feed_clock_faults');
  await imported(database, [demoHouse()]);
});

const lots = () =>
  database.db.selectFrom('lots').select(['source_id', 'start_price_yen', 'status']).orderBy('id').execute();

async function refusedOf(rows: Row[], more: Parameters<typeof imported>[2] = {}) {
  const reasons: string[] = [];
  await imported(database, rows, { ...more, onRefused: ({ reason }) => void reasons.push(reason) });
  return reasons;
}

describe('a row with a timestamp more than ten minutes ahead', () => {
  // @covers OPS-02
  test('is refused with a reason, and a valid row after it counts', async () => {
    const reasons = await refusedOf([aLot({ updatedAt: '2099-01-01T00:00:00Z', startPrice: 1 })]);
    expect(reasons).toEqual(['updatedAt: 2099-01-01T00:00:00Z is more than ten minutes ahead of the clock']);
    expect(await lots()).toEqual([]);
    await imported(database, [aLot({ startPrice: 500_000 })]);
    expect(await lots()).toEqual([expect.objectContaining({ start_price_yen: 500_000 })]);
  });

  test.each<[string, () => Row]>([
    ['a lot', () => aLot({ updatedAt: inMinutes(11) })],
    ['a result', () => aResult({ updatedAt: inMinutes(11) })],
    ['a house', () => demoHouse({ updatedAt: inMinutes(11) })],
    [
      'a whole list',
      () => ({
        ...{ kind: 'full-list', source: 'test', updatedAt: inMinutes(11), house: 'USS Tokyo', day: '2026-12-03' },
        ...{ vehicle: 'car', lotNos: [] },
      }),
    ],
    [
      'months of production',
      () => ({
        ...{ kind: 'production-month', source: 'test', sourceId: 'm', updatedAt: inMinutes(11), maker: 'TOYOTA' },
        ...{ chassisCode: 'ZVW50', serialFrom: 1, serialTo: 2, year: 2018, month: 1 },
      }),
    ],
  ])('is refused whatever it tells of: %s', async (_name, row) => {
    expect(await refusedOf([row()])).toEqual([expect.stringMatching(/is more than ten minutes ahead of the clock$/)]);
  });

  test('is refused in a table whose file has a wrong time', async () => {
    const mapping = parseMapping(
      JSON.stringify({
        kind: 'result',
        fields: {
          ...{ source: { value: 'table' }, sourceId: { column: 'id' }, updatedAt: { fileTime: true } },
          status: { value: 4533 },
        },
      }),
      'results',
    );
    const table = (fileAt: Date) => ({ input: Readable.from(['id\nlot-1\n']), format: { mapping, fileAt } });
    expect(await refusedOf([], table(new Date(inMinutes(60))))).toHaveLength(1);
    expect(await refusedOf([], table(new Date(inMinutes(9))))).toEqual([]);
  });

  test('is refused even when its line was imported before', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) =>
      aLot({ sourceId: `lot-${at}`, lotNo: 1 + at, auctionDate: inMinutes(5_000), info: 'x'.repeat(500) }),
    );
    await imported(database, rows);
    const later = rows.map((row, at) => ({ ...row, updatedAt: at === 2_000 ? inMinutes(30) : inMinutes(-30) }));
    expect(await refusedOf(later)).toHaveLength(1);
    const { rows: newest } = await database.pool.query<{ ahead: number }>(
      'select count(*)::integer as ahead from lot_stamps where newest_at > now()',
    );
    expect(newest).toEqual([{ ahead: 0 }]);
  });

  test('is counted for its source, with the time difference', async () => {
    const rows = [0, 1, 2].map((at) =>
      aLot({ source: 'fast', sourceId: `f${at}`, lotNo: 10 + at, updatedAt: inMinutes(60) }),
    );
    await imported(database, [...rows, aLot()]);
    await imported(database, [aLot({ source: 'fast', sourceId: 'f9', lotNo: 19, updatedAt: inMinutes(120) })]);
    const [fault, ...others] = await findClockFaults(database.db);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ source: 'fast', rows: 4 });
    expect(Math.round((fault?.aheadSeconds ?? 0) / 60)).toBe(120);
  });
});

test('accepts a row nine minutes ahead: clocks differ', async () => {
  expect(await refusedOf([aLot({ updatedAt: inMinutes(9) })])).toEqual([]);
  expect(await lots()).toHaveLength(1);
});
