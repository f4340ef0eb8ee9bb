import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson } from '../../testing/http/people.ts';
import { lockContext } from '../core/queries.ts';
import { applyLotResult } from '../outcomes/apply-lot-result.ts';

// A generous timeout: hundreds of requests may be slow on a busy machine, and no test asserts a duration.
vi.setConfig({ testTimeout: 90_000 });

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.close());

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const tally = (answers: { status: number; body: { messageCode?: string } }[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = status === 200 ? 'stands' : (body.messageCode ?? String(status));
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};
/** Retries "Unavailable" with the same key, like the browser. */
async function persistently<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}
const liveBids = (userId: number) =>
  fixture.db.selectFrom('bids').selectAll().where('user_id', '=', userId).where('status', 'in', [1, 2, 6]).execute();

// @covers ASVS-2.3.2, ASVS-2.3.4, ASVS-15.4.2
test('of two hundred concurrent bids with credit for seven, seven are placed and their sum is held', async () => {
  const vera = await createPerson(fixture.db, { creditLimitYen: 7 * 310_000 });
  const lotIds = await times(200, () => createLot(fixture.db));
  const answers = await times(200, (index) =>
    persistently(() => fixture.place(vera, lotIds[index] ?? 0, 300_000, {}, { 'idempotency-key': `bid-${index}` })),
  );
  expect(tally(answers)).toEqual({ stands: 7, 'Bid.Credit': 193 });
  const rows = await liveBids(vera.id);
  expect(rows.length).toBe(7);
  expect(await fixture.exposure(vera)).toBe(rows.reduce((sum, bid) => sum + bid.amount_yen + bid.adjustment_yen, 0));
});

test('a daily limit of three holds against fifty concurrent bids', async () => {
  const vera = await createPerson(fixture.db, { creditLimitYen: -1, dailyBidLimit: 3 });
  const lotIds = await times(50, () => createLot(fixture.db));
  const answers = await times(50, (index) => persistently(() => fixture.place(vera, lotIds[index] ?? 0, 300_000)));
  expect(tally(answers)).toEqual({ stands: 3, 'Bid.DailyLimit': 47 });
});

// @covers BID-22
test('a hundred equal bids, half with a key and half without, are placed once', async () => {
  const vera = await createPerson(fixture.db);
  const lotId = await createLot(fixture.db);
  const answers = await times(100, (index) =>
    fixture.place(vera, lotId, 500_000, {}, index % 2 === 0 ? { 'idempotency-key': 'twice' } : {}),
  );
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.bidId)).size).toBe(1);
  expect(Object.keys(tally(answers)).filter((key) => !['stands', 'Idempotency.InProgress'].includes(key))).toEqual([]);
  const rows = await liveBids(vera.id);
  expect(rows.map(({ version }) => version)).toEqual([1]);
  expect(await fixture.exposure(vera)).toBe(510_000);
});

test("a cancel concurrent with a manager's edit is serialized, and the money matches the row", async () => {
  for (let round = 0; round < 20; round++) {
    const vera = await createPerson(fixture.db);
    const lotId = await createLot(fixture.db);
    const bidId = await fixture.placed(vera, lotId, 500_000);
    await fixture.setStatus(fixture.maria, bidId, 2);
    const [cancelled, edited] = await Promise.all([
      fixture.setStatus(vera, bidId, 4),
      fixture.edit(fixture.maria, bidId, 600_000),
    ]);
    expect(cancelled.status).toBe(200);
    expect([200, 409]).toContain(edited.status);
    expect(await fixture.bid(bidId)).toMatchObject({
      status: 4,
      amount_yen: edited.status === 200 ? 600_000 : 500_000,
    });
    expect(await fixture.exposure(vera)).toBe(0);
    expect((await fixture.order(lotId))?.kind).toBe('withdraw');
  }
});

test('of two managers with the same version, one is refused as outdated', async () => {
  const second = await createPerson(fixture.db, { roleId: 991 });
  for (let round = 0; round < 10; round++) {
    const bidId = await fixture.placed(await createPerson(fixture.db), await createLot(fixture.db), 500_000);
    const answers = await Promise.all([
      fixture.setStatus(fixture.maria, bidId, 2, {}, { 'if-match': '1' }),
      fixture.setStatus(second, bidId, 3, {}, { 'if-match': '1' }),
    ]);
    expect(tally(answers)).toEqual({ stands: 1, 'Bid.Version': 1 });
    expect((await fixture.bid(bidId)).version).toBe(2);
  }
});

test('of two managers who mark different bids of a lot as won, one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const lotId = await createLot(fixture.db);
    const first = await fixture.placed(await createPerson(fixture.db), lotId, 500_000);
    const second = await fixture.placed(await createPerson(fixture.db), lotId, 600_000);
    const answers = await Promise.all([
      fixture.setStatus(fixture.maria, first, 6),
      fixture.setStatus(fixture.maria, second, 6),
    ]);
    expect(tally(answers)).toEqual({ stands: 1, 'Bid.TransitionNotAllowed': 1 });
  }
});

test('with many autobid clients on one lot the agent ends with the highest bid, without gaps in the versions', async () => {
  const lotId = await createLot(fixture.db);
  const people = await times(20, () => createPerson(fixture.db, { autobid: true }));
  const answers = await Promise.all(
    people.map((person, index) => fixture.place(person, lotId, 395_000 - index * 5_000)),
  );
  expect(tally(answers)).toEqual({ stands: 20 });
  expect(await fixture.order(lotId)).toMatchObject({ kind: 'order', max_yen: 395_000, bid_id: answers[0]?.body.bidId });
});

test('a result waits for a bid that is being placed; a bid of another client does not', async () => {
  const vera = await createPerson(fixture.db);
  const lotId = await createLot(fixture.db);
  await fixture.database.bidDb.transaction().execute(async (tx) => {
    await lockContext(tx, { userId: vera.id, lotId }, { exclusive: false, repeat: null });
    const take = (mode: RawBuilder<unknown>) =>
      sql`select id from lots where id = ${lotId} for ${mode} nowait`.execute(fixture.db);
    await expect(take(sql`no key update`)).rejects.toMatchObject({ code: '55P03' });
    expect((await take(sql`share`)).rows).toHaveLength(1);
  });
});

test('a result concurrent with new bids leaves no open bid', async () => {
  for (let round = 0; round < 10; round++) {
    const lotId = await createLot(fixture.db);
    const people = await times(8, () => createPerson(fixture.db));
    await fixture.placed(people[0] ?? fixture.anna, lotId, 300_000);
    const [, ...answers] = await Promise.all([
      fixture.database.db
        .updateTable('lots')
        .set({ status: 4536 })
        .where('id', '=', lotId)
        .execute()
        .then(() =>
          fixture.database.bidDb
            .transaction()
            .execute((tx) =>
              applyLotResult(tx, { lotId, status: 4536, soldPriceYen: null, buyerOrderKey: null, now: new Date() }),
            ),
        ),
      ...people.map((person) => fixture.place(person, lotId, 400_000)),
    ]);
    expect(Object.keys(tally(answers)).filter((key) => !['stands', 'Bid.Finished'].includes(key))).toEqual([]);
    const open = await fixture.db
      .selectFrom('bids')
      .select('id')
      .where('lot_id', '=', lotId)
      .where('status', '<', 5)
      .execute();
    expect(open).toEqual([]);
  }
});

// @covers ASVS-8.3.2, ASVS-15.4.2
test('a revoked permission applies from its commit on', async () => {
  const vera = await createPerson(fixture.db, { creditLimitYen: -1 });
  const lotIds = await times(30, () => createLot(fixture.db));
  const stop = fixture.db.updateTable('users').set({ permissions: '{}' }).where('id', '=', vera.id).execute();
  await Promise.all([stop, ...lotIds.map((lotId) => fixture.place(vera, lotId, 300_000))]);
  const before = (await liveBids(vera.id)).length;
  const late = await times(10, (index) => fixture.place(vera, lotIds[index] ?? 0, 400_000));
  expect(tally(late)).toEqual({ 'Bid.Restricted': 10 });
  expect((await liveBids(vera.id)).length).toBe(before);
});
