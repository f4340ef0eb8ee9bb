import { ROLE } from '@seri/contract/auth/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyLotResult } from '../bids/outcomes/apply-lot-result.ts';
import { registerCalls } from '../compose/app.ts';
import { bookDeposit } from '../payments/book-posting.ts';
import { type BidFixture, bidFixture } from '../testing/bidding/bid-fixture.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { CALL_OPTIONS } from '../testing/http/call-options.ts';
import { createPerson, type Person, type PersonOptions } from '../testing/http/people.ts';
import { notifyClosingSoon, notifyManagers } from './closing-soon-queries.ts';

const LIST = '/v1/notifications/list';
let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture((app, database) => registerCalls(app, database, CALL_OPTIONS));
});
afterAll(() => fixture.close());

const newPerson = (options: PersonOptions = {}) => createPerson(fixture.db, { creditLimitYen: -1, ...options });

interface Told {
  id: number;
  kind: string;
  isRead: boolean;
}
const noticesOf = async (person: Person): Promise<Told[]> =>
  (await fixture.ask(person, 'GET', LIST)).body.notifications;
const kindsTo = async (person: Person) => (await noticesOf(person)).map(({ kind }) => kind);
const unread = async (person: Person) =>
  (await fixture.ask(person, 'GET', '/v1/site/menu-counters')).body.notifications as number;

async function newBid(person: Person, lot: Parameters<typeof createLot>[1] = {}) {
  const lotId = await createLot(fixture.db, lot);
  return { lotId, bidId: await fixture.placed(person, lotId, 400_000) };
}

async function runs(lotId: number, status: number, soldPriceYen: number | null) {
  await fixture.db.updateTable('lots').set({ status, sold_price_yen: soldPriceYen }).where('id', '=', lotId).execute();
  await fixture.db
    .transaction()
    .execute((tx) => applyLotResult(tx, { lotId, status, soldPriceYen, buyerOrderKey: null, now: new Date() }));
}

// @covers FACT-07
test('a checked sheet names the field and its value', async () => {
  const person = await newPerson();
  const { lotId, bidId } = await newBid(person);
  await fixture.db
    .insertInto('notifications')
    .values({
      ...{ user_id: person.id, kind: 'sheet_checked', lot_id: lotId, bid_id: bidId, dedupe_key: `sheet:${lotId}` },
      data: JSON.stringify({ sheetField: 'mileage', sheetValue: '81000' }),
    })
    .execute();
  const { notifications } = (await fixture.ask(person, 'GET', LIST)).body;
  expect(notifications[0]).toMatchObject({ kind: 'sheet_checked', sheet: { field: 'mileage', value: '81000' } });
});

describe('the notification list', () => {
  test('is for signed-in users, and accepts only a notification id', async () => {
    expect((await fixture.ask(null, 'GET', LIST)).status).toBe(401);
    expect((await fixture.ask(null, 'POST', '/v1/notifications/mark-read', { id: 1 })).status).toBe(401);
    expect((await fixture.ask(await newPerson(), 'GET', `${LIST}?before=x`)).status).toBe(400);
    expect((await fixture.ask(await newPerson(), 'POST', '/v1/notifications/mark-read', { id: 0 })).status).toBe(422);
  });

  // @covers NOTIF-05, NOTIF-08
  test("has changes of a bid by others, not one's own, once, with the lot and its price", async () => {
    const anna = await newPerson();
    const { lotId, bidId } = await newBid(anna);
    await fixture.setStatus(fixture.maria, bidId, 3);
    await runs(lotId, 4533, 640_000);
    await runs(lotId, 4533, 640_000);
    const notices = await noticesOf(anna);
    expect(notices.map(({ kind }) => kind)).toEqual(['bid_finished', 'bid_status']);
    expect(notices[0]).toMatchObject({
      isRead: false,
      bidStatus: 5,
      bid: { id: bidId, amount: 400_000, userId: anna.id },
      lot: { id: String(lotId), pageType: 'car-auction', title: 'TOYOTA PRIUS', soldPrice: 640_000, status: 4533 },
    });
    expect(await kindsTo(fixture.boris)).toEqual([]);
  });

  test('has a deposit, a lot that moved and one that was withdrawn', async () => {
    const anna = await newPerson();
    const { lotId } = await newBid(anna);
    const deposit = { userId: anna.id, amountYen: 150_000, description: 'Deposit', now: new Date() };
    for (const _ of [1, 2])
      await fixture.db
        .transaction()
        .execute((tx) => bookDeposit(tx, { ...deposit, idempotencyKey: `deposit of ${anna.id}` }));
    const tomorrow = new Date(Date.now() + 48 * 3_600_000);
    await fixture.db.updateTable('lots').set({ auction_at: tomorrow }).where('id', '=', lotId).execute();
    await fixture.db.updateTable('lots').set({ auction_at: tomorrow }).where('id', '=', lotId).execute();
    await runs(lotId, 4537, null);
    expect(await kindsTo(anna)).toEqual(['lot_withdrawn', 'lot_moved', 'deposit_booked']);
    expect((await noticesOf(anna))[2]).toMatchObject({ amount: 150_000, lot: null, bid: null });
  });

  test('has pages of thirty, and shows a lot that became private only to its bidders', async () => {
    const [anna, boris] = [await newPerson(), await newPerson()];
    const { lotId } = await newBid(anna);
    const star = { user_id: boris.id, lot_id: lotId, group_letter: 'A' };
    await fixture.db.insertInto('favorites').values(star).execute();
    for (let hours = 1; hours <= 40; hours++) {
      const at = new Date(Date.now() + (48 + hours) * 3_600_000);
      await fixture.db.updateTable('lots').set({ auction_at: at }).where('id', '=', lotId).execute();
    }
    const first = (await fixture.ask(anna, 'GET', LIST)).body;
    expect([first.notifications.length, first.next]).toEqual([30, first.notifications[29].id]);
    const rest = (await fixture.ask(anna, 'GET', `${LIST}?before=${first.next}`)).body;
    expect([rest.notifications.length, rest.next]).toEqual([10, null]);
    await fixture.db.updateTable('lots').set({ is_private: true }).where('id', '=', lotId).execute();
    expect((await noticesOf(anna))[0]).toMatchObject({ lot: { id: String(lotId) } });
    expect((await noticesOf(boris))[0]).toMatchObject({ kind: 'lot_moved', lot: null });
  });

  // @covers NOTIF-05
  test('is marked as read one by one, or up to an id; later notifications and those of others stay unread', async () => {
    const [anna, boris] = [await newPerson(), await newPerson()];
    const { bidId } = await newBid(anna);
    for (const status of [2, 3, 1]) await fixture.setStatus(fixture.maria, bidId, status);
    const [newest, , oldest] = await noticesOf(anna);
    expect(await unread(anna)).toBe(3);
    expect((await fixture.ask(boris, 'POST', '/v1/notifications/mark-read', { id: oldest?.id })).status).toBe(200);
    await fixture.ask(boris, 'POST', '/v1/notifications/mark-all-read', { upTo: newest?.id });
    expect(await unread(anna)).toBe(3);
    await fixture.ask(anna, 'POST', '/v1/notifications/mark-read', { id: oldest?.id });
    expect((await noticesOf(anna)).map(({ isRead }) => isRead)).toEqual([false, false, true]);
    await fixture.setStatus(fixture.maria, bidId, 2);
    await fixture.ask(anna, 'POST', '/v1/notifications/mark-all-read', { upTo: newest?.id });
    expect((await noticesOf(anna)).map(({ isRead }) => isRead)).toEqual([false, true, true, true]);
    expect(await unread(anna)).toBe(1);
  });
});

describe('half an hour before bidding closes', () => {
  const closing = { auctionInMinutes: 110 };

  // @covers NOTIF-08
  test('notifies users with a favorite or an undecided bid once, and not those with an accepted bid', async () => {
    const [starred, waiting, accepted] = [await newPerson(), await newPerson(), await newPerson()];
    const { lotId } = await newBid(waiting, closing);
    const bidId = await fixture.placed(accepted, lotId, 450_000);
    await fixture.setStatus(fixture.maria, bidId, 2);
    for (const person of [starred, accepted])
      await fixture.db
        .insertInto('favorites')
        .values({ user_id: person.id, lot_id: lotId, group_letter: 'A' })
        .execute();
    const later = await createLot(fixture.db, { auctionInMinutes: 130 });
    await fixture.db
      .insertInto('favorites')
      .values({ user_id: starred.id, lot_id: later, group_letter: 'A' })
      .execute();
    for (const _ of [1, 2]) await notifyClosingSoon(fixture.db);
    expect([await kindsTo(starred), await kindsTo(waiting)]).toEqual([['closing_soon'], ['closing_soon']]);
    expect(await kindsTo(accepted)).toEqual(['bid_status']);
  });

  test("notifies the client's own manager, or all bid managers, of an undecided bid and of a refused order", async () => {
    const [own, other] = [await newPerson({ roleId: ROLE.manager }), await newPerson({ roleId: ROLE.manager })];
    const without = await newPerson({ roleId: ROLE.manager, permissions: { bidManagementEnabled: false } });
    const { bidId, lotId } = await newBid(await newPerson({ managerId: own.id }));
    const { bidId: orphan, lotId: orphanLot } = await newBid(await newPerson());
    const inMinutes = new Date(Date.now() + 25 * 60_000);
    await fixture.db
      .updateTable('lots')
      .set({ agent_cutoff_at: inMinutes })
      .where('id', 'in', [lotId, orphanLot])
      .execute();
    const { bidId: ordered } = await newBid(await newPerson({ managerId: own.id }));
    await fixture.setStatus(fixture.maria, ordered, 2);
    await fixture.db.updateTable('agent_orders').set({ state: 'failed' }).where('bid_id', '=', ordered).execute();
    for (const _ of [1, 2]) await notifyManagers(fixture.db);
    const bids = async (person: Person) =>
      ((await noticesOf(person)) as (Told & { bid: { id: number } })[]).map(({ kind, bid }) => [kind, bid.id]);
    expect((await bids(own)).sort()).toEqual(
      [
        ['order_failed', ordered],
        ['urgent_bid', bidId],
        ['urgent_bid', orphan],
      ].sort(),
    );
    expect(await bids(other)).toEqual([['urgent_bid', orphan]]);
    expect(await bids(without)).toEqual([]);
  });
});
