import { beforeEach, expect, test } from 'vitest';
import { imported, type Row } from '../../testing/fixtures/feed.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';

const database = ownDatabase();
beforeEach(() => database.pool.query('delete from production_months'));

const built = (sourceId: string, serialFrom: number, serialTo: number, more: Row = {}): Row => ({
  kind: 'production-month',
  source: 'test',
  sourceId,
  updatedAt: '2026-11-01T00:00:00Z',
  maker: 'TOYOTA',
  chassisCode: 'zvw50',
  serialFrom,
  serialTo,
  year: 2018,
  month: 5,
  ...more,
});
const NEWER = { updatedAt: '2026-11-02T00:00:00Z' };
const ranges = async () =>
  (await database.db.selectFrom('production_months').selectAll().orderBy('serial_from').execute()).map(
    (range) => `${range.chassis_code} ${range.serial_from}-${range.serial_to} ${range.year}/${range.month}`,
  );
const refusals = async (rows: Row[]) => {
  const reasons: string[] = [];
  await imported(database, rows, { onRefused: ({ line, reason }) => void reasons.push(`${line}: ${reason}`) });
  return reasons;
};

test('the operator imports ranges, and the same file again changes nothing', async () => {
  const rows = [built('a', 1, 99), built('b', 100, 199, { month: 6, modelName: 'PRIUS', trimCode: '20' })];
  expect(await imported(database, rows)).toMatchObject({ read: 2, written: 2, refused: 0 });
  expect(await imported(database, rows)).toMatchObject({ read: 2, written: 0, unchanged: 2, refused: 0 });
  expect(await ranges()).toEqual(['ZVW50 1-99 2018/5', 'ZVW50 100-199 2018/6']);
});

test('a newer row wins, an older one never does', async () => {
  await imported(database, [built('a', 1, 99, NEWER)]);
  await imported(database, [built('a', 1, 50)]);
  expect(await ranges()).toEqual(['ZVW50 1-99 2018/5']);
  await imported(database, [built('a', 1, 60, { updatedAt: '2026-11-03T00:00:00Z', month: 7 })]);
  expect(await ranges()).toEqual(['ZVW50 1-60 2018/7']);
});

test('a number belongs to one month: an overlapping range is refused and affects no other row', async () => {
  await imported(database, [built('a', 100, 199)]);
  expect(await refusals([built('b', 199, 300), built('c', 300, 400), built('d', 50, 500)])).toEqual([
    '1: overlaps ZVW50 100-199: a number is built in one month',
    '3: overlaps ZVW50 100-199: a number is built in one month',
  ]);
  expect(await ranges()).toEqual(['ZVW50 100-199 2018/5', 'ZVW50 300-400 2018/5']);
});

test('other codes and other makers have their own numbers', async () => {
  const others = [built('b', 1, 99, { chassisCode: 'ZVW51' }), built('c', 1, 99, { maker: 'LEXUS' })];
  expect(await refusals([built('a', 1, 99), ...others])).toEqual([]);
});

test('two ranges that move their common border in one file may come in either order', async () => {
  const moved = [built('a', 1, 120, NEWER), built('b', 121, 199, NEWER)];
  for (const rows of [moved, moved.toReversed()]) {
    await database.pool.query('delete from production_months');
    await imported(database, [built('a', 1, 99), built('b', 100, 199)]);
    expect(await refusals(rows)).toEqual([]);
    expect(await ranges()).toEqual(['ZVW50 1-120 2018/5', 'ZVW50 121-199 2018/5']);
  }
});

test.each([
  ['a range that ends before it begins', { serialFrom: 9, serialTo: 8 }, 'serialTo: less than serialFrom'],
  ['a thirteenth month', { month: 13 }, 'month: more than 12'],
  ['an unknown field', { colour: 'RED' }, 'unknown field "colour"'],
])('%s is refused', async (_, more, reason) => {
  expect(await refusals([{ ...built('a', 1, 99), ...more }])).toEqual([`1: ${reason}`]);
});
