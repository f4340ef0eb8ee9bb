import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { notifyNotForwarded } from './notify-not-forwarded.ts';

let fixture: BidFixture;
let anna: Person;
beforeAll(async () => {
  fixture = await bidFixture();
});
beforeEach(async () => {
  anna = await createPerson(fixture.db, { creditLimitYen: 5_000_000 });
});
afterAll(() => fixture.close());

const setMinutesLeft = (lotId: number, minutes: number) => {
  const at = (before: number) => new Date(Date.now() + (minutes - before) * 60_000);
  return fixture.db
    .updateTable('lots')
    .set({ auction_at: at(0), bids_close_at: at(90), agent_cutoff_at: at(60) })
    .where('id', '=', lotId)
    .execute();
};
const mailsOf = async (person: Person) =>
  (await fixture.db.selectFrom('mails').select('kind').where('user_id', '=', person.id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

describe('at the cut-off', () => {
  // @covers MGMT-30, OPS-04
  test('notifies clients of bids that were not accepted, once; row and history record it', async () => {
    const lotId = await createLot(fixture.db);
    const bidId = await fixture.placed(anna, lotId, 400_000);
    await notifyNotForwarded(fixture.database);
    expect(await mailsOf(anna)).toEqual([]);
    await setMinutesLeft(lotId, 59);
    await Promise.all([notifyNotForwarded(fixture.database), notifyNotForwarded(fixture.database)]);
    await notifyNotForwarded(fixture.database);
    expect(await mailsOf(anna)).toEqual(['bid_not_forwarded']);
    expect(await fixture.bid(bidId)).toMatchObject({ status: 1, not_forwarded: true });
    expect((await fixture.events(bidId)).map(({ event, actor }) => [event, actor])).toEqual([
      ['placed', 'client'],
      ['not_forwarded', 'system'],
    ]);
    await fixture.expectSound();
  });

  test('does not notify clients of accepted bids, and nobody once the lot runs', async () => {
    const [accepted, tooLate] = [await createLot(fixture.db), await createLot(fixture.db)];
    await fixture.setStatus(fixture.maria, await fixture.placed(anna, accepted, 400_000), 2);
    await fixture.placed(anna, tooLate, 400_000);
    await setMinutesLeft(accepted, 30);
    await setMinutesLeft(tooLate, -1);
    await notifyNotForwarded(fixture.database);
    expect((await mailsOf(anna)).filter((kind) => kind === 'bid_not_forwarded')).toEqual([]);
  });

  test('notifies clients of bids that wait in a group, without changing the bids', async () => {
    const lotId = await createLot(fixture.db);
    const { body } = await fixture.place(anna, lotId, 400_000, { bidGroup: 1 });
    await fixture.setStatus(fixture.maria, body.bidId, 2);
    await setMinutesLeft(lotId, 30);
    await notifyNotForwarded(fixture.database);
    await notifyNotForwarded(fixture.database);
    expect((await mailsOf(anna)).filter((kind) => kind === 'bid_not_forwarded')).toHaveLength(1);
    expect(await fixture.bid(body.bidId)).toMatchObject({ status: 2, not_forwarded: false });
  });

  test('a postponed lot can be forwarded again', async () => {
    const lotId = await createLot(fixture.db);
    const bidId = await fixture.placed(anna, lotId, 400_000);
    await setMinutesLeft(lotId, 30);
    await notifyNotForwarded(fixture.database);
    await setMinutesLeft(lotId, 1_440);
    await fixture.setStatus(fixture.maria, bidId, 2);
    expect(await fixture.bid(bidId)).toMatchObject({ status: 2, not_forwarded: false });
    expect((await fixture.order(lotId))?.kind).toBe('order');
    await fixture.expectSound();
  });
});

describe('an order that the agent refused', () => {
  const resend = (person: Person | null, bidId: number, headers: object = {}) =>
    fixture.ask(person, 'POST', '/v1/bid/resend-order', { bidId }, headers);
  const failed = async (minutesLeft = 1_440) => {
    const lotId = await createLot(fixture.db);
    const bidId = await fixture.placed(anna, lotId, 400_000);
    await fixture.setStatus(fixture.maria, bidId, 2);
    await setMinutesLeft(lotId, minutesLeft);
    await fixture.db.updateTable('agent_orders').set({ state: 'failed' }).where('lot_id', '=', lotId).execute();
    return { lotId, bidId };
  };

  test('cannot be resent by a signed-out user or a client, without a failed order, or after the cut-off', async () => {
    const { bidId } = await failed();
    expect((await resend(null, bidId)).status).toBe(401);
    expect((await resend(anna, bidId)).status).toBe(403);
    expect((await resend(fixture.maria, 999_999)).status).toBe(404);
    const waiting = await fixture.placed(anna, await createLot(fixture.db), 400_000);
    expect((await resend(fixture.maria, waiting)).body).toMatchObject({ messageCode: 'Bid.TransitionNotAllowed' });
    const late = await failed(30);
    expect((await resend(fixture.maria, late.bidId)).body).toMatchObject({ messageCode: 'Bid.LastHour' });
  });

  // @covers MGMT-30
  test('is resent under a new number, once per key', async () => {
    const { bidId, lotId } = await failed();
    const key = { 'idempotency-key': `resend-${bidId}` };
    expect((await resend(fixture.maria, bidId, key)).status).toBe(200);
    expect((await resend(fixture.maria, bidId, key)).status).toBe(200);
    expect(await fixture.order(lotId)).toMatchObject({ version: 2, kind: 'order', max_yen: 400_000, state: 'waiting' });
    await fixture.expectSound();
  });
});
