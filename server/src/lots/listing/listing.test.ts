import type { ReplyOf } from '@seri/contract/http.ts';
import type { carAuction } from '@seri/contract/lots/routes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const LISTING = '/v1/car-auction/listing';
const { portal, client, manager } = ownLotPortal();

const listing = async (query: string, person = client) => {
  const { status, body } = await portal.ask(person, 'GET', `${LISTING}?${query}`);
  expect(status).toBe(200);
  return body as ReplyOf<typeof carAuction.listing>;
};
const listed = async (query: string, person = client): Promise<string[]> =>
  (await listing(query, person)).carsList.map((row) => row.id);
const lot = (more: Parameters<typeof createLot>[1]) => createLot(portal.database.db, more).then(String);

describe('access to the listing', () => {
  test('nobody who is signed out', async () => {
    expect((await portal.ask(null, 'GET', LISTING)).status).toBe(401);
  });

  test('nobody without the flag for car auctions', async () => {
    const outsider = await createPerson(portal.database.db, { permissions: { carAuctionsView: false } });
    for (const call of [
      LISTING,
      '/v1/car-auction/filters',
      '/v1/car-auction/maker',
      '/v1/car-auction/model?id=TOYOTA',
    ]) {
      expect((await portal.ask(outsider, 'GET', call)).body).toMatchObject({ messageCode: 'Access.Denied' });
    }
  });

  test('a private lot is listed for staff only', async () => {
    const id = await lot({ maker: 'PRIVATE', is_private: true });
    expect(await listed('maker=PRIVATE')).toEqual([]);
    expect(await listed('maker=PRIVATE', manager)).toEqual([id]);
  });
});

describe('a listing call that does not fit is refused with 400', () => {
  test.each([
    'page=0',
    'page=10000001',
    'after=',
    'after=12',
    'after=1.2.3',
    'after=1.2x',
    'page=1e3',
    'pageSize=21',
    'sort=id',
    'sort=year;drop table lots',
    'order=asc',
    'status=upcoming',
    'date=2026-02-31',
    'dateFrom=0000-01-01',
    'maker=%00',
    'search=equip-%00',
    'yearFrom=-1',
    'yearFrom=2018.5',
    'search=prius',
    'search=maker-TOYOTA',
    'unknown=1',
    'page=1&page=2',
    `search=equip-${'x'.repeat(100)}`,
    `maker=${'x'.repeat(101)}`,
    Array.from({ length: 51 }, (_, index) => `color=${index}`).join('&'),
  ])('%s', async (query) => {
    const { status, body } = await portal.ask(client, 'GET', `${LISTING}?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ messageCode: 'Request.Invalid' });
  });
});

describe('content of the page', () => {
  test('lots of today and later in Japan with any status, those still to run first, not those of yesterday, no motorcycles, no stock', async () => {
    const upcoming = await lot({ maker: 'SCOPE' });
    const soldToday = await lot({ maker: 'SCOPE', auctionInMinutes: 0, status: 4533, sold_price_yen: 400_000 });
    await lot({ maker: 'SCOPE', auctionInMinutes: -25 * 60 });
    await lot({ maker: 'SCOPE', vehicle: 'bike' });
    await lot({ maker: 'SCOPE', lot_source: 'stock' });
    expect(await listed('maker=SCOPE')).toEqual([upcoming, soldToday]);
    expect(await listed('maker=SCOPE&model=PRIUS')).toEqual([upcoming, soldToday]);
  });

  // @covers ASVS-8.2.3, LIST-02, OTHER-04
  test('each row carries the facts of its lot and the reader own bid, nobody else sees that bid', async () => {
    const id = await lot({ maker: 'ROW', house: 'USS Tokyo' });
    await portal.database.db
      .insertInto('bids')
      .values({
        lot_id: Number(id),
        user_id: client.id,
        placed_by: client.id,
        lot_source: 'auction',
        amount_yen: 650_000,
        status: 1,
      })
      .execute();
    const body = await listing('maker=ROW');
    expect(body.carsList).toMatchObject([
      {
        id,
        auctionName: 'USS Tokyo',
        model: 'PRIUS',
        year: 2018,
        mileage: 61_000,
        engine: 1_800,
        chassis: 'ZVW50',
        condition: '4.5',
        status: 4532,
        startPrice: 300_000,
        soldPrice: null,
        averagePrice: 720_000,
        myBid: true,
        myBidAmount: 650_000,
        wishList: ['A', 'B', 'C', 'D', 'E'].map((group) => ({ group, value: false })),
        images: ['/p/sedan-white-1-front34'],
        lotType: 'auction',
        priv: false,
        isUss: true,
      },
    ]);
    expect(body.carsList[0]?.auctionDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/);
    const other = await createPerson(portal.database.db);
    const theirs = await listing('maker=ROW', other);
    expect(theirs.carsList[0]).toMatchObject({ myBid: false, myBidAmount: null });
  });

  test('a reader among many at once sees the current list with only their own marks', async () => {
    const id = await lot({ maker: 'CROWD', start_price_yen: 1_000 });
    const { db } = portal.database;
    const people: Person[] = [];
    for (let at = 0; at < 8; at += 1) people.push(await createPerson(db));
    for (const [at, { id: user_id }] of people.entries())
      await db
        .insertInto('bids')
        .values({
          ...{ lot_id: Number(id), user_id, placed_by: user_id, lot_source: 'auction', status: 1 },
          amount_yen: (at + 1) * 10_000,
        })
        .execute();
    const earlier = people.map((person) => listing('maker=CROWD', person));
    await db.updateTable('lots').set({ start_price_yen: 2_000 }).where('id', '=', Number(id)).execute();
    const later = await Promise.all(people.map((person) => listing('maker=CROWD', person)));
    for (const answers of [await Promise.all(earlier), later])
      expect(answers.map(({ carsList: [row] }) => row?.myBidAmount)).toEqual(people.map((_, at) => (at + 1) * 10_000));
    expect(later.map(({ carsList: [row] }) => row?.startPrice)).toEqual(people.map(() => 2_000));
  });

  test('a cancelled bid is no longer shown as the own bid', async () => {
    const id = await lot({ maker: 'CANCELLED' });
    await portal.database.db
      .insertInto('bids')
      .values({
        lot_id: Number(id),
        user_id: client.id,
        placed_by: client.id,
        lot_source: 'auction',
        amount_yen: 650_000,
        status: 4,
      })
      .execute();
    const body = await listing('maker=CANCELLED');
    expect(body.carsList[0]).toMatchObject({ myBid: false, myBidAmount: null });
  });
});

describe('the order of the list', () => {
  test('by time, a lot without a known time last in its day whichever way it is sorted', async () => {
    const day = '2099-06-01';
    const at = (time: string) => new Date(`2099-06-01T${time}+09:00`);
    const times = (start: string, close: string) => ({ auction_at: at(start), bids_close_at: at(close) });
    const unknown = await lot({ maker: 'TIMES', auction_day: day, ...times('09:00', '07:30'), time_known: false });
    const early = await lot({ maker: 'TIMES', auction_day: day, ...times('08:00', '06:30') });
    const late = await lot({ maker: 'TIMES', auction_day: day, ...times('17:00', '15:30') });
    // Unsorted, the list goes by the end of bidding, which a lot without a known time has as well.
    expect(await listed('maker=TIMES')).toEqual([early, unknown, late]);
    expect(await listed('maker=TIMES&sort=auctionDate&order=ASC')).toEqual([early, late, unknown]);
    expect(await listed('maker=TIMES&sort=auctionDate&order=DESC')).toEqual([late, early, unknown]);
    const body = await listing('maker=TIMES');
    expect(body.carsList[1]?.auctionDate).toBe(day);
  });

  // @covers LIST-28
  test.each([
    ['year', { year: 2001 }, { year: 2020 }, { year: null }],
    ['mileage', { mileage_km: 5 }, { mileage_km: 90_000 }, { mileage_km: null }],
    ['startPrice', { start_price_yen: 1_000 }, { start_price_yen: 2_000_000 }, { start_price_yen: null }],
    ['soldPrice', { sold_price_yen: 1_000 }, { sold_price_yen: 2_000_000 }, { sold_price_yen: null }],
    ['condition', { condition: 'R' }, { condition: 'S' }, { condition: 'none' }],
  ])('by %s both ways, the unknown last', async (sort, low, high, missing) => {
    const maker = `SORT-${sort}`;
    const [unknown, top, bottom] = [
      await lot({ maker, ...missing }),
      await lot({ maker, ...high }),
      await lot({ maker, ...low }),
    ];
    expect(await listed(`maker=${maker}&sort=${sort}&order=ASC`)).toEqual([bottom, top, unknown]);
    expect(await listed(`maker=${maker}&sort=${sort}&order=DESC`)).toEqual([top, bottom, unknown]);
  });

  test('grades go by quality, "5.0" beside "5"', async () => {
    const grades = ['***', 'WR', 'R2', 'R', 'RA', '1', '2', '3', '3.5', '4', '4.5', '5', '5.0', '6', 'S'];
    const ids: string[] = [];
    for (const condition of grades) ids.push(await lot({ maker: 'GRADES', condition }));
    expect(await listed('maker=GRADES&sort=condition&order=ASC')).toEqual(ids);
  });

  test('a sort without an order counts as ascending', async () => {
    expect(await listed('maker=SORT-year&sort=year')).toEqual(await listed('maker=SORT-year&sort=year&order=ASC'));
  });
});

describe('paging', () => {
  const SIZE = 20;
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    const auctionAt = new Date('2099-01-05T10:00:00+09:00');
    for (let index = 0; index < 3 * SIZE + 5; index++) {
      const year = [2018, 2019, null][index % 3] ?? null;
      ids.push(await lot({ maker: 'PAGES', auction_day: '2099-01-05', auction_at: auctionAt, year }));
    }
  });

  test.each(['', '&sort=year&order=ASC', '&sort=year&order=DESC', '&sort=auctionDate&order=DESC'])(
    'shows every lot exactly once although many are equal %s',
    async (sorting) => {
      const pages: string[][] = [];
      for (let page = 1; page <= 4; page++) pages.push(await listed(`maker=PAGES&page=${page}${sorting}`));
      expect(pages.map((page) => page.length)).toEqual([SIZE, SIZE, SIZE, 5]);
      expect(new Set(pages.flat())).toEqual(new Set(ids));
    },
  );

  test('a page beyond the end is refused, the first page of an empty list is not', async () => {
    const { status, body } = await portal.ask(client, 'GET', `${LISTING}?maker=PAGES&page=1000&pageSize=70`);
    expect([status, body.messageCode]).toEqual([400, 'Lists.PageBeyondEnd']);
    expect((await listing('maker=NOBODY')).pageInfo).toMatchObject({ totalSearchResults: 0 });
  });
});

describe('text from outside is only ever text', () => {
  test.each(["' or 1=1 --", '"; drop table lots; --', '$1', '\\', "x') or true or ('"])(
    '%s finds nothing and breaks nothing',
    async (hostile) => {
      const text = encodeURIComponent(hostile);
      for (const key of ['maker', 'model', 'condition', 'gearbox', 'auction', 'color', 'chassis'])
        expect(await listed(`${key}=${text}`)).toEqual([]);
      for (const field of ['lotNo', 'model', 'chassisId', 'equip'])
        expect(await listed(`search=${field}-${text}`)).toEqual([]);
    },
  );

  test('percent and underscore are looked for as they are', async () => {
    const literal = await lot({ maker: 'WILD', equip: '100% leather_seat' });
    await lot({ maker: 'WILD', equip: '1000 leather seat' });
    expect(await listed('maker=WILD&search=equip-0%25')).toEqual([literal]);
    expect(await listed('maker=WILD&search=equip-r_s')).toEqual([literal]);
    expect(await listed('maker=WILD&search=chassisId-%25')).toEqual([]);
    expect(await listed('maker=WILD&search=model-_ILD')).toEqual([]);
  });
});
