import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GROUP_A, type GroupFixture, groupFixture } from '../../testing/bidding/group-fixture.ts';
import type { Person } from '../../testing/http/people.ts';
import { applyLotResult } from '../outcomes/apply-lot-result.ts';
import { syncAllGroups } from './sync-groups.ts';

let fixture: GroupFixture;
let anna: Person;
beforeAll(async () => {
  fixture = await groupFixture();
});
beforeEach(async () => {
  anna = await fixture.somebody();
});
afterAll(() => fixture.close());

describe('a group that buys one', () => {
  // @covers BID-21
  test('orders only the lot that runs first, and the next one once that is lost', async () => {
    const lots = [await fixture.lotIn(50), await fixture.lotIn(26), await fixture.lotIn(30)];
    for (const lotId of lots) await fixture.bidOn(anna, lotId);
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual([null, 'order', null]);
    await fixture.agentTakesAll();
    await fixture.result(lots[1] ?? 0, null);
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual([null, 'withdraw', 'order']);
    await fixture.expectSound();
  });

  test('waits with the next lot until the auction house has reported the result', async () => {
    const lots = [await fixture.lotIn(26), await fixture.lotIn(30)];
    for (const lotId of lots) await fixture.bidOn(anna, lotId);
    await fixture.sync(anna);
    await fixture.agentTakesAll();
    await moveLot(lots[0] ?? 0, -10);
    await syncAllGroups(fixture.database);
    expect(await fixture.orderKinds(lots)).toEqual(['order', null]);
  });

  // @covers BID-21
  test('ends the other bids as group full once its win is settled, notifies the client, and starts a new round', async () => {
    const lots = [await fixture.lotIn(26), await fixture.lotIn(30), await fixture.lotIn(31)];
    const bids = [];
    for (const lotId of lots) bids.push(await fixture.bidOn(anna, lotId));
    await fixture.sync(anna);
    await fixture.result(lots[0] ?? 0, bids[0] ?? 0);
    await fixture.sync(anna);
    expect((await fixture.bid(bids[0] ?? 0)).status).toBe(6);
    expect(await fixture.orderKinds(lots)).toEqual(['order', null, null]);
    const full = await fixture.place(anna, await fixture.lotIn(40), 400_000, GROUP_A);
    expect(full.body).toMatchObject({
      messageCode: 'Bid.GroupFull',
      details: { cars: 2 },
      errors: { bidGroup: ['Bid.GroupFull'] },
    });

    expect((await fixture.settle(bids[0] ?? 0)).status).toBe(200);
    await fixture.sync(anna);
    for (const bidId of bids.slice(1)) {
      expect(await fixture.bid(bidId)).toMatchObject({ status: 3, finish_reason: 'group_full' });
      expect((await fixture.events(bidId)).at(-1)).toMatchObject({ event: 'group_full', actor: 'system' });
    }
    const mails = await fixture.db.selectFrom('mails').select('kind').where('user_id', '=', anna.id).execute();
    expect(mails.filter(({ kind }) => kind === 'bid_status')).toHaveLength(2);
    const next = await fixture.bidOn(anna, await fixture.lotIn(40));
    expect(await fixture.bid(next)).toMatchObject({ group_round: 2 });
    await fixture.expectSound();
  });

  test('clears the next bid when the auction house reverses a win', async () => {
    const lots = [await fixture.lotIn(26), await fixture.lotIn(30)];
    const first = await fixture.bidOn(anna, lots[0] ?? 0);
    await fixture.bidOn(anna, lots[1] ?? 0);
    await fixture.sync(anna);
    await fixture.result(lots[0] ?? 0, first);
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['order', null]);
    await fixture.db
      .updateTable('lots')
      .set({ status: 4536 })
      .where('id', '=', lots[0] ?? 0)
      .execute();
    await fixture.database.bidDb.transaction().execute((tx) =>
      applyLotResult(tx, {
        lotId: lots[0] ?? 0,
        status: 4536,
        soldPriceYen: null,
        buyerOrderKey: null,
        now: new Date(),
      }),
    );
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['withdraw', 'order']);
    await fixture.expectSound();
  });

  // @covers BID-21
  test('gives the slot to an earlier lot, but orders it only when the agent has acknowledged the withdrawal', async () => {
    const lots = [await fixture.lotIn(50), await fixture.lotIn(26)];
    await fixture.bidOn(anna, lots[0] ?? 0);
    await fixture.sync(anna);
    await fixture.bidOn(anna, lots[1] ?? 0);
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['withdraw', null]);
    await fixture.agentTakesAll();
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['withdraw', 'order']);
    await fixture.expectSound();
  });

  test('frees the slot of a cancelled bid only when the agent has acknowledged the withdrawal', async () => {
    const lots = [await fixture.lotIn(26), await fixture.lotIn(30)];
    const first = await fixture.bidOn(anna, lots[0] ?? 0);
    await fixture.bidOn(anna, lots[1] ?? 0);
    await fixture.sync(anna);
    expect((await fixture.setStatus(anna, first, 4)).status).toBe(200);
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['withdraw', null]);
    await fixture.agentTakesAll();
    await fixture.sync(anna);
    expect(await fixture.orderKinds(lots)).toEqual(['withdraw', 'order']);
  });

  test('keeps order and slot of a raised bid that waits for a manager', async () => {
    const clara = await fixture.somebody({ autobid: false });
    const lots = [await fixture.lotIn(26), await fixture.lotIn(30)];
    const first = await fixture.bidOn(clara, lots[0] ?? 0);
    await fixture.setStatus(fixture.maria, first, 2);
    await fixture.setStatus(fixture.maria, await fixture.bidOn(clara, lots[1] ?? 0), 2);
    await fixture.sync(clara);
    await fixture.bidOn(clara, lots[0] ?? 0, 450_000);
    await fixture.sync(clara);
    expect((await fixture.bid(first)).status).toBe(1);
    expect((await fixture.order(lots[0] ?? 0))?.max_yen).toBe(400_000);
    expect(await fixture.orderKinds(lots)).toEqual(['order', null]);
    await fixture.setStatus(fixture.maria, first, 2);
    expect((await fixture.order(lots[0] ?? 0))?.max_yen).toBe(450_000);
    await fixture.expectSound();
  });

  test("keeps the slot while another client's higher bid leads the lot, and moves up when that leaves", async () => {
    const boris = await fixture.somebody();
    const lotId = await fixture.lotIn(26);
    const rival = await fixture.placed(boris, lotId, 900_000);
    await fixture.bidOn(anna, lotId);
    await fixture.sync(anna);
    expect((await fixture.order(lotId))?.bid_id).toBe(rival);
    await fixture.setStatus(boris, rival, 4);
    expect((await fixture.order(lotId))?.max_yen).toBe(400_000);
    await fixture.expectSound();
  });

  // @covers BID-21
  test('decides once when two workers run concurrently', async () => {
    for (const hours of [26, 30, 34]) await fixture.bidOn(anna, await fixture.lotIn(hours));
    await Promise.all(Array.from({ length: 6 }, () => fixture.sync(anna)));
    const decisions = await fixture.db
      .selectFrom('group_decisions')
      .selectAll()
      .where('user_id', '=', anna.id)
      .execute();
    expect(decisions).toHaveLength(1);
    expect(decisions[0]).toMatchObject({ cars: 1, group_value: 1, group_round: 1 });
    await expect(fixture.db.updateTable('group_decisions').set({ cars: 9 }).execute()).rejects.toThrow('append only');
  });
});

async function moveLot(lotId: number, minutes: number): Promise<void> {
  const at = (before: number) => new Date(Date.now() + (minutes - before) * 60_000);
  await fixture.db
    .updateTable('lots')
    .set({ auction_at: at(0), bids_close_at: at(90), agent_cutoff_at: at(60), cancel_until: at(12 * 60) })
    .where('id', '=', lotId)
    .execute();
}
