import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GROUP_A, type GroupFixture, groupFixture } from '../../testing/bidding/group-fixture.ts';
import type { Person } from '../../testing/http/people.ts';

let fixture: GroupFixture;
let anna: Person;
beforeAll(async () => {
  fixture = await groupFixture();
});
beforeEach(async () => {
  anna = await fixture.somebody();
});
afterAll(() => fixture.close());

describe('the number of cars', () => {
  test('refuses signed-out users, other clients, clients who may not bid, and invalid numbers', async () => {
    const boris = await fixture.somebody();
    const restricted = await fixture.somebody({ permissions: { biddingAllowed: false } });
    expect((await fixture.setCars(null, 2)).status).toBe(401);
    expect((await fixture.setCars(anna, 2, { userId: boris.id })).status).toBe(404);
    expect((await fixture.setCars(restricted, 2)).body).toMatchObject({ messageCode: 'Bid.Restricted' });
    expect((await fixture.setCars(anna, 0)).status).toBe(422);
    expect((await fixture.setCars(anna, 21)).status).toBe(422);
    expect((await fixture.ask(anna, 'GET', `/v1/bid/group?userId=${boris.id}`)).status).toBe(404);
    expect((await fixture.ask(fixture.maria, 'GET', '/v1/bid/group')).body).toHaveLength(11);
    expect((await fixture.ask(fixture.maria, 'GET', '/v1/bid/group?userId=999999')).status).toBe(404);
    expect((await fixture.setCars(fixture.maria, 2)).status).toBe(404);
  });

  // @covers BID-06
  test('lists the placeholder and ten groups with their progress', async () => {
    await fixture.setCars(anna, 3);
    await fixture.bidOn(anna, await fixture.lotIn(26));
    const { body } = await fixture.ask(anna, 'GET', '/v1/bid/group');
    expect(body).toHaveLength(11);
    expect(body[0]).toMatchObject({ value: -1, label: '--', cars: 0 });
    expect(body[1]).toEqual({ value: 1, label: 'A', cars: 3, bids: 1, wins: 0, fewest: 1 });
    expect(body[10]).toMatchObject({ value: 10, label: 'J', cars: 1 });
    const seen = await fixture.ask(fixture.maria, 'GET', `/v1/bid/group?userId=${anna.id}`);
    expect(seen.body).toEqual(body);
  });

  test('clears more orders when raised, withdraws some when lowered, and records the author', async () => {
    const lots = [await fixture.lotIn(26), await fixture.lotIn(30), await fixture.lotIn(34)];
    for (const lotId of lots) await fixture.bidOn(anna, lotId);
    await fixture.sync(anna);
    expect((await fixture.setCars(anna, 3)).body).toMatchObject({ cars: 3, bids: 3 });
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['order', 'order', 'order']);
    expect((await fixture.setCars(fixture.maria, 1, { userId: anna.id })).status).toBe(200);
    // All three may still be bought, and count, until the agent has acknowledged two withdrawals.
    expect(await fixture.exposure(anna)).toBe(3 * 410_000);
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['order', 'withdraw', 'withdraw']);
    await fixture.agentTakesAll();
    expect(await fixture.exposure(anna)).toBe(410_000);
    const events = await fixture.db.selectFrom('user_events').selectAll().where('user_id', '=', anna.id).execute();
    expect(events.map(({ actor_id, after }) => [actor_id, after])).toEqual([
      [anna.id, { value: 1, cars: 3 }],
      [fixture.maria.id, { value: 1, cars: 1 }],
    ]);
    await fixture.expectSound();
  });

  test('is at least the number of wins, and at most what the client can pay', async () => {
    await fixture.setCars(anna, 2);
    const lots = [await fixture.lotIn(26), await fixture.lotIn(30), await fixture.lotIn(34)];
    const bids = [];
    for (const lotId of lots) bids.push(await fixture.bidOn(anna, lotId, 1_300_000));
    await fixture.sync(anna);
    expect((await fixture.setCars(anna, 3)).body).toMatchObject({ messageCode: 'Bid.Credit' });
    expect((await fixture.setCars(anna, -1)).body).toMatchObject({ messageCode: 'Bid.Credit' });
    await fixture.result(lots[0] ?? 0, bids[0] ?? 0);
    await fixture.result(lots[1] ?? 0, bids[1] ?? 0);
    const refused = await fixture.setCars(anna, 1);
    expect(refused).toMatchObject({ status: 409, body: { messageCode: 'Bid.GroupTooFew', details: { cars: 2 } } });
    await fixture.expectSound();
  });
});

describe('the exposure of a group', () => {
  // @covers BID-25
  test('is that of its highest bids, as many as it buys; another bid up to the lowest counted one is free', async () => {
    const poor = await fixture.somebody({ creditLimitYen: 700_000 });
    await fixture.bidOn(poor, await fixture.lotIn(26), 600_000);
    expect(await fixture.exposure(poor)).toBe(610_000);
    await fixture.bidOn(poor, await fixture.lotIn(30), 650_000);
    expect(await fixture.exposure(poor)).toBe(660_000);
    const tooDear = await fixture.place(poor, await fixture.lotIn(34), 700_000, GROUP_A);
    expect(tooDear.body).toMatchObject({ messageCode: 'Bid.Credit', details: { bidAllow: 690_000 } });
    const alone = await fixture.place(poor, await fixture.lotIn(34), 300_000);
    expect(alone.body).toMatchObject({ messageCode: 'Bid.Credit', details: { bidAllow: 30_000 } });
    const asked = await fixture.ask(poor, 'POST', '/v1/bid/check', {
      carId: String(await fixture.lotIn(40)),
      lotType: 'auction',
      bidType: 1,
      ...GROUP_A,
    });
    expect(asked.body).toMatchObject({ reasons: [], allowedAmount: 690_000, exposure: 660_000 });
    await fixture.expectSound();
  });

  test('counts an order the agent may have, which needs a slot in the new group when a manager moves the bid', async () => {
    const lots = [await fixture.lotIn(26), await fixture.lotIn(30)];
    const first = await fixture.bidOn(anna, lots[0] ?? 0);
    const second = await fixture.placed(anna, lots[1] ?? 0, 400_000);
    await fixture.sync(anna);
    await fixture.agentTakesAll();
    const refused = await fixture.edit(fixture.maria, second, 400_000, GROUP_A);
    expect(refused).toMatchObject({ status: 409, body: { messageCode: 'Bid.GroupFull', details: { cars: 2 } } });
    expect((await fixture.edit(fixture.maria, first, 400_000, { bidGroup: 2 })).status).toBe(200);
    expect((await fixture.edit(fixture.maria, second, 400_000, GROUP_A)).status).toBe(200);
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['order', 'order']);
    expect((await fixture.order(lots[1] ?? 0))?.version).toBe(1);
    await fixture.expectSound();
  });
});
