import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { type TestPortal, testPortal } from '../../testing/http/portal.ts';

let portal: TestPortal;
let anna: Person;
let boris: Person;
beforeAll(async () => {
  portal = await testPortal(() => {});
  [anna, boris] = [await createPerson(portal.database.db), await createPerson(portal.database.db)];
});
afterAll(() => portal.close());

const watch = (person: Person, lotId: number) =>
  portal.database.db.insertInto('favorites').values({ user_id: person.id, lot_id: lotId, group_letter: 'A' }).execute();
const change = (lotId: number, values: object) =>
  portal.database.db.updateTable('lots').set(values).where('id', '=', lotId).execute();
const noticesOf = async (person: Person, lotId: number) =>
  (
    await sql<{ kind: string; data: object }>`
      select kind, data from notifications where user_id = ${person.id} and lot_id = ${lotId} order by id`.execute(
      portal.database.db,
    )
  ).rows;

// @covers FIND-06
describe('the watchers of a lot', () => {
  test('hear once that it starts lower, not that it starts higher', async () => {
    const lot = await createLot(portal.database.db, { start_price_yen: 500_000 });
    await watch(anna, lot);
    await change(lot, { start_price_yen: 450_000 });
    await change(lot, { start_price_yen: 600_000 });
    await change(lot, { start_price_yen: 450_000 });
    expect(await noticesOf(anna, lot)).toEqual([
      { kind: 'lot_cheaper', data: { oldPriceYen: 500_000, newPriceYen: 450_000 } },
    ]);
    expect(await noticesOf(boris, lot)).toEqual([]);
  });

  test('hear nothing of the price once bidding has closed, or of a lot that became private', async () => {
    const closed = await createLot(portal.database.db, { start_price_yen: 500_000, auctionInMinutes: 60 });
    const hidden = await createLot(portal.database.db, { start_price_yen: 500_000 });
    await watch(anna, closed);
    await watch(anna, hidden);
    await change(closed, { start_price_yen: 1_000 });
    await change(hidden, { is_private: true, start_price_yen: 1_000 });
    expect([...(await noticesOf(anna, closed)), ...(await noticesOf(anna, hidden))]).toEqual([]);
  });

  test('hear once how its price range did if they bid on it, or its price if they did not', async () => {
    const { db } = portal.database;
    const lot = await createLot(db, {
      ...{ price_low_yen: 500_000, price_high_yen: 700_000, average_price_yen: 600_000, chassis_number: '' },
    });
    const bid = { lot_id: lot, user_id: anna.id, placed_by: anna.id, lot_source: 'auction' as const, status: 2 };
    await db
      .insertInto('bids')
      .values({ ...bid, amount_yen: 550_000 })
      .execute();
    await watch(boris, lot);
    await change(lot, { status: 4533, sold_price_yen: 640_000 });
    await change(lot, { sold_price_yen: 650_000 });
    const ofAnna = await noticesOf(anna, lot);
    expect(ofAnna.filter(({ kind }) => kind === 'estimate_result')).toEqual([
      { kind: 'estimate_result', data: { lowYen: 500_000, highYen: 700_000 } },
    ]);
    expect((await noticesOf(boris, lot)).map(({ kind }) => kind)).toEqual(['favorite_sold']);
  });

  test('hear that it was withdrawn', async () => {
    const lot = await createLot(portal.database.db);
    await watch(anna, lot);
    await change(lot, { status: 4537 });
    await change(lot, { status: 4536 });
    expect((await noticesOf(anna, lot)).map(({ kind }) => kind)).toEqual(['lot_withdrawn']);
  });

  test('hear that the vehicle is listed again, by a full chassis number alone', async () => {
    const chassis = { chassis_code: 'ZVW50', chassis_number: 'ZVW50-1234567', maker: 'TOYOTA' };
    const masked = { chassis_code: 'ZVW50', chassis_number: 'ZVW50-12XXXXX', maker: 'TOYOTA' };
    for (const facts of [chassis, masked]) {
      const earlier = await createLot(portal.database.db, facts);
      await watch(anna, earlier);
      await change(earlier, { status: 4535 });
    }
    const again = await createLot(portal.database.db, chassis);
    const other = await createLot(portal.database.db, masked);
    const secret = await createLot(portal.database.db, { ...chassis, is_private: true });
    expect((await noticesOf(anna, again)).map(({ kind }) => kind)).toEqual(['lot_relisted']);
    expect([
      ...(await noticesOf(anna, other)),
      ...(await noticesOf(anna, secret)),
      ...(await noticesOf(boris, again)),
    ]).toEqual([]);
  });
});
