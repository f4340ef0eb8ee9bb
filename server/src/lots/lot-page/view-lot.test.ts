import { describe, expect, test } from 'vitest';
import { fitNow } from '../../feed/projections/run-refit.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { lotVisits } from '../../testing/fixtures/lot-visits.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import type { Person } from '../../testing/http/people.ts';

const { portal, client } = ownLotPortal();
const { viewOn, seen, lot, person } = lotVisits(portal);

describe('the record of a lot', () => {
  // @covers LOT-03, LOT-04, LOT-25
  test('contains all facts from the auction house', async () => {
    const id = await lot({
      drive: '4WD',
      facts: JSON.stringify({ feed: { powerPs: 98 } }),
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

  // @covers API-07
  test('is sent again with its tag only when something changed', async () => {
    const id = await lot();
    const asked = async (tag = '') => {
      const { statusCode, headers } = await portal.app.inject({
        url: `/v1/car-auction/view-lot?id=${id}`,
        headers: { cookie: client.cookie, 'if-none-match': tag },
      });
      return { statusCode, tag: String(headers.etag) };
    };
    const { tag } = await asked();
    expect(await asked(tag)).toEqual({ statusCode: 304, tag });
    await portal.database.db.updateTable('lots').set({ color: 'RED' }).where('id', '=', Number(id)).execute();
    expect((await asked(tag)).statusCode).toBe(200);
  });

  test('of last week still exists, finished', async () => {
    const { bidInfo } = await seen(
      client,
      await lot({ auctionInMinutes: -7 * 24 * 60, status: 4533, sold_price_yen: 500_000 }),
    );
    expect(bidInfo).toMatchObject({ auctionFinished: true, acceptBid: false, soldPrice: 500_000 });
  });

  test("has fees of the auction house's haulage and the agent's fee, and an overbid of at most the company value", async () => {
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

describe('fields of a page', () => {
  // @covers STAT-02
  test('statistics take no bids and have no favorites, and show similar sales', async () => {
    const id = await lot({ model: 'RUSH' });
    expect((await viewOn('stats', client, id)).body).toMatchObject({ wishList: [], bidInfo: { acceptBid: false } });
    expect((await viewOn('car-auction', client, id)).body).toMatchObject({ bidInfo: { acceptBid: true } });
    const sold = { model: 'RUSH', auctionInMinutes: -24 * 60, status: 4533, average_price_yen: null };
    const [own = 0] = await Promise.all(
      [530, 500, 510, 520, 490, 505].map((price) => lot({ ...sold, sold_price_yen: price * 1_000 })),
    );
    await fitNow(portal.database);
    const { bidInfo } = (await viewOn('stats', client, own)).body;
    expect(bidInfo).toMatchObject({ soldPrice: 530_000, auctionFinished: true, price: { sales: 6 } });
    expect(Math.abs(bidInfo.averagePrice / 510_000 - 1)).toBeLessThan(0.1);
  });

  test('a fixed price is in the start price, and ordered without an export type', async () => {
    const shown = await person({ permissions: { exportTypeShow: true, exportTypeOptional: false } });
    const { body } = await viewOn('stock', shown, await lot({ lot_source: 'stock', start_price_yen: 1_230_000 }));
    expect(body.bidInfo).toMatchObject({ startPrice: 1_230_000, exportTypeShow: false, exportTypeOptional: true });
  });

  // @covers LOT-21
  test.each([
    ['car-auction', {}, true],
    ['car-auction', { isUss: true, house: 'USS Osaka' }, false],
    ['car-auction', { images: [] as string[] }, false],
    ['stats', {}, false],
    ['stock', { lot_source: 'stock' }, false],
  ] as const)('photos on %s of %j can be downloaded: %s', async (pageType, more, allowed) => {
    const id = await lot({ isUss: false, house: 'TAA Kanto', ...more });
    expect((await viewOn(pageType, client, id)).body.carCommonDetail.allowDownloadPhotos).toBe(allowed);
  });

  test("marks only the reader's own favorite group", async () => {
    const id = await lot();
    const { db } = portal.database;
    await db.insertInto('favorites').values({ user_id: client.id, lot_id: id, group_letter: 'C' }).execute();
    const groupsOf = async (reader: Person) =>
      (await seen(reader, id)).wishList.filter(({ value }) => value).map(({ group }) => group);
    expect(await groupsOf(client)).toEqual(['C']);
    expect(await groupsOf(await person({}))).toEqual([]);
  });

  // @covers LOT-25
  test('the remaining daily requests for further photos', async () => {
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
