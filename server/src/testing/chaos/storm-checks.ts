import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { findBrokenInvariants } from '../../bids/audit-log/check-invariants-queries.ts';
import type { Db } from '../../platform/db/db.ts';
import { untilDone } from '../bidding/bidders.ts';
import type { Storm } from './storm.ts';

const PATIENCE = { timeout: 600_000, interval: 250 };
const CHECK_CONCURRENCY = 8;

/** Runs all pending work to its end, without the pauses between attempts. */
async function becomeCalm({ database: { db } }: Storm): Promise<void> {
  await vi.waitFor(async () => {
    await sql`update agent_orders set next_attempt_at = 'epoch', claimed_until = 'epoch'
      where state in ('waiting', 'sent') and updated_at < clock_timestamp() - interval '12 seconds'`.execute(db);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::integer from agent_orders where state <> 'acknowledged') as orders,
        (select count(*)::integer from lots where outcome_pending) as outcomes,
        (select count(*)::integer from bids where status = 6) as wins`.execute(db);
    expect(rows[0]).toEqual({ orders: 0, outcomes: 0, wins: 0 });
  }, PATIENCE);
}

/** Every answered call was carried out once, the agent has each order once, and no yen appeared from nowhere. */
export async function expectNothingLost(storm: Storm): Promise<void> {
  const { database, agent, bidders } = storm;
  const { db } = database;
  await vi.waitFor(async () => {
    const sold = bidders.lots.filter(({ state }) => state === 'sold').length;
    const { rows } = await sql<{ told: number }>`select count(*)::integer as told from lot_results`.execute(db);
    expect(rows[0]?.told).toBe(sold);
  }, PATIENCE);
  await becomeCalm(storm);
  expect(await findBrokenInvariants(db)).toEqual([]);
  await expectBidsAsAnswered(storm);
  await expectRepeatsAnswered(storm);
  await expectAgentKnowsOnce(db, agent);
  await expectYenKept(db, bidders.lots.filter(({ state }) => state === 'sold').length);
}

/** The bidders' own records are the model: one bid on each lot, at the last accepted amount. */
async function expectBidsAsAnswered({ database: { db }, bidders }: Storm): Promise<void> {
  const rows = await db.selectFrom('bids').select(['id', 'lot_id', 'amount_yen', 'status']).orderBy('id').execute();
  const found = rows.map(({ id, lot_id, amount_yen, status }) => ({
    bidId: id,
    lotId: lot_id,
    amountYen: amount_yen,
    state: stateOf(status),
  }));
  const booked = bidders.lots.map(({ bidId, lotId, amountYen, state }) => ({ bidId, lotId, amountYen, state }));
  expect(found).toEqual(booked.sort((a, b) => a.bidId - b.bidId));
}

const stateOf = (status: number): string =>
  status === 7 ? 'sold' : status === 4 ? 'cancelled' : status <= 2 ? 'open' : `status ${status}`;

async function expectRepeatsAnswered({ bidders, call }: Storm): Promise<void> {
  const left = [...bidders.acknowledged];
  const askAll = async () => {
    for (let asked = left.pop(); asked; asked = left.pop()) {
      const { person, method, path, body, key, reply } = asked;
      const again = await untilDone({ repeats: 0 }, () => call(person, method, path, body, key));
      expect(again).toEqual({ status: 200, body: reply });
    }
  };
  await Promise.all(Array.from({ length: CHECK_CONCURRENCY }, askAll));
}

async function expectAgentKnowsOnce(db: Db, { effects }: Storm['agent']): Promise<void> {
  expect(effects.length).toBe(new Set(effects.map(({ orderKey }) => orderKey)).size);
  const newest = new Map(effects.map(({ lotId, version }) => [lotId, version]));
  const orders = await db.selectFrom('agent_orders').select(['lot_id', 'version']).execute();
  expect([...newest].sort()).toEqual(orders.map(({ lot_id, version }) => [String(lot_id), version] as const).sort());
}

async function expectYenKept(db: Db, sold: number): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    select (select coalesce(sum(amount_yen), 0) from ledger_entries) as created,
      (select count(*)::integer from purchases) as bought,
      (select coalesce(sum(balance_yen), 0) from bid_clients) + (select coalesce(sum(total_yen), 0) from purchases) as owed`.execute(
    db,
  );
  expect(rows[0]).toEqual({ created: 0, bought: sold, owed: 0 });
}
