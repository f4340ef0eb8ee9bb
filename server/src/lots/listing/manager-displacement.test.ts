import { expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';

const { portal, client: anna, manager: maria } = ownLotPortal();

const MAKER = 'MAZDA';
const listed = async (query: string) =>
  (await portal.ask(anna, 'GET', `/v1/car-auction/listing?maker=${MAKER}&${query}`)).body.carsList as {
    id: string;
    engine: number | null;
    year: number | null;
  }[];
const idsOf = async (query: string) => (await listed(query)).map(({ id }) => Number(id));
const rangeOf = async (name: 'engine' | 'year') => {
  const { range } = (await portal.ask(anna, 'GET', `/v1/car-auction/filters?maker=${MAKER}`)).body;
  return [range[name].min, range[name].max];
};
const answer = (id: number, facts: object) => portal.ask(maria, 'POST', '/v1/lots/facts', { id: String(id), facts });

// @covers FACT-01, DOOR-05
test("a manager's displacement is the one that lists filter, sort, count and show, until it is removed", async () => {
  const { db } = portal.database;
  const lot = (engine_cc: number | null, sold = {}) =>
    createLot(db, { maker: MAKER, model: 'DEMIO', engine_cc, ...sold });
  const [small, corrected, large] = [await lot(1_300), await lot(1_198), await lot(2_000)];
  expect(await idsOf('engineTo=1250')).toEqual([corrected]);
  expect(await idsOf('sort=engine&order=ASC')).toEqual([corrected, small, large]);
  expect(await rangeOf('engine')).toEqual([1_198, 2_000]);

  await answer(corrected, { engineCc: 1_498 });
  expect(await idsOf('engineFrom=1490&engineTo=1500')).toEqual([corrected]);
  expect(await idsOf('engineTo=1250')).toEqual([]);
  expect(await idsOf('sort=engine&order=ASC')).toEqual([small, corrected, large]);
  expect(await idsOf('sort=engine&order=DESC')).toEqual([large, corrected, small]);
  expect((await listed('engineTo=1500&sort=engine&order=DESC')).map(({ engine }) => engine)).toEqual([1_498, 1_300]);
  expect(await rangeOf('engine')).toEqual([1_300, 2_000]);
  const page = (await portal.ask(anna, 'GET', `/v1/car-auction/view-lot?id=${corrected}`)).body;
  expect(page.carSpecification.engineCC).toBe(1_498);

  await answer(corrected, { engineCc: null });
  expect(await idsOf('engineTo=1250')).toEqual([corrected]);
  // A list that does not state it has the answer alone.
  const unknown = await lot(null);
  await answer(unknown, { engineCc: 660 });
  expect(await idsOf('engineTo=700')).toEqual([unknown]);
});

// @covers FACT-01
test("a manager's month of build is the age of the lists, while the year stays that of the auction list", async () => {
  const { db } = portal.database;
  const made = { maker: MAKER, model: 'ROADSTER', year: 2015, month: 3 };
  const [older, corrected] = [await createLot(db, { ...made, year: 2014 }), await createLot(db, made)];
  expect(await idsOf('model=ROADSTER&sort=age&order=ASC')).toEqual([corrected, older]);
  await answer(corrected, { builtYear: 2013, builtMonth: 12 });
  expect(await idsOf('model=ROADSTER&sort=age&order=ASC')).toEqual([older, corrected]);
  expect((await listed('model=ROADSTER&yearFrom=2015&yearTo=2015')).map(({ id, year }) => [Number(id), year])).toEqual([
    [corrected, 2_015],
  ]);
});
