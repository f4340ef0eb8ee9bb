import {
  BIKE_PAGES,
  isBikePage,
  isSalesPage,
  PAGE_RULES,
  PAGE_TYPES,
  type PageType,
} from '@seri/contract/lots/page-types.ts';
import { describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { lotFieldsFor, SOLD, YESTERDAY } from '../../testing/fixtures/pages.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const TOMORROW = 25 * 60;
const { portal, client, manager } = ownLotPortal();

type Facts = Parameters<typeof createLot>[1];
const lot = (more: Facts) => createLot(portal.database.db, more).then(String);
const page = async (pageType: PageType, query = '', person = client) => {
  const { status, body } = await portal.ask(person, 'GET', `/v1/${pageType}/listing?${query}`);
  expect(status).toBe(200);
  return { lots: body[isBikePage(pageType) ? 'bikeList' : 'carsList'], pageInfo: body.pageInfo };
};
const listed = async (pageType: PageType, query: string, person = client): Promise<string[]> =>
  (await page(pageType, query, person)).lots.map((row: { id: string }) => row.id);
const get = async (path: string, person = client) => (await portal.ask(person, 'GET', `/v1/${path}`)).body;

const bidOn = (lotId: string, person: Person, status: number, source = 'auction') =>
  portal.database.db
    .insertInto('bids')
    .values({
      lot_id: Number(lotId),
      user_id: person.id,
      placed_by: person.id,
      lot_source: source,
      amount_yen: 650_000,
      status,
    })
    .execute();

describe.each(PAGE_TYPES)('%s', (pageType) => {
  const calls = ['listing', 'filters', 'maker', 'makers', 'model?id=TOYOTA', 'models?id=TOYOTA'];

  // @covers LIST-01
  test.each(calls)('%s asks to sign in', async (call) => {
    expect((await portal.ask(null, 'GET', `/v1/${pageType}/${call}`)).status).toBe(401);
  });

  // @covers LIST-01
  test.each(calls)('%s asks for the flag of the page', async (call) => {
    const outsider = await createPerson(portal.database.db, { permissions: { [PAGE_RULES[pageType].flag]: false } });
    const { status, body } = await portal.ask(outsider, 'GET', `/v1/${pageType}/${call}`);
    expect([status, body.messageCode]).toEqual([403, 'Access.Denied']);
  });

  test.each(['page=0', 'sort=price', 'nobody=knows', 'search=color-RED'])('%s is refused', async (query) => {
    expect((await portal.ask(client, 'GET', `/v1/${pageType}/listing?${query}`)).status).toBe(400);
  });

  // @covers API-07
  test.each(['listing', 'filters'])(
    '%s asked again with its tag is sent again only when something changed',
    async (call) => {
      const maker = `TAGGED-${pageType}-${call}`;
      const id = await lot({ maker, ...lotFieldsFor(pageType) });
      const ask = async (tag = '') => {
        const url = `/v1/${pageType}/${call}?maker=${maker}`;
        const { statusCode, headers } = await portal.app.inject({
          url,
          headers: { cookie: client.cookie, 'if-none-match': tag },
        });
        return { statusCode, tag: String(headers.etag) };
      };
      const first = await ask();
      expect(await ask(first.tag)).toEqual({ statusCode: 304, tag: first.tag });
      await portal.database.db.updateTable('lots').set({ color: 'RED' }).where('id', '=', Number(id)).execute();
      expect((await ask(first.tag)).statusCode).toBe(200);
    },
  );

  test('understands maker and model in both spellings', async () => {
    const maker = `SPELT-${pageType}`;
    const id = await lot({ maker, model: 'ONE', ...lotFieldsFor(pageType) });
    await lot({ maker, model: 'TWO', ...lotFieldsFor(pageType) });
    for (const query of ['maker=@&model=ONE', 'makers=@&models=ONE', 'makers=@&model=ONE', 'maker=@&models=ONE'])
      expect(await listed(pageType, query.replace('@', maker))).toEqual([id]);
    const filters = await get(`${pageType}/filters?makers=${maker}&models=TWO`);
    expect(filters.totalSearchResults).toBe(1);
  });

  // @covers LIST-02
  test('each lot has its facts, the type of the page and an own bid', async () => {
    const maker = `FACTS-${pageType}`;
    const id = await lot({ maker, link: 'https://house.example/1', ...lotFieldsFor(pageType) });
    await bidOn(id, client, 1, PAGE_RULES[pageType].source);
    const { lots } = await page(pageType, `maker=${maker}`);
    expect(lots).toMatchObject([
      {
        id,
        maker,
        lotType: PAGE_RULES[pageType].lotType,
        link: 'https://house.example/1',
        myBid: true,
        myBidAmount: 650_000,
        soldPrice: isSalesPage(pageType) ? 640_000 : null,
      },
    ]);
  });

  // @covers LIST-11
  test('only the owner sees the group of a favourite; past sales have no favourites', async () => {
    const maker = `LIKED-${pageType}`;
    const id = await lot({ maker, ...lotFieldsFor(pageType) });
    await portal.database.db
      .insertInto('favorites')
      .values({ user_id: client.id, lot_id: Number(id), group_letter: 'C' })
      .execute();
    const other = await createPerson(portal.database.db);
    const wishes = async (person: Person) => (await page(pageType, `maker=${maker}`, person)).lots[0].wishList;
    const groups = (chosen?: string) => ['A', 'B', 'C', 'D', 'E'].map((group) => ({ group, value: group === chosen }));
    expect(await wishes(client)).toEqual(isSalesPage(pageType) ? [] : groups('C'));
    expect(await wishes(other)).toEqual(isSalesPage(pageType) ? [] : groups());
  });

  test('a private lot is listed and counted only for staff and the clients named on it', async () => {
    const maker = `HIDDEN-${pageType}`;
    const named = await createPerson(portal.database.db);
    const facts = { maker, year: 1999, is_private: true, viewers: [named.id], ...lotFieldsFor(pageType) };
    const id = await lot(facts);
    const before = (await page(pageType)).pageInfo.totalResults;
    for (const [person, sees] of [
      [client, false],
      [named, true],
      [manager, true],
    ] as const) {
      const { lots, pageInfo } = await page(pageType, `maker=${maker}`, person);
      expect(lots.map((row: { id: string }) => row.id)).toEqual(sees ? [id] : []);
      expect(pageInfo.totalSearchResults).toBe(sees ? 1 : 0);
      expect(pageInfo.totalResults).toBeGreaterThanOrEqual(sees ? before + 1 : before);
      const makers = await get(`${pageType}/maker`, person);
      expect(makers.some((found: { value: string }) => found.value === maker)).toBe(sees);
      expect(await get(`${pageType}/model?id=${maker}`, person)).toEqual(
        sees ? [{ value: 'PRIUS', label: 'PRIUS', counter: 1 }] : [],
      );
      for (const narrowed of ['', '&yearFrom=1998', '&search=model-prius']) {
        const { select, range, totalSearchResults } = await get(
          `${pageType}/filters?maker=${maker}${narrowed}`,
          person,
        );
        expect(totalSearchResults).toBe(sees ? 1 : 0);
        expect(select.color).toEqual(sees ? [{ value: 'PEARL', label: 'PEARL', counter: 1 }] : []);
        expect(range.year.min).toBe(sees ? 1999 : 0);
      }
    }
  });

  // @covers LIST-01, LIST-48
  test('numbers of the filters call are those of the listing, whichever filter is set', async () => {
    const maker = `COUNTED-${pageType}`;
    for (const [condition, year, mileage_km, engine_cc, house] of [
      ['4.5', 2018, 60_000, 660, 'USS Tokyo'],
      ['4.5', 2019, 60_001, 1_800, 'TAA Kinki'],
      ['R', 2019, 59_999, null, 'TAA Kinki'],
      ['', null, null, 660, 'TAA Kinki'],
    ] as const)
      await lot({ maker, condition, year, mileage_km, engine_cc, house, ...lotFieldsFor(pageType) });
    for (const [query, lots] of [
      ['', 4],
      ['&condition=4.5', 2],
      ['&condition=4.5&condition=R', 3],
      ['&auction=TAA+Kinki', 3],
      ['&yearFrom=2019', 2],
      ['&yearTo=2018', 1],
      ['&mileageFrom=60000', 2],
      ['&mileageTo=60000', 2],
      ['&mileageFrom=60001', 1],
      ['&engineFrom=661&engineTo=1800', 1],
      ['&condition=4.5&yearFrom=2019', 1],
      ['&model=PRIUS&color=PEARL', 4],
      ['&model=NOTE', 0],
    ] as const) {
      const { lots: found, pageInfo } = await page(pageType, `maker=${maker}${query}`);
      const filters = await get(`${pageType}/filters?maker=${maker}${query}`);
      expect([query, found.length, pageInfo.totalSearchResults, filters.totalSearchResults]).toEqual([
        query,
        lots,
        lots,
        lots,
      ]);
    }
    const { select, range } = await get(`${pageType}/filters?maker=${maker}`);
    expect(select.condition).toEqual([
      { value: '4.5', label: '4.5', counter: 2 },
      { value: 'R', label: 'R', counter: 1 },
    ]);
    expect(select.auction.map((choice: { label: string; counter: number }) => [choice.label, choice.counter])).toEqual([
      ['TAA Kinki', 3],
      ['USS Tokyo', 1],
    ]);
    expect(range).toEqual({
      mileage: { min: 59_000, max: 61_000, step: 1_000 },
      engine: { min: 660, max: 1_800, step: 100 },
      year: { min: 2018, max: 2019, step: 1 },
      startPrice: { min: expect.any(Number), max: expect.any(Number), step: 5_000 },
      averagePrice: { min: expect.any(Number), max: expect.any(Number), step: 5_000 },
      soldPrice: { min: expect.any(Number), max: expect.any(Number), step: 5_000 },
      power: { min: 0, max: 0, step: 1 },
      age: { min: 0, max: 0, step: 1 },
    });
  });
});

describe('lots of each page type', () => {
  const everywhere = (query: string) => Promise.all(PAGE_TYPES.map((pageType) => listed(pageType, query)));

  test.each([
    ['a car still to run', {}, ['car-auction']],
    ['a car of yesterday without a result', { auctionInMinutes: YESTERDAY }, []],
    ['a car of yesterday that was sold', { auctionInMinutes: YESTERDAY, ...SOLD }, ['stats']],
    ['a car sold by negotiation', { auctionInMinutes: YESTERDAY, ...SOLD, status: 4534 }, ['stats']],
    ['a car not sold', { auctionInMinutes: YESTERDAY, status: 4535 }, ['stats']],
    ['a car finally unsold', { auctionInMinutes: YESTERDAY, status: 4539 }, ['stats']],
    ['a car that was cancelled', { auctionInMinutes: YESTERDAY, status: 4536 }, []],
    ['a car with a result before its day is over', { auctionInMinutes: TOMORROW, ...SOLD }, ['car-auction', 'stats']],
    ['a motorcycle still to run', { vehicle: 'bike' }, ['bikes']],
    ['a motorcycle that was sold', { vehicle: 'bike', auctionInMinutes: YESTERDAY, ...SOLD }, ['bike-stats']],
    ['a fixed price, whatever its day', { lot_source: 'stock', auctionInMinutes: YESTERDAY }, ['stock']],
    ['a fixed price that was sold elsewhere', { lot_source: 'stock', ...SOLD }, []],
  ] as [string, Facts, PageType[]][])('%s', async (name, facts, pages) => {
    const maker = name.toUpperCase();
    const id = await lot({ maker, ...facts });
    expect(await everywhere(`maker=${encodeURIComponent(maker)}`)).toEqual(
      PAGE_TYPES.map((pageType) => (pages.includes(pageType) ? [id] : [])),
    );
  });

  test('a fixed price leaves with the first accepted order and comes back when it falls through', async () => {
    const id = await lot({ maker: 'ORDERED', lot_source: 'stock' });
    await bidOn(id, client, 1, 'stock');
    expect(await listed('stock', 'maker=ORDERED')).toEqual([id]);
    const set = (status: number) =>
      portal.database.db.updateTable('bids').set({ status }).where('lot_id', '=', Number(id)).execute();
    for (const accepted of [2, 6, 7]) {
      await set(accepted);
      expect(await listed('stock', 'maker=ORDERED')).toEqual([]);
    }
    await set(3);
    expect(await listed('stock', 'maker=ORDERED')).toEqual([id]);
  });

  // @covers LIST-07
  test('a fixed price is shown only on its own page type', async () => {
    await lot({ maker: 'PRICED', lot_source: 'stock', start_price_yen: 700_000, average_price_yen: 800_000 });
    expect((await page('stock', 'maker=PRICED')).lots).toMatchObject([{ startPrice: null, averagePrice: null }]);
  });
});

describe.each(BIKE_PAGES)('%s', (pageType) => {
  // @covers LIST-03
  test('each motorcycle says by which ids it is found, its serial and whether it was inspected', async () => {
    const maker = `BIKES-${pageType}`;
    const facts = { maker, model: 'CB400', chassis_number: 'NC42-1005021', ...lotFieldsFor(pageType) };
    const plain = await lot(facts);
    const inspected = await lot({
      ...facts,
      model: 'CB750',
      inspection: JSON.stringify({ zones: [], remarks: ['Scratch'] }),
    });
    const { lots } = await page(pageType, `maker=${maker}&sort=mileage&order=ASC`);
    const house = await portal.database.db
      .selectFrom('auction_houses')
      .select('id')
      .where('name', '=', 'USS Tokyo')
      .executeTakeFirstOrThrow();
    const ids = { makerId: maker, auctionId: String(house.id), serial: 'NC42-1005021' };
    expect(lots).toMatchObject([
      { id: plain, modelId: 'CB400', inspection: false, ...ids },
      { id: inspected, modelId: 'CB750', inspection: true, ...ids },
    ]);
  });

  // @covers LIST-20
  test.each(['search=chassisId-NC42', 'search=equip-ABS'])(
    '%s is refused: motorcycles have no such search',
    async (query) => {
      expect((await portal.ask(client, 'GET', `/v1/${pageType}/listing?${query}`)).status).toBe(400);
    },
  );
});

describe.each(['stats', 'bike-stats'] as const)('%s', (pageType) => {
  // @covers LIST-06, STAT-01, STAT-04
  test('begins with the newest sale and sorts by what was paid', async () => {
    const maker = `SALES-${pageType}`;
    const sale = (daysAgo: number, sold_price_yen: number | null) =>
      lot({ maker, ...lotFieldsFor(pageType), auctionInMinutes: -daysAgo * 24 * 60, sold_price_yen });
    const [old, fresh, middle] = [await sale(9, 300_000), await sale(2, 100_000), await sale(5, null)];
    expect(await listed(pageType, `maker=${maker}`)).toEqual([fresh, middle, old]);
    expect(await listed(pageType, `maker=${maker}&sort=soldPrice&order=ASC`)).toEqual([fresh, old, middle]);
    expect(await listed(pageType, `maker=${maker}&sort=soldPrice&order=DESC`)).toEqual([old, fresh, middle]);
    expect(await listed(pageType, `maker=${maker}&sort=auctionDate&order=ASC`)).toEqual([old, middle, fresh]);
  });
});
