import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countersDrift } from '../feed/counter-queries.ts';
import { acceptNames, mergeName, takeBackName } from '../feed/decide-name.ts';
import { findSaleSumsDrift } from '../feed/sale-sums-queries.ts';
import { type Database, openDatabase } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { testDatabase } from '../platform/test-database.ts';
import { aLot, aResult, demoHouse, imported, lotsTable, type Row } from '../testing/feed.ts';
import { createPerson } from '../testing/people.ts';
import { applyNames } from './apply-names.ts';

let database: Database;
let drop: () => Promise<void>;
let maria: number;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  database = openDatabase(created.url, createLog('test', 'silent'));
  maria = (await createPerson(database.db, { roleId: 991 })).id;
});
afterAll(async () => {
  await database.close();
  await drop();
});
beforeEach(emptied);

/** A portal without a lot or a name. */
async function emptied() {
  await database.pool.query(`
    delete from lots_to_match; delete from lots; delete from lot_results; delete from auction_houses;
    delete from feed_waiting_rows; delete from feed_renamings;
    alter table feed_name_events disable trigger user; delete from feed_name_events;
    alter table feed_name_events enable trigger user; delete from feed_names`);
}

const named = async (kind: string, name: string, maker = '') => {
  const { rows } = await database.pool.query<{ id: number; state: string; source: string; hint: string | null }>(
    'select id, state, source, hint from feed_names where kind = $1 and name = $2 and maker = $3',
    [kind, name, maker],
  );
  return rows[0];
};
const idOf = async (kind: string, name: string, maker = '') => (await named(kind, name, maker))?.id ?? 0;
const decide = (work: (tx: Parameters<typeof mergeName>[0]) => Promise<void>) =>
  database.db.transaction().execute(work);
const carriedOut = () => applyNames(database, async () => {});
const merge = async (kind: string, from: string, to: string, maker = '') => {
  const [nameId, targetId] = [await idOf(kind, from, maker), await idOf(kind, to, maker)];
  await decide((tx) => mergeName(tx, { nameId, targetId }, maria));
};
const takeBack = async (kind: string, name: string, maker = '') => {
  const nameId = await idOf(kind, name, maker);
  await decide((tx) => takeBackName(tx, { nameId }, maria));
};
const lots = async () => {
  const { rows } = await database.pool.query(
    `select source_id as id, maker, model, color, condition as grade, source_names as wrote from lots order by source_id`,
  );
  return rows;
};
const drift = async () => [await countersDrift(database), await findSaleSumsDrift(database.db)];

describe('a name that comes for the first time', () => {
  test('is written down once with its source, and its lot is taken', async () => {
    const row = aLot({ maker: 'トヨタ', model: 'PRIUS', color: 'SPACE DUST', condition: '4X', source: 'uss' });
    const { refused } = await imported(database, [demoHouse(), row, aLot({ ...row, sourceId: 'lot-2', lotNo: 2 })]);
    expect(refused).toBe(0);
    expect(await named('maker', 'トヨタ')).toMatchObject({ state: 'new', source: 'uss', hint: 'TOYOTA' });
    expect(await named('model', 'PRIUS', 'トヨタ')).toMatchObject({ state: 'new' });
    expect(await named('color', 'SPACE DUST')).toMatchObject({ state: 'new' });
    expect(await named('grade', '4X')).toMatchObject({ state: 'new' });
    expect(await named('house', 'USS Tokyo')).toMatchObject({ state: 'own' });
    const { rows } = await database.pool.query('select count(*)::integer as names from feed_names');
    expect(rows).toEqual([{ names: 5 }]);
  });

  test('is no news where the tables of words know it, nor in the first load', async () => {
    await imported(database, [demoHouse(), aLot({ color: 'PEARL/黒', condition: '4.0' })]);
    for (const [kind, name] of [
      ['maker', 'TOYOTA'],
      ['color', 'PEARL/黒'],
      ['grade', '4.0'],
    ] as const)
      expect(await named(kind, name)).toMatchObject({ state: 'own' });
    expect(await named('model', 'PRIUS', 'TOYOTA')).toMatchObject({ state: 'new' });
    await emptied();
    await imported(database, [demoHouse(), aLot({ maker: 'NOBODY', color: 'SPACE DUST' })], { firstLoad: true });
    expect(await named('maker', 'NOBODY')).toMatchObject({ state: 'own' });
    expect(await named('color', 'SPACE DUST')).toMatchObject({ state: 'own' });
  });
});

describe('a merge', () => {
  const rows = () => [
    demoHouse(),
    aLot({ sourceId: 'a', lotNo: 1, maker: 'TOYTA', model: 'PRIUSS', color: 'WHT', condition: '4,5' }),
    aLot({ sourceId: 'b', lotNo: 2 }),
    aLot({ sourceId: 'c', lotNo: 3, maker: 'TOYTA' }),
    aResult({ sourceId: 'c' }),
    aLot({ sourceId: 'd', lotNo: 4, color: 'WHITE' }),
  ];
  const wrote = { maker: 'TOYTA', model: 'PRIUSS', color: 'WHT', grade: '4,5' };

  test('gives running and past lots the other name, keeps what the source wrote and no counter drifts', async () => {
    await imported(database, rows());
    await merge('maker', 'TOYTA', 'TOYOTA');
    await merge('model', 'PRIUSS', 'PRIUS', 'TOYOTA');
    await merge('color', 'WHT', 'WHITE');
    await merge('grade', '4,5', '4.5');
    await carriedOut();
    expect(await lots()).toEqual([
      { id: 'a', maker: 'TOYOTA', model: 'PRIUS', color: 'WHITE', grade: '4.5', wrote },
      { id: 'b', maker: 'TOYOTA', model: 'PRIUS', color: 'PEARL', grade: '4.5', wrote: null },
      { id: 'c', maker: 'TOYOTA', model: 'PRIUS', color: 'PEARL', grade: '4.5', wrote: { maker: 'TOYTA' } },
      { id: 'd', maker: 'TOYOTA', model: 'PRIUS', color: 'WHITE', grade: '4.5', wrote: null },
    ]);
    expect(await drift()).toEqual([[], []]);
    const again = await imported(database, rows());
    expect(again).toMatchObject({ written: 0, unchanged: rows().length });
    const { rows: sums } = await database.pool.query(
      'select maker, sum(sales)::integer as sales from sale_months where sales > 0 group by 1',
    );
    expect(sums).toEqual([{ maker: 'TOYOTA', sales: 1 }]);
    const told = await database.pool.query('select event, actor_id from feed_name_events order by id');
    // The model that was merged into was new itself, so it is accepted first.
    expect(told.rows.map(({ event }) => event)).toEqual(['merged', 'accepted', 'merged', 'merged', 'merged']);
    expect(new Set(told.rows.map(({ actor_id }) => actor_id))).toEqual(new Set([maria]));
  });

  test('counts for rows that come later, and goes on to what its target means', async () => {
    await imported(database, rows().slice(0, 2));
    await imported(database, [
      aLot({ sourceId: 'x', lotNo: 9, maker: 'TOYOTA JP' }),
      aLot({ sourceId: 'b', lotNo: 2 }),
    ]);
    await merge('maker', 'TOYTA', 'TOYOTA JP');
    await merge('maker', 'TOYOTA JP', 'TOYOTA');
    await imported(database, [aLot({ sourceId: 'e', lotNo: 5, maker: 'TOYTA' })]);
    await carriedOut();
    expect((await lots()).map(({ id, maker }) => [id, maker])).toEqual([
      ['a', 'TOYOTA'],
      ['b', 'TOYOTA'],
      ['e', 'TOYOTA'],
      ['x', 'TOYOTA'],
    ]);
    await takeBack('maker', 'TOYOTA JP');
    await carriedOut();
    expect((await lots()).map(({ id, maker }) => [id, maker])).toEqual([
      ['a', 'TOYOTA JP'],
      ['b', 'TOYOTA'],
      ['e', 'TOYOTA JP'],
      ['x', 'TOYOTA JP'],
    ]);
    expect(await drift()).toEqual([[], []]);
  });

  test('of a maker brings the rules of its models along', async () => {
    await imported(database, [...rows(), aLot({ sourceId: 'm', lotNo: 6, maker: 'TOYTA', model: 'AQUA' })]);
    await merge('model', 'PRIUSS', 'PRIUS', 'TOYTA');
    await merge('maker', 'TOYTA', 'TOYOTA');
    await carriedOut();
    expect((await lots()).map(({ id, maker, model }) => `${id} ${maker} ${model}`)).toEqual([
      'a TOYOTA PRIUS',
      'b TOYOTA PRIUS',
      'c TOYOTA PRIUS',
      'd TOYOTA PRIUS',
      'm TOYOTA AQUA',
    ]);
    expect(await named('model', 'AQUA', 'TOYOTA')).toMatchObject({ state: 'new' });
  });

  test('taken back gives every lot what its source wrote', async () => {
    await imported(database, rows());
    const before = await lotsTable(database);
    await merge('maker', 'TOYTA', 'TOYOTA');
    await carriedOut();
    await takeBack('maker', 'TOYTA');
    await carriedOut();
    expect(await lotsTable(database)).toEqual(before);
    expect(await named('maker', 'TOYTA')).toMatchObject({ state: 'new' });
    expect(await drift()).toEqual([[], []]);
  });

  test('taken back before the worker came to it changes nothing', async () => {
    await imported(database, rows());
    const before = await lotsTable(database);
    await merge('maker', 'TOYTA', 'TOYOTA');
    await takeBack('maker', 'TOYTA');
    await carriedOut();
    expect(await lotsTable(database)).toEqual(before);
  });

  test('waits for a lot that somebody bids on, and for no other', async () => {
    await imported(database, rows());
    await merge('maker', 'TOYTA', 'TOYOTA');
    const bidder = await database.pool.connect();
    await bidder.query('begin');
    await bidder.query(`select from lots where source_id = 'a' for update`);
    const work = carriedOut();
    await expect
      .poll(async () => (await lots()).map(({ maker }) => maker))
      .toEqual(['TOYTA', 'TOYOTA', 'TOYOTA', 'TOYOTA']);
    await bidder.query('commit');
    bidder.release();
    await work;
    expect((await lots()).every(({ maker }) => maker === 'TOYOTA')).toBe(true);
  });

  test('turns saved searches for the name into searches for the other', async () => {
    await imported(database, rows());
    await database.pool.query(
      `insert into saved_searches (user_id, page_type, place, title, params) values
       ($1, 'car-auction', 1, 'one', 'maker=TOYTA&model=PRIUSS&yearFrom=2015'),
       ($1, 'car-auction', 2, 'two', 'maker=TOYTA&maker=TOYOTA&color=WHT'),
       ($1, 'car-auction', 3, 'three', 'maker=HONDA&model=PRIUSS')`,
      [maria],
    );
    await merge('maker', 'TOYTA', 'TOYOTA');
    await merge('model', 'PRIUSS', 'PRIUS', 'TOYOTA');
    await merge('color', 'WHT', 'WHITE');
    await carriedOut();
    const { rows: kept } = await database.pool.query('select params from saved_searches order by place');
    expect(kept.map(({ params }) => decodeURIComponent(params))).toEqual([
      'yearFrom=2015&maker=TOYOTA&model=PRIUS',
      'maker=TOYOTA&color=WHITE',
      'maker=HONDA&model=PRIUSS',
    ]);
  });
});

describe('lots of a house that nobody knows', () => {
  const there = () => lots().then((all) => all.map(({ id }) => id));
  const stranger = (more: Row = {}) => aLot({ sourceId: 's', lotNo: 7, house: 'USS-TOKYO', ...more });

  test('wait, and come in as soon as a manager says which house it is', async () => {
    const { refused } = await imported(database, [demoHouse(), stranger({ startPrice: 100_000 })]);
    expect(refused).toBe(1);
    await imported(database, [stranger({ startPrice: 200_000, updatedAt: '2026-11-20T01:00:00Z' })]);
    await carriedOut();
    expect(await there()).toEqual([]);
    expect(await named('house', 'USS-TOKYO')).toMatchObject({ state: 'new' });
    await merge('house', 'USS-TOKYO', 'USS Tokyo');
    await carriedOut();
    const { rows } = await database.pool.query(
      `select h.name, start_price_yen, source_names from lots join auction_houses h on h.id = house_id`,
    );
    expect(rows).toEqual([{ name: 'USS Tokyo', start_price_yen: 200_000, source_names: { house: 'USS-TOKYO' } }]);
    expect(await imported(database, [stranger({ lotNo: 8, sourceId: 't' })])).toMatchObject({ refused: 0 });
    // A row of the name that means another house says nothing of that house.
    await imported(database, [demoHouse({ name: 'USS-TOKYO', haulageYen: 1 })]);
    const houses = await database.pool.query('select name, haulage_yen from auction_houses');
    expect(houses.rows).toEqual([{ name: 'USS Tokyo', haulage_yen: 12_000 }]);
    await takeBack('house', 'USS-TOKYO');
    await carriedOut();
    expect(await there()).toEqual(['s', 't']);
    expect(await imported(database, [stranger({ lotNo: 9, sourceId: 'u' })])).toMatchObject({ refused: 1 });
  });

  test('come in by themselves when the row of their house comes', async () => {
    await imported(database, [stranger()]);
    await imported(database, [demoHouse({ name: 'USS-TOKYO' })]);
    await carriedOut();
    expect(await there()).toEqual(['s']);
    expect(await named('house', 'USS-TOKYO')).toMatchObject({ state: 'own' });
  });
});

describe('whatever the order', () => {
  const makers = ['TOYOTA', 'TOYTA', 'TOYOTA JP', 'HONDA'];
  const models = ['PRIUS', 'PRIUSS', 'FIT'];
  const colors = ['WHITE', 'WHT', 'WHTE'];
  const houses = ['USS Tokyo', 'USS-TOKYO'];
  const aRow = fc
    .record({
      lotNo: fc.integer({ min: 1, max: 6 }),
      maker: fc.constantFrom(...makers),
      model: fc.constantFrom(...models),
      color: fc.constantFrom(...colors),
      house: fc.constantFrom(...houses),
      isSold: fc.boolean(),
    })
    .map((drawn) => drawn);
  // Every name has come once before it is decided about.
  const everyName = makers.flatMap((maker, at) =>
    models.map((model, of) =>
      aLot({
        ...{ sourceId: `n-${at}-${of}`, lotNo: 100 + at * 10 + of, maker, model },
        ...{ color: colors[of] ?? 'WHITE', house: houses[at % 2] ?? 'USS Tokyo' },
      }),
    ),
  );
  const decisions: (() => Promise<void>)[] = [
    () => merge('maker', 'TOYTA', 'TOYOTA JP'),
    () => merge('maker', 'TOYOTA JP', 'TOYOTA'),
    () => merge('model', 'PRIUSS', 'PRIUS', 'TOYOTA'),
    () => merge('color', 'WHT', 'WHITE'),
    () => merge('color', 'WHTE', 'WHT'),
    () => merge('house', 'USS-TOKYO', 'USS Tokyo'),
    () => takeBack('color', 'WHT'),
  ];
  const ORDER = [0, 1, 2, 4, 3, 5, 6];

  test('imports with merges in between give the same lots as all rows under the last rules', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(aRow, fc.integer({ min: 0, max: ORDER.length }), fc.boolean()), {
          minLength: 1,
          maxLength: 12,
        }),
        async (drawn) => {
          const rows = drawn.map(([{ isSold, ...row }, after, isCarriedOut], at) => ({
            after,
            isCarriedOut,
            row: aLot({
              ...{ ...row, sourceId: `lot-${row.lotNo}`, status: isSold ? 4533 : 4532 },
              soldPrice: isSold ? 500_000 : null,
              updatedAt: new Date(Date.UTC(2026, 10, 1, 0, at)).toISOString(),
            }),
          }));
          await emptied();
          await imported(database, [demoHouse(), ...everyName]);
          for (const at of ORDER) await decisions[at]?.();
          await imported(
            database,
            rows.map(({ row }) => row),
          );
          await carriedOut();
          const expected = await lots();

          await emptied();
          await imported(database, [demoHouse(), ...everyName]);
          for (let step = 0; step <= ORDER.length; step++) {
            for (const { after, isCarriedOut, row } of rows) {
              if (after !== step) continue;
              await imported(database, [row]);
              if (isCarriedOut) await carriedOut();
            }
            await decisions[ORDER[step] ?? -1]?.();
          }
          await carriedOut();
          expect(await lots()).toEqual(expected);
          expect(await drift()).toEqual([[], []]);
        },
      ),
      { numRuns: 8 },
    );
  }, 120_000);
});

test('what does not fit is refused', async () => {
  await imported(database, [demoHouse(), aLot({ maker: 'TOYTA' }), aLot({ sourceId: 'b', lotNo: 2 })]);
  const maker = await idOf('maker', 'TOYTA');
  const model = await idOf('model', 'PRIUS', 'TOYTA');
  const target = await idOf('maker', 'TOYOTA');
  const asked = (nameId: number, targetId: number) => decide((tx) => mergeName(tx, { nameId, targetId }, maria));
  await expect(asked(maker, 999_999)).rejects.toThrow('NotFound');
  await expect(asked(maker, maker)).rejects.toThrow('FeedName.OtherKind');
  await expect(asked(maker, model)).rejects.toThrow('FeedName.OtherKind');
  await expect(asked(model, await idOf('model', 'PRIUS', 'TOYOTA'))).rejects.toThrow('FeedName.OtherKind');
  await asked(maker, target);
  await expect(asked(maker, target)).rejects.toThrow('FeedName.Merged');
  await expect(asked(target, maker)).rejects.toThrow('FeedName.TargetMerged');
  await expect(decide((tx) => acceptNames(tx, [maker], maria))).rejects.toThrow('FeedName.Merged');
  await expect(decide((tx) => takeBackName(tx, { nameId: target }, maria))).rejects.toThrow('FeedName.NotMerged');
});
