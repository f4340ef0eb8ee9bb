import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runAdmin } from '../../admin/run-admin.ts';
import { bookPurchase } from '../../payments/book-posting.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { syncGroups } from '../groups/sync-groups.ts';
import { applyLotResult } from '../outcomes/apply-lot-result.ts';
import { findBrokenInvariants } from './check-invariants-queries.ts';
import { findUnreplayed } from './replay-log-queries.ts';

let fixture: BidFixture;
let wonId: number;
let openId: number;
beforeAll(async () => {
  fixture = await bidFixture();
  await fixture.db.updateTable('bid_clients').set({ credit_limit_yen: 9_000_000 }).execute();
  const [wonLot, openLot, fullLot] = await Promise.all([
    createLot(fixture.db),
    createLot(fixture.db),
    createLot(fixture.db),
  ]);
  wonId = await fixture.placed(fixture.anna, wonLot, 400_000);
  await fixture.place(fixture.anna, wonLot, 450_000, { bidGroup: 1 });
  expect((await fixture.setStatus(fixture.maria, wonId, 2)).status).toBe(200);
  await fixture.place(fixture.anna, fullLot, 450_000, { bidGroup: 1 });
  await syncGroups(fixture.database, fixture.anna.id);
  openId = await fixture.placed(fixture.boris, openLot, 400_000);
  expect((await fixture.edit(fixture.maria, openId, 405_000, { adjustmentPrice: 3_000 })).status).toBe(200);
  for (const soldPriceYen of [380_000, 385_000]) await saveSoldPrice(wonLot, soldPriceYen);
  expect((await fixture.ask(fixture.maria, 'POST', '/v1/bid/confirm-win', { bidId: wonId })).status).toBe(200);
  await syncGroups(fixture.database, fixture.anna.id);
});
afterAll(() => fixture.close());

async function saveSoldPrice(lotId: number, soldPriceYen: number): Promise<void> {
  await fixture.db.updateTable('lots').set({ status: 4533 }).where('id', '=', lotId).execute();
  const version = (await fixture.order(lotId))?.version;
  await fixture.database.bidDb
    .transaction()
    .execute((tx) =>
      applyLotResult(tx, { lotId, status: 4533, soldPriceYen, buyerOrderKey: `${lotId}:${version}`, now: new Date() }),
    );
}

test('the log alone rebuilds every bid: placed, replaced, accepted, edited, won, corrected, bought, ended by its group', async () => {
  const { rows } = await sql<{ event: string }>`select distinct event from bid_events order by event`.execute(
    fixture.db,
  );
  expect(rows.map(({ event }) => event)).toEqual([
    'edited',
    'group_full',
    'outcome',
    'placed',
    'replaced',
    'settled',
    'status',
  ]);
  expect(await findBrokenInvariants(fixture.db)).toEqual([]);
});

test.each([
  ['amount_yen', '405000', '410000'],
  ['adjustment_yen', '3000', '0'],
  ['status', '1', '3'],
  ['group_value', 'null', '2'],
  ['export_type', '1', 'null'],
  ['auto_bid', 'false', 'true'],
  ['sold_price_yen', 'null', '1'],
  ['finish_reason', 'null', '"won"'],
  ['not_forwarded', 'false', 'true'],
  ['version', '2', '3'],
] as const)('finds a bid changed without an event by its %s', async (column, logged, written) => {
  const value = written.replaceAll('"', "'");
  expect(await foundAfter(`update bids set ${column} = ${value} where id = ${openId}`)).toEqual([
    `bid ${openId}: the log gives ${column} ${logged}, the bid has ${written}`,
  ]);
});

test.each(['created_at', 'bid_at', 'status_at', 'amount_at', 'lot_id', 'user_id', 'placed_by'])(
  'finds another %s, which no event repeats',
  async (column) => {
    const isInstant = column.endsWith('_at');
    const other = column === 'lot_id' ? `(select max(id) from lots where id <> lot_id)` : fixture.maria.id;
    const value = isInstant ? `${column} + interval '1 microsecond'` : other;
    const [found, ...more] = await foundAfter(`update bids set ${column} = ${value} where id = ${openId}`);
    expect(found).toContain(`bid ${openId}: the log gives ${column} `);
    expect(more).toEqual([]);
  },
);

test('finds a bid without events', async () => {
  expect(
    await foundAfter(
      `insert into bids (lot_id, user_id, placed_by, lot_source, amount_yen, status)
       select lot_id, ${fixture.boris.id}, ${fixture.boris.id}, 'auction', 5000, 1 from bids where id = ${wonId}`,
    ),
  ).toEqual([expect.stringMatching(/^bid \d+: not in the log$/)]);
});

test('the admin command runs all checks', async () => {
  // The posting that the flow makes with the purchase; this fixture has no flows.
  const { id: purchaseId, user_id: userId } = await fixture.db
    .selectFrom('purchases')
    .select(['id', 'user_id'])
    .executeTakeFirstOrThrow();
  const paid = { purchaseId, userId, carPriceYen: 385_000, feesYen: 0, description: 'a car', bookedOn: '2026-11-24' };
  await fixture.db.transaction().execute((tx) => bookPurchase(tx, paid));
  vi.stubEnv('DATABASE_URL', fixture.url);
  const said: string[] = [];
  const say = (text: unknown) => {
    said.push(String(text));
    return true;
  };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(say);
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(say);
  try {
    expect([await runAdmin(['check']), said[0]]).toEqual([0, expect.stringMatching(/^No faults: /)]);
    await fixture.db.updateTable('bids').set({ amount_yen: 400_000 }).where('id', '=', openId).execute();
    expect(await runAdmin(['check'])).toBe(1);
  } finally {
    await fixture.db.updateTable('bids').set({ amount_yen: 405_000 }).where('id', '=', openId).execute();
    out.mockRestore();
    err.mockRestore();
    vi.unstubAllEnvs();
  }
  expect(said.at(-1)).toContain(`bid ${openId}: the log gives amount_yen 405000, the bid has 400000`);
  expect(said.at(-1)).toContain('Faults found: ');
});

/** Changes only the table, returns the findings, and restores it. */
async function foundAfter(statement: string): Promise<string[]> {
  const undone = new Error('undone');
  let found: string[] = [];
  const attempt = fixture.db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx);
    found = await findUnreplayed(tx);
    throw undone;
  });
  await expect(attempt).rejects.toBe(undone);
  return found;
}
