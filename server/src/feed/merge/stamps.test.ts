import { expect, test } from 'vitest';
import { saveSettings } from '../../platform/db/installation.ts';
import { aLot, aResult, demoHouse, imported, type Row } from '../../testing/fixtures/feed.ts';
import { ownDatabase } from '../../testing/processes/own-database.ts';
import { mergeName } from '../names/decide-name.ts';
import { parseMapping } from '../read/mapping.ts';
import { deleteOldStamps } from './stamp-queries.ts';

const database = ownDatabase();

/** More than one batch. */
const LOTS = 2_100;
const LAST = `lot-${LOTS}`;
const stampAt = (minute: number) => new Date(Date.UTC(2026, 9, 1, 0, minute)).toISOString();
const lot = (lotNo: number, more: Row = {}) =>
  aLot({ sourceId: `lot-${lotNo}`, lotNo, updatedAt: stampAt(0), auctionDate: '2090-11-10T10:00:00+09:00', ...more });
const lots = Array.from({ length: LOTS }, (_, at) => lot(at + 1));
const others = lots.slice(0, -1);
const stamped = (minute: number, of = lots) => of.map((row) => ({ ...row, updatedAt: stampAt(minute) }));
const send = (rows: Row[]) => imported(database, rows);

const storedValue = async (column: 'grade' | 'status', sourceId = LAST) =>
  (await database.pool.query(`select ${column} as value from lots where source_id = $1`, [sourceId])).rows[0]?.value;
/** Physical positions of lots: a lot that is written moves. */
const places = async () =>
  (await database.pool.query('select source_id, ctid::text from lots order by source_id')).rows;

test('a list sent again, with the same timestamp or a newer one, writes no lot', async () => {
  expect(await send([demoHouse(), ...lots])).toMatchObject({ read: LOTS + 1, written: LOTS + 1, refused: 0 });
  const before = await places();
  expect(await send([demoHouse(), ...lots])).toMatchObject({ written: 0, unchanged: LOTS + 1, refused: 0 });
  for (const minute of [1, 2, 2])
    expect(await send(stamped(minute))).toMatchObject({ read: LOTS, written: 0, unchanged: LOTS, refused: 0 });
  expect(await places()).toEqual(before);
});

test('a row sent again restores its lot, whatever somebody changed in it meanwhile', async () => {
  const [row = {}] = stamped(0, lots.slice(-1));
  let minute = 2;
  const again = () => {
    minute += 1;
    return send([{ ...row, updatedAt: stampAt(minute) }]);
  };
  const stored = async () =>
    (
      await database.pool.query(
        `select to_jsonb(l) - '{updated_at,source_updated_at}'::text[] as lot from lots l where source_id = $1`,
        [LAST],
      )
    ).rows[0]?.lot;
  const recorded = () =>
    database.pool.query(
      `select from lot_stamps join lots l on l.id = lot_id
        where source_id = $1 and lot_version = l.xmin::text::bigint and content_hash is not null`,
      [LAST],
    );
  expect((await recorded()).rowCount).toBe(1);
  const before = await stored();
  for (const change of [
    'color = color',
    `color = 'OTHER'`,
    `images = '{}'`,
    'auction_at = auction_at + interval $$1 day$$',
  ]) {
    await database.pool.query(`update lots set ${change} where source_id = $1`, [LAST]);
    expect((await recorded()).rowCount).toBe(0);
    expect(await again()).toMatchObject({ written: change === 'color = color' ? 0 : 1, refused: 0 });
    expect((await recorded()).rowCount).toBe(1);
    expect(await stored()).toEqual(before);
    // The first row after a change is compared with the lot, the next ones with what was recorded of it.
    for (const _ of [1, 2]) expect(await again()).toMatchObject({ written: 0, unchanged: 1 });
    expect((await recorded()).rowCount).toBe(1);
  }
});

test('of two rows with one timestamp the later one wins, each time', async () => {
  const [one, other] = ['ONE', 'OTHER'].map((grade) => lot(LOTS, { grade, updatedAt: stampAt(18) }));
  for (const [row, grade] of [
    [one, 'ONE'],
    [other, 'OTHER'],
    [one, 'ONE'],
  ] as const) {
    await send([row as Row]);
    expect(await storedValue('grade')).toBe(grade);
  }
});

test('a newer timestamp alone is newer than a late row', async () => {
  const changed = (at: number) => lot(LOTS, { grade: 'CHANGED', updatedAt: stampAt(at) });
  await send(stamped(20));
  await send([...others, changed(19)]);
  expect(await storedValue('grade')).toBe('S');
  await send([...others, changed(20)]);
  expect(await storedValue('grade')).toBe('CHANGED');
  await send(stamped(21));
  expect(await storedValue('grade')).toBe('S');
  expect(await send([changed(20)])).toMatchObject({ written: 0, unchanged: 1 });
  expect(await storedValue('grade')).toBe('S');
});

test('a newer timestamp alone is newer than a row that arrives after its deletion', async () => {
  const past = (more: Row) => [
    lot(LOTS, { ...more, sourceId: 'past', auctionDate: new Date(Date.now() - 40 * 86_400_000).toISOString() }),
  ];
  const soon = (more: Row) => [lot(LOTS, { ...more, sourceId: 'soon', lotNo: 9_000 })];
  for (const rows of [past, soon]) {
    await send(rows({}));
    await send(rows({ updatedAt: stampAt(2) }));
  }
  const stamps = async () =>
    (await database.pool.query(`select from lot_stamps join lots on id = lot_id where source_id in ('past', 'soon')`))
      .rowCount;
  // Old lots carry their timestamp themselves.
  expect(await stamps()).toBe(1);
  await database.pool.query(
    `update lot_stamps set auction_day = current_date - 31
      where lot_id in (select id from lots where source_id = 'soon')`,
  );
  await deleteOldStamps(database.db);
  expect(await stamps()).toBe(0);
  for (const rows of [past, soon]) await send(rows({ updatedAt: stampAt(1), grade: 'LATE' }));
  expect([await storedValue('grade', 'past'), await storedValue('grade', 'soon')]).toEqual(['S', 'S']);
});

test('a row updates its lot again after another row changed it, also from a table', async () => {
  await send(stamped(30));
  const constants = Object.entries(lot(LOTS, { grade: 'TABLE', updatedAt: stampAt(31) })).flatMap(([name, value]) =>
    ['kind', 'images', 'horsePower', 'drive', 'startPrice'].includes(name) ? [] : [[name, { value }] as const],
  );
  const mapping = parseMapping(JSON.stringify({ kind: 'lot', fields: Object.fromEntries(constants) }), 'table');
  await imported(database, ['no', '1'], { format: { mapping, fileAt: new Date() } });
  expect(await storedValue('grade')).toBe('TABLE');
  await send(stamped(32));
  expect(await storedValue('grade')).toBe('S');
  const another = lot(LOTS, { grade: 'NEW', updatedAt: stampAt(33) });
  await send([another, ...stamped(40, others), ...stamped(44, lots.slice(-1))]);
  expect(await storedValue('grade')).toBe('S');
});

test('a newer timestamp alone relists a lot that a snapshot delisted before', async () => {
  const list = (minute: number): Row => ({
    ...{ kind: 'full-list', source: 'test', house: 'USS Tokyo', day: '2090-11-10', vehicle: 'car' },
    ...{ updatedAt: stampAt(minute), lotNos: [...others.map((_, at) => at + 1), 9_000] },
  });
  for (const among of [[], others]) {
    const minute = among.length > 0 ? 60 : 50;
    await send(stamped(minute));
    await send([list(minute - 1)]);
    expect(await storedValue('status')).toBe(4532);
    await send([list(minute + 1)]);
    expect(await storedValue('status')).toBe(4537);
    const newest = stamped(minute + 2, lots.slice(-1));
    expect(await send([...among, ...newest])).toMatchObject({ written: 0, refused: 0 });
    expect(await storedValue('status')).toBe(4532);
  }
});

test('a row with a status repeats its result under a newer timestamp', async () => {
  const head = (minute: number) => ({ sourceId: LAST, updatedAt: stampAt(minute), soldPrice: null });
  const ended = (minute: number) => [...others, lot(LOTS, { ...head(minute), status: 4535 })];
  await send(ended(70));
  await send([aResult({ ...head(71), status: 4539 })]);
  expect(await send(ended(70))).toMatchObject({ written: 0 });
  expect(await storedValue('status')).toBe(4539);
  await send(ended(72));
  expect(await storedValue('status')).toBe(4535);
});

test('earlier rows get the canonical name decided since, and change nothing once it is applied', async () => {
  const { db, pool } = database;
  const named = (minute: number) => [
    lot(LOTS, { sourceId: 'named', lotNo: 9_100, color: 'AIRO', updatedAt: stampAt(minute) }),
  ];
  await send(named(80));
  const { rows } = await pool.query<{ id: number; name: string }>(
    `select id, name from feed_names where kind = 'color' and name in ('AIRO', 'PEARL')`,
  );
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0;
  await db.transaction().execute((tx) => mergeName(tx, { nameId: idOf('AIRO'), targetId: idOf('PEARL') }, null));
  expect(await send(named(80))).toMatchObject({ written: 1 });
  const found = await pool.query(`select color, source_names from lots where source_id = 'named'`);
  expect(found.rows).toEqual([{ color: 'PEARL', source_names: { color: 'AIRO' } }]);
  for (const minute of [80, 81]) expect(await send(named(minute))).toMatchObject({ written: 0, unchanged: 1 });
});

test('the same rows are merged again after the settings of their lots changed', async () => {
  await saveSettings(database.db, { closeMinutes: 17 });
  expect(await send(stamped(90))).toMatchObject({ refused: 0, written: LOTS });
  const { rows } = await database.pool.query(
    `select distinct extract(epoch from auction_at - bids_close_at) / 60 as minutes from lots where source_id like 'lot-%'`,
  );
  expect(rows.map(({ minutes }) => Number(minutes))).toEqual([17]);
});

test('values refused only by the database affect no other row', async () => {
  await database.pool.query(`alter table lots add constraint no_unlucky_lots check (lot_no <> 9213) not valid`);
  const many = Array.from({ length: 40 }, (_, at) => lot(9_200 + at, { sourceId: `lucky-${at}` }));
  const reasons: string[] = [];
  const report = await imported(database, ['no row', ...many], {
    onRefused: ({ reason }) => void reasons.push(reason),
  });
  expect(report).toMatchObject({ read: 41, added: 39, written: 39, refused: 2 });
  expect(reasons).toContainEqual(expect.stringMatching(/^the database refuses it: .*no_unlucky_lots/));
  const tried = await imported(
    database,
    many.map((row) => ({ ...row, startPrice: 5_000, updatedAt: stampAt(1) })),
    { dryRun: true },
  );
  expect(tried).toMatchObject({ read: 40, written: 39, refused: 1 });
});
