import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GROUP_A, type GroupFixture, groupFixture } from '../../testing/bidding/group-fixture.ts';
import type { Person } from '../../testing/http/people.ts';

let stage: GroupFixture;
let anna: Person;
beforeAll(async () => {
  stage = await groupFixture();
});
beforeEach(async () => {
  anna = await stage.somebody();
});
afterAll(() => stage.close());

describe('the number of cars', () => {
  test('refuses signed-out users, other clients, clients who may not bid, and invalid numbers', async () => {
    const boris = await stage.somebody();
    const restricted = await stage.somebody({ permissions: { biddingAllowed: false } });
    expect((await stage.setCars(null, 2)).status).toBe(401);
    expect((await stage.setCars(anna, 2, { userId: boris.id })).status).toBe(404);
    expect((await stage.setCars(restricted, 2)).body).toMatchObject({ messageCode: 'Bid.Restricted' });
    expect((await stage.setCars(anna, 0)).status).toBe(422);
    expect((await stage.setCars(anna, 21)).status).toBe(422);
    expect((await stage.ask(anna, 'GET', `/v1/bid/group?userId=${boris.id}`)).status).toBe(404);
    expect((await stage.ask(stage.maria, 'GET', '/v1/bid/group')).body).toHaveLength(11);
    expect((await stage.ask(stage.maria, 'GET', '/v1/bid/group?userId=999999')).status).toBe(404);
    expect((await stage.setCars(stage.maria, 2)).status).toBe(404);
  });

  // @covers BID-06
  test('lists the placeholder and ten groups with their progress', async () => {
    await stage.setCars(anna, 3);
    await stage.bidOn(anna, await stage.lotIn(26));
    const { body } = await stage.ask(anna, 'GET', '/v1/bid/group');
    expect(body).toHaveLength(11);
    expect(body[0]).toMatchObject({ value: -1, label: '--', cars: 0 });
    expect(body[1]).toEqual({ value: 1, label: 'A', cars: 3, bids: 1, wins: 0, fewest: 1 });
    expect(body[10]).toMatchObject({ value: 10, label: 'J', cars: 1 });
    const seen = await stage.ask(stage.maria, 'GET', `/v1/bid/group?userId=${anna.id}`);
    expect(seen.body).toEqual(body);
  });

  test('clears more orders when raised, withdraws some when lowered, and records the author', async () => {
    const lots = [await stage.lotIn(26), await stage.lotIn(30), await stage.lotIn(34)];
    for (const lotId of lots) await stage.bidOn(anna, lotId);
    await stage.sync(anna);
    expect((await stage.setCars(anna, 3)).body).toMatchObject({ cars: 3, bids: 3 });
    await stage.sync(anna);
    expect(await stage.orderKinds(lots)).toEqual(['order', 'order', 'order']);
    expect((await stage.setCars(stage.maria, 1, { userId: anna.id })).status).toBe(200);
    // All three may still be bought, and count, until the agent has acknowledged two withdrawals.
    expect(await stage.exposure(anna)).toBe(3 * 410_000);
    await stage.sync(anna);
    expect(await stage.orderKinds(lots)).toEqual(['order', 'withdraw', 'withdraw']);
    await stage.agentTakesAll();
    expect(await stage.exposure(anna)).toBe(410_000);
    const events = await stage.db.selectFrom('user_events').selectAll().where('user_id', '=', anna.id).execute();
    expect(events.map(({ actor_id, after }) => [actor_id, after])).toEqual([
      [anna.id, { value: 1, cars: 3 }],
      [stage.maria.id, { value: 1, cars: 1 }],
    ]);
    await stage.expectSound();
  });

  test('is at least the number of wins, and at most what the client can pay', async () => {
    await stage.setCars(anna, 2);
    const lots = [await stage.lotIn(26), await stage.lotIn(30), await stage.lotIn(34)];
    const bids = [];
    for (const lotId of lots) bids.push(await stage.bidOn(anna, lotId, 1_300_000));
    await stage.sync(anna);
    expect((await stage.setCars(anna, 3)).body).toMatchObject({ messageCode: 'Bid.Credit' });
    expect((await stage.setCars(anna, -1)).body).toMatchObject({ messageCode: 'Bid.Credit' });
    await stage.result(lots[0] ?? 0, bids[0] ?? 0);
    await stage.result(lots[1] ?? 0, bids[1] ?? 0);
    const refused = await stage.setCars(anna, 1);
    expect(refused).toMatchObject({ status: 409, body: { messageCode: 'Bid.GroupTooFew', details: { cars: 2 } } });
    await stage.expectSound();
  });
});

describe('the exposure of a group', () => {
  // @covers BID-25
  test('is that of its highest bids, as many as it buys; another bid up to the lowest counted one is free', async () => {
    const poor = await stage.somebody({ creditLimitYen: 700_000 });
    await stage.bidOn(poor, await stage.lotIn(26), 600_000);
    expect(await stage.exposure(poor)).toBe(610_000);
    await stage.bidOn(poor, await stage.lotIn(30), 650_000);
    expect(await stage.exposure(poor)).toBe(660_000);
    const tooDear = await stage.place(poor, await stage.lotIn(34), 700_000, GROUP_A);
    expect(tooDear.body).toMatchObject({ messageCode: 'Bid.Credit', details: { bidAllow: 690_000 } });
    const alone = await stage.place(poor, await stage.lotIn(34), 300_000);
    expect(alone.body).toMatchObject({ messageCode: 'Bid.Credit', details: { bidAllow: 30_000 } });
    const asked = await stage.ask(poor, 'POST', '/v1/bid/check', {
      carId: String(await stage.lotIn(40)),
      lotType: 'auction',
      bidType: 1,
      ...GROUP_A,
    });
    expect(asked.body).toMatchObject({ reasons: [], allowedAmount: 690_000, exposure: 660_000 });
    await stage.expectSound();
  });

  test('counts an order the agent may have, which needs a slot in the new group when a manager moves the bid', async () => {
    const lots = [await stage.lotIn(26), await stage.lotIn(30)];
    const first = await stage.bidOn(anna, lots[0] ?? 0);
    const second = await stage.placed(anna, lots[1] ?? 0, 400_000);
    await stage.sync(anna);
    await stage.agentTakesAll();
    const refused = await stage.edit(stage.maria, second, 400_000, GROUP_A);
    expect(refused).toMatchObject({ status: 409, body: { messageCode: 'Bid.GroupFull', details: { cars: 2 } } });
    expect((await stage.edit(stage.maria, first, 400_000, { bidGroup: 2 })).status).toBe(200);
    expect((await stage.edit(stage.maria, second, 400_000, GROUP_A)).status).toBe(200);
    await stage.sync(anna);
    expect(await stage.orderKinds(lots)).toEqual(['order', 'order']);
    expect((await stage.order(lots[1] ?? 0))?.version).toBe(1);
    await stage.expectSound();
  });
});
