import { PAGE_TYPES, type PageType } from '@seri/contract/lots/page-types.ts';
import { describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { ownLotPortal } from '../../testing/fixtures/own-lot-portal.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';

const { portal, client: anna } = ownLotPortal();
const DAY = 24 * 60;

let nextSerial = 2_000_000;
const newChassis = () => `ZVW50-${nextSerial++}`;
const lot = (more: Parameters<typeof createLot>[1] = {}) => createLot(portal.database.db, more);
const ask = (person: Person | null, id: number, pageType: PageType = 'car-auction') =>
  portal.ask(person, 'GET', `/v1/${pageType}/lot-history?id=${id}`);
const pagesIn = async (person: Person, id: number) =>
  (await ask(person, id)).body.appearances.map((past: { id: string; pageType: string }) => [
    Number(past.id),
    past.pageType,
  ]);

describe('access to the earlier listings of a car', () => {
  test('not for visitors', async () => {
    expect((await ask(null, await lot())).status).toBe(401);
  });

  test('for all readers who may open the lot, on each page', async () => {
    expect((await ask(anna, await lot({ is_private: true }))).status).toBe(404);
    expect((await ask(anna, await lot({ vehicle: 'bike' }))).status).toBe(404);
    const without = await createPerson(portal.database.db, { permissions: { carAuctionsView: false } });
    expect((await ask(without, await lot())).status).toBe(403);
    for (const pageType of PAGE_TYPES) expect([200, 404]).toContain((await ask(anna, await lot(), pageType)).status);
  });

  test('refuses a call without a lot', async () => {
    expect((await portal.ask(anna, 'GET', '/v1/car-auction/lot-history')).status).toBe(400);
  });
});

describe('the earlier listings of a car', () => {
  // @covers LIST-46
  test('all other listings of the same chassis, the newest first, with the highest price', async () => {
    const chassis_number = newChassis();
    const now = await lot({ chassis_number });
    const unsold = await lot({ chassis_number, auctionInMinutes: -30 * DAY, status: 4535 });
    const sold = await lot({
      chassis_number,
      auctionInMinutes: -90 * DAY,
      status: 4533,
      sold_price_yen: 700_000,
      mileage_km: 50_000,
    });
    const before = await lot({ chassis_number, auctionInMinutes: -400 * DAY, status: 4534, sold_price_yen: 900_000 });
    const fixed = await lot({ chassis_number, lot_source: 'stock', auctionInMinutes: -2 * DAY, status: 4536 });
    await lot({ chassis_number: newChassis(), auctionInMinutes: -30 * DAY });
    await lot({ chassis_number, vehicle: 'bike' });
    await lot({ chassis_number, maker: 'LEXUS' });
    const { body } = await ask(anna, now);
    expect(body.highestPrice).toBe(900_000);
    expect(await pagesIn(anna, now)).toEqual([
      [fixed, 'stock'],
      [unsold, 'stats'],
      [sold, 'stats'],
      [before, 'stats'],
    ]);
    expect(body.appearances[2]).toMatchObject({
      auctionName: 'USS Tokyo',
      status: 4533,
      condition: '4.5',
      mileage: 50_000,
      startPrice: 300_000,
      soldPrice: 700_000,
    });
    expect(await pagesIn(anna, sold)).toEqual([
      [now, 'car-auction'],
      [fixed, 'stock'],
      [unsold, 'stats'],
      [before, 'stats'],
    ]);
    expect(JSON.stringify(body)).not.toContain(chassis_number);
  });

  test('none where the number is incomplete, and no price where none was sold', async () => {
    for (const chassis_number of ['', 'ZVW50', 'ZVW50-12**']) {
      await lot({ chassis_number });
      expect((await ask(anna, await lot({ chassis_number }))).body).toEqual({
        appearances: [],
        contradictions: [],
        highestPrice: null,
        bids: [],
      });
    }
    const chassis_number = newChassis();
    await lot({ chassis_number, status: 4539 });
    expect((await ask(anna, await lot({ chassis_number }))).body.highestPrice).toBeNull();
  });

  // @covers LIST-46
  test('private ones only for the staff and the people they name', async () => {
    const chassis_number = newChassis();
    const guest = await createPerson(portal.database.db);
    const manager = await createPerson(portal.database.db, { roleId: 991 });
    const now = await lot({ chassis_number });
    const hidden = await lot({ chassis_number, is_private: true, viewers: [guest.id], sold_price_yen: 1 });
    expect((await ask(anna, now)).body).toEqual({ appearances: [], contradictions: [], highestPrice: null, bids: [] });
    expect(await pagesIn(guest, now)).toEqual([[hidden, 'car-auction']]);
    expect(await pagesIn(manager, now)).toEqual([[hidden, 'car-auction']]);
  });

  test('each requires the flag of its own state', async () => {
    const chassis_number = newChassis();
    const noStatistics = await createPerson(portal.database.db, {
      permissions: { salesStatisticsView: false, onepriceView: false },
    });
    const now = await lot({ chassis_number });
    const sold = await lot({ chassis_number, auctionInMinutes: -DAY, status: 4533, sold_price_yen: 700_000 });
    await lot({ chassis_number, lot_source: 'stock', sold_price_yen: 5_000_000 });
    const { body } = await ask(noStatistics, now);
    expect(body.highestPrice).toBeNull();
    expect(await pagesIn(noStatistics, now)).toEqual([]);
    const statistics = await createPerson(portal.database.db, {
      permissions: { carAuctionsView: true, onepriceView: false },
    });
    expect((await ask(statistics, now)).body.highestPrice).toBe(700_000);
    expect(await pagesIn(statistics, now)).toEqual([[sold, 'stats']]);
  });
});

describe('bids on the same vehicle at other auctions', () => {
  const bid = async (userId: number, lotId: number, more: object = {}) => {
    const { id } = await portal.database.db
      .insertInto('bids')
      .values({
        lot_id: lotId,
        user_id: userId,
        placed_by: userId,
        lot_source: 'auction',
        amount_yen: 450_000,
        status: 5,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const bidsFor = async (person: Person, lotId: number) => (await ask(person, lotId)).body.bids;

  // @covers BID-26
  test('a client sees their own bids with their results, and nobody else’s', async () => {
    const boris = await createPerson(portal.database.db);
    const chassis_number = newChassis();
    const now = await lot({ chassis_number });
    const sold = await lot({ chassis_number, auctionInMinutes: -7 * DAY, status: 4533, sold_price_yen: 480_000 });
    const unsold = await lot({ chassis_number, auctionInMinutes: -14 * DAY, status: 4539 });
    const other = await lot({ chassis_number, maker: 'LEXUS' });
    await bid(boris.id, sold);
    await bid(anna.id, other);
    await bid(anna.id, now, { status: 1 });
    const [lost, taken] = [await bid(anna.id, sold), await bid(anna.id, unsold, { status: 4 })];
    expect(await bidsFor(anna, now)).toEqual([
      {
        bidId: lost,
        id: String(sold),
        pageType: 'stats',
        auctionName: 'USS Tokyo',
        auctionDate: expect.any(String),
        lotNo: expect.any(Number),
        bidAmount: 450_000,
        bidStatus: 5,
        soldPrice: 480_000,
      },
      expect.objectContaining({ bidId: taken, pageType: 'stats', bidStatus: 4, soldPrice: null }),
    ]);
    expect(await bidsFor(boris, now)).toHaveLength(1);
  });

  // @covers BID-26
  test('a manager sees those of all clients by name, if their rights include bids', async () => {
    const { db } = portal.database;
    const boris = await createPerson(db, { fullName: 'Boris Orlov' });
    const chassis_number = newChassis();
    const [now, before] = [
      await lot({ chassis_number }),
      await lot({ chassis_number, auctionInMinutes: -DAY, status: 4539 }),
    ];
    for (const userId of [anna.id, boris.id]) await bid(userId, before);
    const maria = await createPerson(db, { roleId: 991 });
    expect((await bidsFor(maria, now)).map(({ client }: { client: object }) => client)).toEqual([
      { name: 'Boris Orlov', clientId: expect.stringMatching(/^C-\d+$/) },
      { name: 'Anna Petrova', clientId: expect.stringMatching(/^C-\d+$/) },
    ]);
    const kenji = await createPerson(db, { roleId: 991, permissions: { bidManagementEnabled: false } });
    expect(await bidsFor(kenji, now)).toEqual([]);
  });

  test('none where the number is incomplete', async () => {
    const chassis_number = 'ZVW50-12**';
    await bid(anna.id, await lot({ chassis_number, auctionInMinutes: -DAY }));
    expect(await bidsFor(anna, await lot({ chassis_number }))).toEqual([]);
  });
});
