import type { Mail } from '../../platform/mail-outbox.ts';
import { createLot } from '../fixtures/lots.ts';
import { createPerson, type Person } from '../http/people.ts';
import { mailFixture } from './mail.ts';
import { type ReceivedMail, startMailServer } from './mail-server.ts';

/** A mail fixture whose worker sends to the test's own server. */
export async function emailFixture() {
  const fixture = await mailFixture();
  const server = await startMailServer();
  const worker = fixture.worker(server.url);
  return {
    fixture,
    server,
    worker,
    close: async () => {
      worker.stop();
      await server.close();
      await fixture.close();
    },
  };
}

export type EmailFixture = Awaited<ReturnType<typeof emailFixture>>;

/** Helpers for recipients, the bids of the emails, and received emails. */
export function emailTools(now: () => EmailFixture) {
  return {
    person: (language: 692 | 693, fullName = 'Anna Petrova') => createPerson(now().fixture.db, { language, fullName }),
    bidOf: async (
      { id }: Person,
      more: { status?: number; soldPriceYen?: number; finishReason?: string } = {},
    ): Promise<{ bidId: number; lotId: number }> => {
      const { db } = now().fixture;
      const lotId = await createLot(db, {
        auction_at: new Date('2026-11-24T05:05:00Z'),
        auction_day: '2026-11-24',
        lot_no: Math.floor(Math.random() * 1e9),
      });
      const bid = await db
        .insertInto('bids')
        .values({
          lot_id: lotId,
          user_id: id,
          placed_by: id,
          lot_source: 'auction',
          adjustment_yen: 0,
          amount_yen: 1_250_000,
          status: more.status ?? 3,
          sold_price_yen: more.soldPriceYen ?? null,
          finish_reason: more.finishReason ?? null,
          bid_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { bidId: bid.id, lotId };
    },
    /** A saved search of the recipient that has found this many lots, in the state before its email. */
    alertOf: async ({ id }: Person, { params, lots }: { params: string; lots: number }) => {
      const { db } = now().fixture;
      const search = await db
        .insertInto('saved_searches')
        .values({ user_id: id, page_type: 'car-auction', place: 1, title: 'White hybrids', params, alert: 'instant' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const alert = await db
        .insertInto('search_alerts')
        .values({ user_id: id })
        .returning('id')
        .executeTakeFirstOrThrow();
      const lotIds: number[] = [];
      for (let lot = 0; lot < lots; lot++) lotIds.push(await createLot(db, { auctionInMinutes: 600 + lot }));
      const found = { search_id: search.id, alert_id: alert.id, is_notified: true };
      await db
        .insertInto('search_matches')
        .values(lotIds.map((lot_id) => ({ ...found, car: `car ${lot_id}`, lot_id })))
        .execute();
      return { alertId: alert.id, lotIds, searchId: search.id };
    },
    sent: async (reader: Person, mail: Mail): Promise<ReceivedMail> => {
      const { fixture, server, worker } = now();
      const mailId = await fixture.queue(mail);
      await worker.send(mailId);
      const [received] = server.receivedBy(reader.email).slice(-1);
      if (!received) throw new Error(`nothing arrived: ${JSON.stringify(await fixture.row(mailId))}`);
      return received;
    },
  };
}
