import { expect } from 'vitest';
import { HIS_LOT_NO, HIS_MAKER } from './lot-objects.ts';
import { createLot, runUnsold } from './lots.ts';
import { type Person, signIn } from './people.ts';
import type { TestPortal } from './portal.ts';

export const HIS_PASSKEY = '00000000-0000-4000-8000-0000000000b2';
export const bidBody = { amount: 650_000, bidType: 1, confirm: 1, lotType: 'auction' };

export const consigneeBody = {
  ...{ fullName: 'Pavel Smirnov', address: 'Portovaya 3', countryId: 183, port: 'Vladivostok' },
  ...{ telephone: '79140001122', email: 'pavel@example.com', document: '', paymentMethod: 'bank' },
};

export interface ObjectsOfBoris {
  /** Himself. */
  user: number;
  search: number;
  lot: number;
  others: { stock: number; bike: number };
  /** Not of USS. */
  plain: { car: number; bike: number };
  share: string;
  bid: number;
  wonBid: number;
  /** What a seller asks of him. */
  offer: number;
  purchase: string;
  session: string;
  notification: number;
  sku: string;
}

/** One object of each kind that belongs to Boris and that nobody else but a manager may reach. */
export async function createObjectsOf(boris: Person, maria: Person, portal: TestPortal): Promise<ObjectsOfBoris> {
  const { db } = portal.database;
  const ask = async (person: Person, method: 'POST' | 'PUT', call: string, body: object) => {
    const answer = await portal.ask(person, method, call, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const place = async (lotId: number): Promise<number> =>
    (await ask(boris, 'POST', '/v1/bid/create', { ...bidBody, carId: String(lotId) })).bidId;
  const win = async (bidId: number) => {
    await ask(maria, 'PUT', '/v1/bid/update-bid-status', { bidId, status: 6 });
    await ask(maria, 'PUT', '/v1/bid/update-sold-price', { bidId, soldPrice: '640000' });
    return bidId;
  };
  const secret = { lot_no: HIS_LOT_NO, maker: HIS_MAKER, house: 'Secret House' };
  const lotId = await createLot(db, secret);
  const forHim = { ...secret, is_private: true, viewers: [boris.id] };
  const others = {
    stock: await createLot(db, { ...forHim, lot_source: 'stock' }),
    bike: await createLot(db, { ...forHim, vehicle: 'bike' }),
  };
  await db
    .insertInto('production_months')
    .values({
      ...{ source: 'test', source_id: 'his', source_updated_at: new Date(0), maker: HIS_MAKER, chassis_code: 'ZVW50' },
      ...{ serial_from: 1_234_567, serial_to: 1_234_567, year: 2018, month: 5 },
    })
    .execute();
  const bought = await createLot(db, { chassis_number: 'ZVW50-OF-BORIS' });
  const bidId = await place(lotId);
  const wonBid = await win(await place(await createLot(db)));
  await ask(maria, 'POST', '/v1/bid/confirm-win', { bidId: await win(await place(bought)) });
  const unsold = await createLot(db);
  const negotiated = await place(unsold);
  await ask(maria, 'PUT', '/v1/bid/update-bid-status', { bidId: negotiated, status: 2 });
  await runUnsold(db, unsold);
  const { offerId } = await ask(maria, 'POST', '/v1/bid/make-offer', { bidId: negotiated, amount: 700_000 });
  await db.updateTable('lots').set({ is_private: true }).where('id', '=', lotId).execute();
  // Shown to him alone; further photos of his first lot are known, so that nobody waits for its house.
  const hidden = { is_private: true, viewers: [boris.id], isUss: false, house: 'Other Secret House' };
  const plain = { car: await createLot(db, hidden), bike: await createLot(db, { ...hidden, vehicle: 'bike' }) };
  await db
    .insertInto('lot_extra_images')
    .values({ lot_id: lotId, images: ['/p/suv-red-1-side'] })
    .execute();
  const shared = await portal.ask(boris, 'GET', `/v1/auction/password?carId=${bought}&auctionType=main`);
  expect(shared.status).toBe(200);
  const purchase = await db.selectFrom('purchases').select(['id', 'sku']).executeTakeFirstOrThrow();
  await signIn(db, boris.id);
  await db
    .insertInto('passkeys')
    .values({
      id: HIS_PASSKEY,
      user_id: boris.id,
      credential_id: 'his',
      public_key: Buffer.alloc(32),
      sign_count: 0,
      name: 'His phone',
    })
    .execute();
  await db.insertInto('favorites').values({ user_id: boris.id, lot_id: lotId, group_letter: 'A' }).execute();
  const search = await db
    .insertInto('saved_searches')
    .values({ user_id: boris.id, page_type: 'stock', place: 1, title: 'His own', params: 'maker=MAZDA' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', boris.id)
    .executeTakeFirstOrThrow();
  const notification = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', boris.id)
    .executeTakeFirstOrThrow();
  return {
    user: boris.id,
    notification: notification.id,
    plain,
    share: shared.body.shareId,
    ...{ search: search.id, lot: lotId, others, bid: bidId, wonBid, offer: offerId },
    ...{ purchase: `P${purchase.id}`, session: session.id, sku: purchase.sku },
  };
}
