import { expect } from 'vitest';
import { findBrokenInvariants } from '../../bids/audit-log/check-invariants-queries.ts';
import { settleBid } from '../../bids/manage/settle-bid.ts';
import { bidRoutes, type SettleCommand } from '../../bids/routes.ts';
import type { Database } from '../../platform/db/db.ts';
import { createPerson, type Person } from '../http/people.ts';
import { testPortal } from '../http/portal.ts';

const bidsAlone: Parameters<typeof testPortal>[0] = (app, database) =>
  bidRoutes(app, database, { settleWin: settleAlone });

/** A portal with bids, by default alone, two clients and a manager, and helpers for their actions. */
export async function bidFixture(register = bidsAlone) {
  const portal = await testPortal(register);
  const { db } = portal.database;
  const anna = await createPerson(db, { fullName: 'Anna Petrova' });
  const boris = await createPerson(db, { fullName: 'Boris Orlov' });
  const maria = await createPerson(db, { fullName: 'Maria Sato', roleId: 991 });
  const payload = (lotId: number, amount: number, more: object = {}) => ({
    amount,
    carId: String(lotId),
    bidType: 1,
    confirm: 1,
    lotType: 'auction',
    ...more,
  });
  const place = (person: Person | null, lotId: number, amount: number, more: object = {}, headers: object = {}) =>
    portal.ask(person, 'POST', '/v1/bid/create', payload(lotId, amount, more), headers);
  const placed = async (person: Person, lotId: number, amount: number): Promise<number> => {
    const { status, body } = await place(person, lotId, amount);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.bidId;
  };
  return {
    ...portal,
    db,
    anna,
    boris,
    maria,
    payload,
    place,
    /** Places a bid that must succeed; returns its id. */
    placed,
    setStatus: (person: Person | null, bidId: number, status: number, more: object = {}, headers: object = {}) =>
      portal.ask(person, 'PUT', '/v1/bid/update-bid-status', { bidId, status, ...more }, headers),
    edit: (person: Person | null, bidId: number, amount: number, more: object = {}, headers: object = {}) =>
      portal.ask(person, 'PUT', '/v1/bid/update-bid-price', { bidId, amount, ...more }, headers),
    bid: (bidId: number) => db.selectFrom('bids').selectAll().where('id', '=', bidId).executeTakeFirstOrThrow(),
    exposure: async (person: Person) =>
      (
        await db
          .selectFrom('bid_clients')
          .select('exposure_yen')
          .where('user_id', '=', person.id)
          .executeTakeFirstOrThrow()
      ).exposure_yen,
    /** The newest order of the lot, as the agent will receive it. */
    order: (lotId: number) =>
      db
        .selectFrom('agent_orders')
        .select(['version', 'kind', 'bid_id', 'max_yen', 'overbid_yen', 'state'])
        .where('lot_id', '=', lotId)
        .executeTakeFirst(),
    events: (bidId: number) =>
      db.selectFrom('bid_events').selectAll().where('bid_id', '=', bidId).orderBy('id').execute(),
    expectSound: async () => expect(await findBrokenInvariants(db)).toEqual([]),
  };
}

export type BidFixture = Awaited<ReturnType<typeof bidFixture>>;

/** Replaces the flow across capabilities: the bid's part is real, the purchase is written without its costs. */
function settleAlone(database: Database, { bidId, actor, ifMatch }: SettleCommand) {
  return database.bidDb.transaction().execute(async (tx) => {
    const settled = await settleBid(tx, bidId, actor, ifMatch);
    if (!settled) return;
    await tx
      .insertInto('purchases')
      .values({
        lot_id: settled.lotId,
        bid_id: bidId,
        user_id: settled.userId,
        sku: `S-${bidId}`,
        purchased_on: '2026-11-24',
        car_price_yen: settled.soldPriceYen,
        agent_fee_yen: 0,
        haulage_yen: 0,
      })
      .execute();
  });
}
