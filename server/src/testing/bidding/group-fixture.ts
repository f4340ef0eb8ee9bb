import { expect } from 'vitest';
import { orderDelivery } from '../../agent/deliver-orders.ts';
import { syncGroups } from '../../bids/groups/sync-groups.ts';
import { applyLotResult, releaseHeld } from '../../bids/outcomes/apply-lot-result.ts';
import { createLog } from '../../platform/process/log.ts';
import { createLot } from '../fixtures/lots.ts';
import { createPerson, type Person, type PersonOptions } from '../http/people.ts';
import { bidFixture } from './bid-fixture.ts';

export const GROUP_A = { bidGroup: 1 };

/** The bid fixture with helpers for the actions of clients, an agent and an auction house around a bid group. */
export async function groupFixture() {
  const fixture = await bidFixture();
  const { db, database } = fixture;
  return {
    ...fixture,
    /** A client whose bids are accepted at once. */
    somebody: (more: PersonOptions = {}) => createPerson(db, { creditLimitYen: 3_000_000, autobid: true, ...more }),
    lotIn: (hours: number) => createLot(db, { auctionInMinutes: hours * 60 }),
    bidOn: async (person: Person, lotId: number, yen = 400_000): Promise<number> => {
      const { status, body } = await fixture.place(person, lotId, yen, GROUP_A);
      expect({ status, body }).toMatchObject({ status: 200 });
      return body.bidId;
    },
    sync: (person: Person) => syncGroups(database, person.id),
    setCars: (person: Person | null, cars: number, more: object = {}) =>
      fixture.ask(person, 'PUT', '/v1/bid/group', { value: 1, cars, ...more }),
    orderKinds: (lots: number[]) => Promise.all(lots.map(async (lotId) => (await fixture.order(lotId))?.kind ?? null)),
    /** The agent accepts all due orders. */
    agentTakesAll: () =>
      orderDelivery({
        database,
        send: async ({ orderKey }) => ({ accepted: true, orderKey }),
        onAcknowledged: (tx, lotId) => releaseHeld(tx, lotId),
        log: createLog('test', 'silent'),
      }).deliverDue(),
    /** The auction house reports that the lot was sold, by the newest order or to another buyer. */
    result: async (lotId: number, bidId: number | null, soldPriceYen = 380_000): Promise<void> => {
      const order = await fixture.order(lotId);
      const buyerOrderKey = bidId === null ? null : `${lotId}:${order?.version}`;
      await db.updateTable('lots').set({ status: 4533 }).where('id', '=', lotId).execute();
      await database.bidDb
        .transaction()
        .execute((tx) => applyLotResult(tx, { lotId, status: 4533, soldPriceYen, buyerOrderKey, now: new Date() }));
    },
    settle: (bidId: number) => fixture.ask(fixture.maria, 'POST', '/v1/bid/confirm-win', { bidId }),
  };
}
export type GroupFixture = Awaited<ReturnType<typeof groupFixture>>;
