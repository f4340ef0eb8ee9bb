import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderDelivery } from '../agent/deliver-orders.ts';
import { createLog } from '../platform/log.ts';
import { type BidStage, bidStage } from '../testing/bids.ts';
import { createLot } from '../testing/lots.ts';
import { createPerson, type Person, type PersonOptions } from '../testing/people.ts';
import { recordOutcome, releaseHeld } from './finish-lot.ts';
import { syncAllGroups, syncGroups } from './sync-groups.ts';

let stage: BidStage;
let anna: Person;
beforeAll(async () => {
  stage = await bidStage();
});
beforeEach(async () => {
  anna = await somebody();
});
afterAll(() => stage.close());

const somebody = (more: PersonOptions = {}) =>
  createPerson(stage.db, { creditLimitYen: 3_000_000, autobid: true, ...more });
const GROUP_A = { bidGroup: 1 };
const lotIn = (hours: number) => createLot(stage.db, { auctionInMinutes: hours * 60 });
const bidOn = async (person: Person, lotId: number, yen = 400_000): Promise<number> => {
  const { status, body } = await stage.place(person, lotId, yen, GROUP_A);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.bidId;
};
const sync = (person: Person) => syncGroups(stage.database, person.id);
const setCars = (person: Person | null, cars: number, more: object = {}) =>
  stage.ask(person, 'PUT', '/v1/bid/group', { value: 1, cars, ...more });
const orderKinds = async (lots: number[]) =>
  Promise.all(lots.map(async (lotId) => (await stage.order(lotId))?.kind ?? null));
/** The agent takes everything that is due. */
const agentTakesAll = () =>
  orderDelivery({
    database: stage.database,
    send: async ({ orderKey }) => ({ accepted: true, orderKey }),
    onAcknowledged: (tx, lotId) => releaseHeld(tx, lotId),
    log: createLog('test', 'silent'),
  }).deliverDue();

async function result(lotId: number, bidId: number | null, soldPriceYen = 380_000): Promise<void> {
  const order = await stage.order(lotId);
  const buyerOrderKey = bidId === null ? null : `${lotId}:${order?.version}`;
  await stage.db.updateTable('lots').set({ status: 4533 }).where('id', '=', lotId).execute();
  await stage.database.bidDb
    .transaction()
    .execute((tx) => recordOutcome(tx, { lotId, status: 4533, soldPriceYen, buyerOrderKey, now: new Date() }));
}
const settle = (bidId: number) => stage.ask(stage.maria, 'POST', '/v1/bid/confirm-win', { bidId });

describe('buy one of a group', () => {
  test('only the lot that runs first is ordered; when it is lost the next one is', async () => {
    const lots = [await lotIn(50), await lotIn(26), await lotIn(30)];
    for (const lotId of lots) await bidOn(anna, lotId);
    await sync(anna);
    expect(await orderKinds(lots)).toEqual([null, 'order', null]);
    await agentTakesAll();
    await result(lots[1] ?? 0, null);
    await sync(anna);
    expect(await orderKinds(lots)).toEqual([null, 'withdraw', 'order']);
    await stage.expectSound();
  });

  test('while the house has not said how it ended, the next one waits', async () => {
    const lots = [await lotIn(26), await lotIn(30)];
    for (const lotId of lots) await bidOn(anna, lotId);
    await sync(anna);
    await agentTakesAll();
    await moveLot(lots[0] ?? 0, -10);
    await syncAllGroups(stage.database);
    expect(await orderKinds(lots)).toEqual(['order', null]);
  });

  test('won and settled: the rest ends as group full, its client is told, and the round begins anew', async () => {
    const lots = [await lotIn(26), await lotIn(30), await lotIn(31)];
    const bids = [];
    for (const lotId of lots) bids.push(await bidOn(anna, lotId));
    await sync(anna);
    await result(lots[0] ?? 0, bids[0] ?? 0);
    await sync(anna);
    expect((await stage.bid(bids[0] ?? 0)).status).toBe(6);
    expect(await orderKinds(lots)).toEqual(['order', null, null]);
    const full = await stage.place(anna, await lotIn(40), 400_000, GROUP_A);
    expect(full.body).toMatchObject({
      messageCode: 'Bid.GroupFull',
      details: { cars: 2 },
      errors: { bidGroup: ['Bid.GroupFull'] },
    });

    expect((await settle(bids[0] ?? 0)).status).toBe(200);
    await sync(anna);
    for (const bidId of bids.slice(1)) {
      expect(await stage.bid(bidId)).toMatchObject({ status: 3, finish_reason: 'group_full' });
      expect((await stage.events(bidId)).at(-1)).toMatchObject({ event: 'group_full', actor: 'system' });
    }
    const mails = await stage.db.selectFrom('mails').select('kind').where('user_id', '=', anna.id).execute();
    expect(mails.filter(({ kind }) => kind === 'bid_status')).toHaveLength(2);
    const next = await bidOn(anna, await lotIn(40));
    expect(await stage.bid(next)).toMatchObject({ group_round: 2 });
    await stage.expectSound();
  });

  test('a win that the house takes back frees the next one', async () => {
    const lots = [await lotIn(26), await lotIn(30)];
    const first = await bidOn(anna, lots[0] ?? 0);
    await bidOn(anna, lots[1] ?? 0);
    await sync(anna);
    await result(lots[0] ?? 0, first);
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['order', null]);
    await stage.db
      .updateTable('lots')
      .set({ status: 4536 })
      .where('id', '=', lots[0] ?? 0)
      .execute();
    await stage.database.bidDb.transaction().execute((tx) =>
      recordOutcome(tx, {
        lotId: lots[0] ?? 0,
        status: 4536,
        soldPriceYen: null,
        buyerOrderKey: null,
        now: new Date(),
      }),
    );
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['withdraw', 'order']);
    await stage.expectSound();
  });

  test('an earlier lot takes the place, but its order waits until the agent has given the other one back', async () => {
    const lots = [await lotIn(50), await lotIn(26)];
    await bidOn(anna, lots[0] ?? 0);
    await sync(anna);
    await bidOn(anna, lots[1] ?? 0);
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['withdraw', null]);
    await agentTakesAll();
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['withdraw', 'order']);
    await stage.expectSound();
  });

  test('a cancelled bid frees its place only when the agent has taken it back', async () => {
    const lots = [await lotIn(26), await lotIn(30)];
    const first = await bidOn(anna, lots[0] ?? 0);
    await bidOn(anna, lots[1] ?? 0);
    await sync(anna);
    expect((await stage.setStatus(anna, first, 4)).status).toBe(200);
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['withdraw', null]);
    await agentTakesAll();
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['withdraw', 'order']);
  });

  test('a raised bid that waits for a manager keeps its order and its place', async () => {
    const clara = await somebody({ autobid: false });
    const lots = [await lotIn(26), await lotIn(30)];
    const first = await bidOn(clara, lots[0] ?? 0);
    await stage.setStatus(stage.maria, first, 2);
    await stage.setStatus(stage.maria, await bidOn(clara, lots[1] ?? 0), 2);
    await sync(clara);
    await bidOn(clara, lots[0] ?? 0, 450_000);
    await sync(clara);
    expect((await stage.bid(first)).status).toBe(1);
    expect((await stage.order(lots[0] ?? 0))?.max_yen).toBe(400_000);
    expect(await orderKinds(lots)).toEqual(['order', null]);
    await stage.setStatus(stage.maria, first, 2);
    expect((await stage.order(lots[0] ?? 0))?.max_yen).toBe(450_000);
    await stage.expectSound();
  });

  test("another client's dearer bid leads the lot; the group still holds its place, and falls in when he leaves", async () => {
    const boris = await somebody();
    const lotId = await lotIn(26);
    const rival = await stage.placed(boris, lotId, 900_000);
    await bidOn(anna, lotId);
    await sync(anna);
    expect((await stage.order(lotId))?.bid_id).toBe(rival);
    await stage.setStatus(boris, rival, 4);
    expect((await stage.order(lotId))?.max_yen).toBe(400_000);
    await stage.expectSound();
  });

  test('two workers at once decide once', async () => {
    for (const hours of [26, 30, 34]) await bidOn(anna, await lotIn(hours));
    await Promise.all(Array.from({ length: 6 }, () => sync(anna)));
    const decisions = await stage.db.selectFrom('group_decisions').selectAll().where('user_id', '=', anna.id).execute();
    expect(decisions).toHaveLength(1);
    expect(decisions[0]).toMatchObject({ cars: 1, group_value: 1, group_round: 1 });
    await expect(stage.db.updateTable('group_decisions').set({ cars: 9 }).execute()).rejects.toThrow('append only');
  });
});

describe('how many cars', () => {
  test('signed out, another client, a client who may not bid, what is no number', async () => {
    const boris = await somebody();
    const restricted = await somebody({ permissions: { biddingAllowed: false } });
    expect((await setCars(null, 2)).status).toBe(401);
    expect((await setCars(anna, 2, { userId: boris.id })).status).toBe(404);
    expect((await setCars(restricted, 2)).body).toMatchObject({ messageCode: 'Bid.Restricted' });
    expect((await setCars(anna, 0)).status).toBe(422);
    expect((await setCars(anna, 21)).status).toBe(422);
    expect((await stage.ask(anna, 'GET', `/v1/bid/group?userId=${boris.id}`)).status).toBe(404);
    expect((await stage.ask(stage.maria, 'GET', '/v1/bid/group')).body).toHaveLength(11);
    expect((await stage.ask(stage.maria, 'GET', '/v1/bid/group?userId=999999')).status).toBe(404);
    expect((await setCars(stage.maria, 2)).status).toBe(404);
  });

  test('the list has the placeholder, ten groups, and how far each of them is', async () => {
    await setCars(anna, 3);
    await bidOn(anna, await lotIn(26));
    const { body } = await stage.ask(anna, 'GET', '/v1/bid/group');
    expect(body).toHaveLength(11);
    expect(body[0]).toMatchObject({ value: -1, label: '--', cars: 0 });
    expect(body[1]).toEqual({ value: 1, label: 'A', cars: 3, bids: 1, wins: 0, fewest: 1 });
    expect(body[10]).toMatchObject({ value: 10, label: 'J', cars: 1 });
    const seen = await stage.ask(stage.maria, 'GET', `/v1/bid/group?userId=${anna.id}`);
    expect(seen.body).toEqual(body);
  });

  test('more cars let more orders go, fewer take them back; who changed it is kept', async () => {
    const lots = [await lotIn(26), await lotIn(30), await lotIn(34)];
    for (const lotId of lots) await bidOn(anna, lotId);
    await sync(anna);
    expect((await setCars(anna, 3)).body).toMatchObject({ cars: 3, bids: 3 });
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['order', 'order', 'order']);
    expect((await setCars(stage.maria, 1, { userId: anna.id })).status).toBe(200);
    // All three may still be bought until the agent has given two back, and are counted until then.
    expect(await stage.exposure(anna)).toBe(3 * 410_000);
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['order', 'withdraw', 'withdraw']);
    await agentTakesAll();
    expect(await stage.exposure(anna)).toBe(410_000);
    const events = await stage.db.selectFrom('user_events').selectAll().where('user_id', '=', anna.id).execute();
    expect(events.map(({ actor_id, after }) => [actor_id, after])).toEqual([
      [anna.id, { value: 1, cars: 3 }],
      [stage.maria.id, { value: 1, cars: 1 }],
    ]);
    await stage.expectSound();
  });

  test('not fewer than are won, and not more than can be paid for', async () => {
    await setCars(anna, 2);
    const lots = [await lotIn(26), await lotIn(30), await lotIn(34)];
    const bids = [];
    for (const lotId of lots) bids.push(await bidOn(anna, lotId, 1_300_000));
    await sync(anna);
    expect((await setCars(anna, 3)).body).toMatchObject({ messageCode: 'Bid.Credit' });
    expect((await setCars(anna, -1)).body).toMatchObject({ messageCode: 'Bid.Credit' });
    await result(lots[0] ?? 0, bids[0] ?? 0);
    await result(lots[1] ?? 0, bids[1] ?? 0);
    const refused = await setCars(anna, 1);
    expect(refused).toMatchObject({ status: 409, body: { messageCode: 'Bid.GroupTooFew', details: { cars: 2 } } });
    await stage.expectSound();
  });
});

describe('what a group may cost', () => {
  test('the dearest bids, as many as it buys; another one up to the dearest that counts is free', async () => {
    const poor = await somebody({ creditLimitYen: 700_000 });
    await bidOn(poor, await lotIn(26), 600_000);
    expect(await stage.exposure(poor)).toBe(610_000);
    await bidOn(poor, await lotIn(30), 650_000);
    expect(await stage.exposure(poor)).toBe(660_000);
    const tooDear = await stage.place(poor, await lotIn(34), 700_000, GROUP_A);
    expect(tooDear.body).toMatchObject({ messageCode: 'Bid.Credit', details: { bidAllow: 690_000 } });
    const alone = await stage.place(poor, await lotIn(34), 300_000);
    expect(alone.body).toMatchObject({ messageCode: 'Bid.Credit', details: { bidAllow: 30_000 } });
    const asked = await stage.ask(poor, 'POST', '/v1/bid/check', {
      carId: String(await lotIn(40)),
      lotType: 'auction',
      bidType: 1,
      ...GROUP_A,
    });
    expect(asked.body).toMatchObject({ reasons: [], allowedAmount: 690_000, exposure: 660_000 });
    await stage.expectSound();
  });

  test('a manager moves a bid to another group: what the agent may hold needs a place there', async () => {
    const lots = [await lotIn(26), await lotIn(30)];
    const first = await bidOn(anna, lots[0] ?? 0);
    const second = await stage.placed(anna, lots[1] ?? 0, 400_000);
    await sync(anna);
    await agentTakesAll();
    const refused = await stage.edit(stage.maria, second, 400_000, GROUP_A);
    expect(refused).toMatchObject({ status: 409, body: { messageCode: 'Bid.GroupFull', details: { cars: 2 } } });
    expect((await stage.edit(stage.maria, first, 400_000, { bidGroup: 2 })).status).toBe(200);
    expect((await stage.edit(stage.maria, second, 400_000, GROUP_A)).status).toBe(200);
    await sync(anna);
    expect(await orderKinds(lots)).toEqual(['order', 'order']);
    expect((await stage.order(lots[1] ?? 0))?.version).toBe(1);
    await stage.expectSound();
  });
});

async function moveLot(lotId: number, minutes: number): Promise<void> {
  const at = (before: number) => new Date(Date.now() + (minutes - before) * 60_000);
  await stage.db
    .updateTable('lots')
    .set({ auction_at: at(0), bids_close_at: at(90), agent_cutoff_at: at(60), cancel_until: at(12 * 60) })
    .where('id', '=', lotId)
    .execute();
}
