import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../testing/bidding/bid-fixture.ts';
import { createLot } from '../testing/fixtures/lots.ts';
import { createPerson } from '../testing/http/people.ts';
import {
  type ClaimedOrder,
  claimOrders,
  closeStaleOrder,
  confirmOrder,
  failOrder,
  postponeOrder,
} from './order-queries.ts';

let fixture: BidFixture;
let lotId: number;
let first: ClaimedOrder;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterAll(() => fixture.close());

/** The client raises the bid while the first order is being sent to the agent. */
beforeEach(async () => {
  const { db } = fixture;
  const vera = await createPerson(db, { autobid: true });
  lotId = await createLot(db);
  await fixture.placed(vera, lotId, 400_000);
  const [claimed] = await claimOrders(db, [], 1);
  if (!claimed) throw new Error('the order is not due');
  first = claimed;
  await fixture.placed(vera, lotId, 450_000);
});

test.each<[string, () => Promise<unknown>]>([
  ['is taken', () => fixture.db.transaction().execute((tx) => confirmOrder(tx, first))],
  ['is stale', () => closeStaleOrder(fixture.db, first)],
  ['is refused', () => failOrder(fixture.db, first, 'no')],
  ['must be sent again', () => postponeOrder(fixture.db, first, 'no')],
])('a reply about an older order that %s leaves the newer one due', async (_, answer) => {
  await answer();
  expect(await fixture.order(lotId)).toMatchObject({ version: 2, max_yen: 450_000, state: 'waiting' });
  const versions = await fixture.db
    .selectFrom('agent_order_versions')
    .select(['version', 'acknowledged_at'])
    .where('lot_id', '=', lotId)
    .orderBy('version')
    .execute();
  expect(versions[1]?.acknowledged_at).toBeNull();
  const [next] = await claimOrders(fixture.db, [], 1);
  expect(next?.order.orderKey).toBe(`${lotId}:2`);
});

test('a reply after the claim expired does not affect the order that another worker took over', async () => {
  const [second] = await claimOrders(fixture.db, [], 1);
  if (!second) throw new Error('the order is not due');
  await fixture.db
    .updateTable('agent_orders')
    .set({ claimed_until: new Date(0) })
    .where('lot_id', '=', lotId)
    .execute();
  await claimOrders(fixture.db, [], 1);
  await failOrder(fixture.db, second, 'no');
  expect(await fixture.order(lotId)).toMatchObject({ version: 2, state: 'sent' });
});
