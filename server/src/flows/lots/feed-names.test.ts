import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptNames, mergeName, undoMerge } from '../../feed/names/decide-name.ts';
import { aLot, aResult, demoHouse, imported, lotsTable, type Row } from '../../testing/fixtures/feed.ts';
import { feedNames, type NameFixture, nameFixture } from '../../testing/fixtures/feed-names.ts';

let fixture: NameFixture;
const { carriedOut, decide, staleAverages, emptied, idOf, lots, merge, named, takeBack } = feedNames(() => fixture);
beforeAll(async () => {
  fixture = await nameFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptied();
});

describe('a new name', () => {
  // @covers OPS-06
  test('is recorded once with its source, and its lot is imported', async () => {
    const row = aLot({ maker: 'トヨタ', model: 'PRIUS', color: 'SPACE DUST', condition: '4X', source: 'uss' });
    const { refused } = await imported(fixture.database, [
      demoHouse(),
      row,
      aLot({ ...row, sourceId: 'lot-2', lotNo: 2 }),
    ]);
    expect(refused).toBe(0);
    expect(await named('maker', 'トヨタ')).toMatchObject({ state: 'new', source: 'uss', hint: 'TOYOTA' });
    expect(await named('model', 'PRIUS', 'トヨタ')).toMatchObject({ state: 'new' });
    expect(await named('color', 'SPACE DUST')).toMatchObject({ state: 'new' });
    expect(await named('grade', '4X')).toMatchObject({ state: 'new' });
    expect(await named('house', 'USS Tokyo')).toMatchObject({ state: 'own' });
    const { rows } = await fixture.database.pool.query('select count(*)::integer as names from feed_names');
    expect(rows).toEqual([{ names: 5 }]);
  });

  test('is not recorded if the glossary knows it, nor in the initial load', async () => {
    await imported(fixture.database, [demoHouse(), aLot({ color: 'PEARL/黒', condition: '4.0' })]);
    for (const [kind, name] of [
      ['maker', 'TOYOTA'],
      ['color', 'PEARL/黒'],
      ['grade', '4.0'],
    ] as const)
      expect(await named(kind, name)).toMatchObject({ state: 'own' });
    expect(await named('model', 'PRIUS', 'TOYOTA')).toMatchObject({ state: 'new' });
    await emptied();
    await imported(fixture.database, [demoHouse(), aLot({ maker: 'NOBODY', color: 'SPACE DUST' })], {
      firstLoad: true,
    });
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

  // @covers OPS-06
  test("renames running and past lots, keeps the source's text, and updates averages", async () => {
    await imported(fixture.database, rows());
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
    expect(await staleAverages()).toEqual([]);
    const again = await imported(fixture.database, rows());
    expect(again).toMatchObject({ written: 0, unchanged: rows().length });
    const { rows: sums } = await fixture.database.pool.query(
      'select maker, count(*)::integer as sales from lots where sold_price_yen is not null group by 1',
    );
    expect(sums).toEqual([{ maker: 'TOYOTA', sales: 1 }]);
    const events = await fixture.database.pool.query('select event, actor_id from feed_name_events order by id');
    // The target model was new itself, so it is accepted first.
    expect(events.rows.map(({ event }) => event)).toEqual(['merged', 'accepted', 'merged', 'merged', 'merged']);
    expect(new Set(events.rows.map(({ actor_id }) => actor_id))).toEqual(new Set([fixture.maria]));
  });

  test('applies to later rows, and follows the alias of its target', async () => {
    await imported(fixture.database, rows().slice(0, 2));
    await imported(fixture.database, [
      aLot({ sourceId: 'x', lotNo: 9, maker: 'TOYOTA JP' }),
      aLot({ sourceId: 'b', lotNo: 2 }),
    ]);
    await merge('maker', 'TOYTA', 'TOYOTA JP');
    await merge('maker', 'TOYOTA JP', 'TOYOTA');
    await imported(fixture.database, [aLot({ sourceId: 'e', lotNo: 5, maker: 'TOYTA' })]);
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
    expect(await staleAverages()).toEqual([]);
  });

  test('of a maker takes over the rules of its models', async () => {
    await imported(fixture.database, [...rows(), aLot({ sourceId: 'm', lotNo: 6, maker: 'TOYTA', model: 'AQUA' })]);
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

  // @covers OPS-06
  test("undone, restores the source's text on every lot", async () => {
    await imported(fixture.database, rows());
    const before = await lotsTable(fixture.database);
    await merge('maker', 'TOYTA', 'TOYOTA');
    await carriedOut();
    await takeBack('maker', 'TOYTA');
    await carriedOut();
    expect(await lotsTable(fixture.database)).toEqual(before);
    expect(await named('maker', 'TOYTA')).toMatchObject({ state: 'new' });
    expect(await staleAverages()).toEqual([]);
  });

  test('undone before the worker applied it changes nothing', async () => {
    await imported(fixture.database, rows());
    const before = await lotsTable(fixture.database);
    await merge('maker', 'TOYTA', 'TOYOTA');
    await takeBack('maker', 'TOYTA');
    await carriedOut();
    expect(await lotsTable(fixture.database)).toEqual(before);
  });

  test('waits for a lot that is being bid on, and for no other', async () => {
    await imported(fixture.database, rows());
    await merge('maker', 'TOYTA', 'TOYOTA');
    const bidder = await fixture.database.pool.connect();
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

  test('replaces the name in saved searches', async () => {
    await imported(fixture.database, rows());
    await fixture.database.pool.query(
      `insert into saved_searches (user_id, page_type, place, title, params) values
       ($1, 'car-auction', 1, 'one', 'maker=TOYTA&model=PRIUSS&yearFrom=2015'),
       ($1, 'car-auction', 2, 'two', 'maker=TOYTA&maker=TOYOTA&color=WHT'),
       ($1, 'car-auction', 3, 'three', 'maker=HONDA&model=PRIUSS')`,
      [fixture.maria],
    );
    await merge('maker', 'TOYTA', 'TOYOTA');
    await merge('model', 'PRIUSS', 'PRIUS', 'TOYOTA');
    await merge('color', 'WHT', 'WHITE');
    await carriedOut();
    const { rows: kept } = await fixture.database.pool.query('select params from saved_searches order by place');
    expect(kept.map(({ params }) => decodeURIComponent(params))).toEqual([
      'yearFrom=2015&maker=TOYOTA&model=PRIUS',
      'maker=TOYOTA&color=WHITE',
      'maker=HONDA&model=PRIUSS',
    ]);
  });
});

describe('lots of an unknown auction house', () => {
  const there = () => lots().then((all) => all.map(({ id }) => id));
  const stranger = (more: Row = {}) => aLot({ sourceId: 's', lotNo: 7, house: 'USS-TOKYO', ...more });

  // @covers OPS-06
  test('are quarantined and imported as soon as a manager names their auction house', async () => {
    const { refused } = await imported(fixture.database, [demoHouse(), stranger({ startPrice: 100_000 })]);
    expect(refused).toBe(1);
    await imported(fixture.database, [stranger({ startPrice: 200_000, updatedAt: '2026-11-20T01:00:00Z' })]);
    await carriedOut();
    expect(await there()).toEqual([]);
    expect(await named('house', 'USS-TOKYO')).toMatchObject({ state: 'new' });
    await merge('house', 'USS-TOKYO', 'USS Tokyo');
    await carriedOut();
    const { rows } = await fixture.database.pool.query(
      `select h.name, start_price_yen, source_names from lots join auction_houses h on h.id = house_id`,
    );
    expect(rows).toEqual([{ name: 'USS Tokyo', start_price_yen: 200_000, source_names: { house: 'USS-TOKYO' } }]);
    expect(await imported(fixture.database, [stranger({ lotNo: 8, sourceId: 't' })])).toMatchObject({ refused: 0 });
    // A row under an alias does not change the data of the auction house.
    await imported(fixture.database, [demoHouse({ name: 'USS-TOKYO', haulageYen: 1 })]);
    const houses = await fixture.database.pool.query('select name, haulage_yen from auction_houses');
    expect(houses.rows).toEqual([{ name: 'USS Tokyo', haulage_yen: 12_000 }]);
    await takeBack('house', 'USS-TOKYO');
    await carriedOut();
    expect(await there()).toEqual(['s', 't']);
    expect(await imported(fixture.database, [stranger({ lotNo: 9, sourceId: 'u' })])).toMatchObject({ refused: 1 });
  });

  test('are imported when the row of their auction house arrives', async () => {
    await imported(fixture.database, [stranger()]);
    await imported(fixture.database, [demoHouse({ name: 'USS-TOKYO' })]);
    await carriedOut();
    expect(await there()).toEqual(['s']);
    expect(await named('house', 'USS-TOKYO')).toMatchObject({ state: 'own' });
  });
});

test('invalid names are refused', async () => {
  await imported(fixture.database, [demoHouse(), aLot({ maker: 'TOYTA' }), aLot({ sourceId: 'b', lotNo: 2 })]);
  const maker = await idOf('maker', 'TOYTA');
  const model = await idOf('model', 'PRIUS', 'TOYTA');
  const target = await idOf('maker', 'TOYOTA');
  const asked = (nameId: number, targetId: number) =>
    decide((tx) => mergeName(tx, { nameId, targetId }, fixture.maria));
  await expect(asked(maker, 999_999)).rejects.toThrow('NotFound');
  await expect(asked(maker, maker)).rejects.toThrow('FeedName.OtherKind');
  await expect(asked(maker, model)).rejects.toThrow('FeedName.OtherKind');
  await expect(asked(model, await idOf('model', 'PRIUS', 'TOYOTA'))).rejects.toThrow('FeedName.OtherKind');
  await asked(maker, target);
  await expect(asked(maker, target)).rejects.toThrow('FeedName.Merged');
  await expect(asked(target, maker)).rejects.toThrow('FeedName.TargetMerged');
  await expect(decide((tx) => acceptNames(tx, [maker], fixture.maria))).rejects.toThrow('FeedName.Merged');
  await expect(decide((tx) => undoMerge(tx, { nameId: target }, fixture.maria))).rejects.toThrow('FeedName.NotMerged');
});
