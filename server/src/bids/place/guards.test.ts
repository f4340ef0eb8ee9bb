import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson } from '../../testing/http/people.ts';

// Constraints of the database that back the rules of the contract.
let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterAll(() => fixture.close());

const hold = (userId: number, exposureYen: number) =>
  fixture.db.updateTable('bid_clients').set({ exposure_yen: exposureYen }).where('user_id', '=', userId).execute();

test('exposure never exceeds balance and credit, except where no limit is checked', async () => {
  const { id } = await createPerson(fixture.db, { creditLimitYen: 500_000, balanceYen: 100_000 });
  await hold(id, 600_000);
  await expect(hold(id, 600_001)).rejects.toMatchObject({ constraint: 'bid_clients_exposure' });
  const unlimited = await createPerson(fixture.db, { creditLimitYen: -1 });
  await hold(unlimited.id, 600_001);
  const unchecked = await createPerson(fixture.db, { creditLimitYen: 0, permissions: { creditLimitCheck: false } });
  await hold(unchecked.id, 600_001);
});

test('exposure above a lowered limit may fall, but never rise', async () => {
  const { id } = await createPerson(fixture.db, { creditLimitYen: 500_000 });
  await hold(id, 500_000);
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 300_000 }).where('user_id', '=', id).execute();
  await hold(id, 400_000);
  await expect(hold(id, 400_001)).rejects.toMatchObject({ constraint: 'bid_clients_exposure' });
});

const insertBid = (userId: number, lotId: number, status: number, amountYen = 500_000) =>
  fixture.db
    .insertInto('bids')
    .values({ lot_id: lotId, user_id: userId, placed_by: userId, lot_source: 'auction', amount_yen: amountYen, status })
    .execute();

test('a client has one live bid on a lot, besides those that ended', async () => {
  const lotId = await createLot(fixture.db);
  for (const status of [3, 4, 5, 1]) await insertBid(fixture.anna.id, lotId, status);
  for (const status of [1, 2, 6, 7])
    await expect(insertBid(fixture.anna.id, lotId, status)).rejects.toMatchObject({ constraint: 'bids_one_live' });
  await insertBid(fixture.boris.id, lotId, 1);
});

test('a bid at auction must be a whole step', async () => {
  const lotId = await createLot(fixture.db);
  await expect(insertBid(fixture.anna.id, lotId, 1, 501_000)).rejects.toMatchObject({ constraint: 'bids_whole_step' });
});

test('the clock is read after the lock: a bid that waited past the closing is too late', async () => {
  const lotId = await createLot(fixture.db);
  const closesAt = new Date(Date.now() + 700);
  await fixture.db.updateTable('lots').set({ bids_close_at: closesAt }).where('id', '=', lotId).execute();
  const answer = await fixture.database.bidDb.transaction().execute(async (tx) => {
    await tx.selectFrom('bid_clients').select('user_id').where('user_id', '=', fixture.anna.id).forUpdate().execute();
    const placing = fixture.place(fixture.anna, lotId, 500_000);
    await wait(closesAt.getTime() + 100 - Date.now());
    return { placing };
  });
  const { body } = await answer.placing;
  expect(body.messageCode).toBe('Bid.Closed');
});
