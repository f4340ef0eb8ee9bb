import { defaultPermissions, ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import { PAGE_RULES, PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import type { CarLot } from '@seri/contract/lots/records.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { japanDay } from '../platform/japan-time.ts';
import { createLot } from '../testing/lots.ts';
import { createPerson, type Person, type PersonOptions } from '../testing/people.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { lotRoutes } from './routes.ts';
import { findSheet } from './sheet-queries.ts';

let portal: TestPortal;
let client: Person;

beforeAll(async () => {
  portal = await testPortal((app, database) => lotRoutes(app, database, { rememberMs: 0 }));
  client = await createPerson(portal.database.db);
});
afterAll(() => portal.close());

const view = (person: Person | null, id: number | string) =>
  portal.ask(person, 'GET', `/v1/car-auction/view-lot?id=${id}`);
const viewOn = (pageType: PageType, reader: Person, id: number) =>
  portal.ask(reader, 'GET', `/v1/${pageType}/view-lot?id=${id}`);
const seen = async (person: Person, id: number): Promise<CarLot> => {
  const { status, body } = await view(person, id);
  expect(status).toBe(200);
  return body as CarLot;
};
const lot = (more: Parameters<typeof createLot>[1] = {}) => createLot(portal.database.db, more);
const person = (options: PersonOptions) => createPerson(portal.database.db, options);

async function bid(owner: Person, lotId: number, status: number): Promise<number> {
  const { id } = await portal.database.db
    .insertInto('bids')
    .values({
      lot_id: lotId,
      user_id: owner.id,
      placed_by: owner.id,
      lot_source: 'auction',
      amount_yen: 650_000,
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('who may open a lot', () => {
  test('nobody who is signed out', async () => {
    expect((await view(null, await lot())).status).toBe(401);
  });

  test('without the flag only the lot of an own bid, and the answer does not tell which lots there are', async () => {
    const outsider = await person({ permissions: { carAuctionsView: false } });
    const id = await lot();
    expect((await view(outsider, id)).body).toMatchObject({ messageCode: 'Access.Denied' });
    expect((await view(outsider, 999_999)).body).toMatchObject({ messageCode: 'Access.Denied' });
    await bid(outsider, id, 5);
    expect((await seen(outsider, id)).carCommonDetail.id).toBe(String(id));
  });

  test('a private lot is not found, except by staff and by its bidder', async () => {
    const id = await lot({ is_private: true });
    expect((await view(client, id)).status).toBe(404);
    expect((await view(await person({ roleId: ROLE.manager }), id)).status).toBe(200);
    const bidder = await person({});
    await bid(bidder, id, 1);
    expect((await view(bidder, id)).status).toBe(200);
  });

  test.each(['0', '-1', '1.5', '1e3', 'abc', '99999999999999999999', "1' or '1'='1"])(
    'there is no lot %s',
    async (id) => {
      expect((await view(client, id)).body).toMatchObject({ messageCode: 'NotFound' });
    },
  );

  test('what no text may hold is no question for a lot', async () => {
    expect((await view(client, '%00')).status).toBe(400);
  });

  test('every page answers the lots of its kind and source, past ones too, and no others', async () => {
    const lots = {
      car: await lot(),
      sold: await lot({ auctionInMinutes: -60 * 24 * 40, status: 4533, sold_price_yen: 500_000 }),
      stock: await lot({ lot_source: 'stock' }),
      bike: await lot({ vehicle: 'bike' }),
    };
    const answered = async (pageType: PageType) => {
      const found: string[] = [];
      for (const [name, id] of Object.entries(lots)) {
        const { status } = await viewOn(pageType, client, id);
        expect([200, 404]).toContain(status);
        if (status === 200) found.push(name);
      }
      return found;
    };
    expect(await answered('car-auction')).toEqual(['car', 'sold']);
    expect(await answered('stats')).toEqual(['car', 'sold']);
    expect(await answered('stock')).toEqual(['stock']);
    expect(await answered('bikes')).toEqual(['bike']);
    expect(await answered('bike-stats')).toEqual(['bike']);
  });

  test.each(PAGE_TYPES)('the flag of %s opens its lots', async (pageType) => {
    const { flag, vehicle, source } = PAGE_RULES[pageType];
    const id = await lot({ vehicle, lot_source: source });
    const without = await person({ permissions: { [flag]: false } });
    expect((await viewOn(pageType, without, id)).body).toMatchObject({ messageCode: 'Access.Denied' });
    expect((await viewOn(pageType, client, id)).status).toBe(200);
  });

  test('a favourite opens its lot without the flag, but no private one', async () => {
    const outsider = await person({ permissions: { bikeView: false } });
    const [open, hidden] = [await lot({ vehicle: 'bike' }), await lot({ vehicle: 'bike', is_private: true })];
    const favorite = (lotId: number) =>
      portal.database.db
        .insertInto('favorites')
        .values({ user_id: outsider.id, lot_id: lotId, group_letter: 'B' })
        .execute();
    expect((await viewOn('bikes', outsider, open)).status).toBe(403);
    await favorite(open);
    await favorite(hidden);
    expect((await viewOn('bikes', outsider, open)).status).toBe(200);
    expect((await viewOn('bikes', outsider, hidden)).status).toBe(404);
  });

  test('whom a private lot is for sees it, and nobody else', async () => {
    const guest = await person({});
    const id = await lot({ is_private: true, viewers: [guest.id] });
    expect((await view(guest, id)).status).toBe(200);
    expect((await view(client, id)).status).toBe(404);
  });

  test('a call without an id, or with more than an id, is refused', async () => {
    expect((await portal.ask(client, 'GET', '/v1/car-auction/view-lot')).status).toBe(400);
    expect((await view(client, '1&userId=2')).status).toBe(400);
  });
});

describe('what the lot says', () => {
  test('everything the house told about the car', async () => {
    const id = await lot({
      drive: '4WD',
      horse_power: 98,
      remarks: 'One owner',
      manager_note: 'Ask me first',
      sheet: JSON.stringify({ damages: [], remarksJa: [], seed: 1 }),
    });
    const answer = await seen(client, id);
    expect(answer).toMatchObject({
      carCommonDetail: {
        id: String(id),
        isUss: true,
        allowDownloadPhotos: false,
        info: 'One owner',
        auctionSheet: `/s/${id}`,
        comment: 'Ask me first',
        commentEditable: false,
      },
      lotInfo: { auctionName: 'USS Tokyo', condition: '4.5', status: 4532 },
      carInfo: { maker: 'TOYOTA', model: 'PRIUS', year: 2018, chassisId: 'ZVW50', mileage: 61_000 },
      carSpecification: {
        engineCC: 1_800,
        grade: 'S',
        color: 'PEARL',
        transmission: 'AT',
        drive: '4WD',
        horsePower: 98,
        equipment: 'AC PS',
      },
      lotImages: { images: ['/p/sedan-white-1-front34'], thumbnails: ['/p/sedan-white-1-front34?w=160'] },
      wishList: ['A', 'B', 'C', 'D', 'E'].map((group) => ({ group, value: false })),
      ussCounter: { ussLimit: -1 },
    });
    expect(JSON.stringify(answer)).not.toContain('ZVW50-1234567');
  });

  test('a lot of last week is still there, finished', async () => {
    const { bidInfo } = await seen(
      client,
      await lot({ auctionInMinutes: -7 * 24 * 60, status: 4533, sold_price_yen: 500_000 }),
    );
    expect(bidInfo).toMatchObject({ auctionFinished: true, acceptBid: false, soldPrice: 500_000 });
  });

  test('the fees are the haulage of the house and the fee of the agent, the overbid never above the company value', async () => {
    const { bidInfo } = await seen(client, await lot());
    expect(bidInfo).toMatchObject({ feesYen: 42_000, bidAdjustmentPrice: 10_000, cancelDeadlineHour: 12 });
    await portal.database.db
      .updateTable('auction_houses')
      .set({ overbid_yen: 3_000, cancel_hours: 0 })
      .where('name', '=', 'USS Tokyo')
      .execute();
    const after = (await seen(client, await lot())).bidInfo;
    expect(after).toMatchObject({ bidAdjustmentPrice: 3_000, cancelDeadlineHour: 0 });
    await portal.database.db.updateTable('auction_houses').set({ overbid_yen: 50_000 }).execute();
    expect((await seen(client, await lot())).bidInfo.bidAdjustmentPrice).toBe(10_000);
  });
});

describe('what a page adds to its lot', () => {
  test('statistics take no bids and know no favourites, and show what like cars were sold for', async () => {
    const id = await lot({ model: 'RUSH' });
    expect((await viewOn('stats', client, id)).body).toMatchObject({ wishList: [], bidInfo: { acceptBid: false } });
    expect((await viewOn('car-auction', client, id)).body).toMatchObject({ bidInfo: { acceptBid: true } });
    const sold = { model: 'RUSH', auctionInMinutes: -24 * 60, status: 4533, average_price_yen: 1 };
    const [own = 0] = await Promise.all(
      [9, 5, 5, 5, 5, 5].map((price) => lot({ ...sold, sold_price_yen: price * 100_000 })),
    );
    expect((await viewOn('stats', client, own)).body.bidInfo).toMatchObject({
      soldPrice: 900_000,
      averagePrice: 500_000,
      auctionFinished: true,
    });
  });

  test('a fixed price stands in the start price, and is ordered without an export type', async () => {
    const shown = await person({ permissions: { exportTypeShow: true, exportTypeOptional: false } });
    const { body } = await viewOn('stock', shown, await lot({ lot_source: 'stock', start_price_yen: 1_230_000 }));
    expect(body.bidInfo).toMatchObject({ startPrice: 1_230_000, exportTypeShow: false, exportTypeOptional: true });
  });

  test.each([
    ['car-auction', {}, true],
    ['car-auction', { isUss: true, house: 'USS Osaka' }, false],
    ['car-auction', { images: [] as string[] }, false],
    ['stats', {}, false],
    ['stock', { lot_source: 'stock' }, false],
  ] as const)('photos on %s of %j may be fetched as a file: %s', async (pageType, more, allowed) => {
    const id = await lot({ isUss: false, house: 'TAA Kanto', ...more });
    expect((await viewOn(pageType, client, id)).body.carCommonDetail.allowDownloadPhotos).toBe(allowed);
  });

  test("the favourite group of the reader is marked, nobody else's is", async () => {
    const id = await lot();
    const { db } = portal.database;
    await db.insertInto('favorites').values({ user_id: client.id, lot_id: id, group_letter: 'C' }).execute();
    const groupsOf = async (reader: Person) =>
      (await seen(reader, id)).wishList.filter(({ value }) => value).map(({ group }) => group);
    expect(await groupsOf(client)).toEqual(['C']);
    expect(await groupsOf(await person({}))).toEqual([]);
  });

  test('what is left of the day for further photos', async () => {
    const { db } = portal.database;
    const asker = await person({});
    const id = await lot();
    const left = async () => (await seen(asker, id)).ussCounter.ussLimit;
    await db.updateTable('bid_clients').set({ daily_uss_limit: 5 }).where('user_id', '=', asker.id).execute();
    expect(await left()).toBe(5);
    const used = { user_id: asker.id, used: 2, allowed: 5 };
    await db
      .insertInto('extra_photo_days')
      .values({ ...used, day: japanDay(new Date()) })
      .execute();
    expect(await left()).toBe(3);
    const free = await person({ permissions: { ussLimitCheck: false } });
    expect((await seen(free, id)).ussCounter.ussLimit).toBe(-1);
  });
});

describe('what the reader may still do', () => {
  test('bids are taken until the closing minute, by a person without that check until the start', async () => {
    const unbound = await person({ permissions: { bidDeadlineCheck: false } });
    const closed = await lot({ auctionInMinutes: 89 });
    expect((await seen(client, closed)).bidInfo).toMatchObject({ acceptBid: false, auctionFinished: false });
    expect((await seen(unbound, closed)).bidInfo.acceptBid).toBe(true);
    expect((await seen(client, await lot({ auctionInMinutes: 91 }))).bidInfo.acceptBid).toBe(true);
    expect((await seen(unbound, await lot({ auctionInMinutes: -1 }))).bidInfo).toMatchObject({
      acceptBid: false,
      auctionFinished: true,
    });
  });

  test('the own bid with its number, and whether it may be cancelled', async () => {
    const early = await lot({ auctionInMinutes: 13 * 60 });
    const bidId = await bid(client, early, 1);
    expect((await seen(client, early)).bidInfo).toMatchObject({
      myBid: true,
      jasId: bidId,
      myBidAmount: 650_000,
      bidStatusId: 1,
      cancellationAllowed: true,
    });
    const late = await lot({ auctionInMinutes: 11 * 60 });
    await bid(client, late, 2);
    expect((await seen(client, late)).bidInfo).toMatchObject({ myBid: true, cancellationAllowed: false });
    const won = await lot({ auctionInMinutes: 13 * 60 });
    await bid(client, won, 7);
    expect((await seen(client, won)).bidInfo).toMatchObject({ bidStatusId: 7, cancellationAllowed: false });
  });

  test('without an own bid, or after cancelling it, there is none; nobody sees the bid of another', async () => {
    const id = await lot();
    await bid(client, id, 4);
    await bid(await person({}), id, 2);
    expect((await seen(client, id)).bidInfo).toMatchObject({
      myBid: false,
      jasId: null,
      myBidAmount: null,
      myBidDate: null,
      bidStatusId: null,
      cancellationAllowed: false,
    });
  });

  test('a used-up day shows the limit, but not on a lot with an own live bid, and not for a person without that check', async () => {
    const busy = await person({ dailyBidLimit: 0 });
    const [fresh, own] = [await lot(), await lot()];
    await bid(busy, own, 1);
    expect((await seen(busy, fresh)).bidInfo.bidLimitReached).toBe(true);
    expect((await seen(busy, own)).bidInfo.bidLimitReached).toBe(false);
    const free = await person({ dailyBidLimit: 0, permissions: { dailyBidLimitCheck: false } });
    expect((await seen(free, fresh)).bidInfo.bidLimitReached).toBe(false);
  });

  test('the export type is asked for as the flags of the person say', async () => {
    const shown = await person({ permissions: { exportTypeShow: true, exportTypeOptional: true } });
    const hidden = await person({ permissions: { exportTypeShow: false } });
    const id = await lot();
    expect((await seen(shown, id)).bidInfo).toMatchObject({ exportTypeShow: true, exportTypeOptional: true });
    expect((await seen(hidden, id)).bidInfo).toMatchObject({ exportTypeShow: false, exportTypeOptional: false });
  });
});

describe('who may see an auction sheet', () => {
  const sheet = JSON.stringify({ damages: [], remarksJa: [], seed: 1 });
  const viewerOf = (reader: Person, roleId: RoleId) => ({
    userId: reader.id,
    userType: roleId === ROLE.manager ? (3 as const) : (2 as const),
    roleId,
    language: 692,
    sessionId: '',
    permissions: defaultPermissions(roleId),
    secondFactorNeeded: false,
  });
  const shown = async (id: number, reader: Person, roleId: RoleId = ROLE.client) =>
    (await findSheet(portal.database.db, String(id), viewerOf(reader, roleId)))?.lotNo ?? null;

  test('whoever may open the lot, and nobody else', async () => {
    const open = await lot({ sheet, lot_no: 771 });
    const hidden = await lot({ sheet, lot_no: 772, is_private: true });
    const manager = await person({ roleId: ROLE.manager });
    expect(await shown(open, client)).toBe(771);
    expect(await shown(hidden, client)).toBeNull();
    expect(await shown(hidden, manager, ROLE.manager)).toBe(772);
    expect(await shown(open, client, ROLE.disabled)).toBeNull();
    await bid(client, hidden, 2);
    expect(await shown(hidden, client)).toBe(772);
  });

  test('a lot without a sheet has none', async () => {
    expect(await shown(await lot(), client)).toBeNull();
    expect(await shown(999_999, client)).toBeNull();
  });
});
