import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPerson, type Person } from '../testing/http/people.ts';
import { type TestPortal, testPortal } from '../testing/http/portal.ts';
import { bookPosting } from './book-posting.ts';
import { compareLedger } from './check-ledger-queries.ts';
import { findPayments } from './queries.ts';
import { paymentRoutes } from './routes.ts';

const READS = Number(process.env.LEDGER_READS ?? 600);
const CLIENTS = 8;
const EACH_YEN = 1_000_000;
const WRITERS = 3;
const READERS = 4;

let portal: TestPortal;
let people: Person[];
beforeAll(async () => {
  portal = await testPortal(paymentRoutes);
  const { db } = portal.database;
  people = await Promise.all(Array.from({ length: CLIENTS }, () => createPerson(db, { balanceYen: EACH_YEN })));
});
afterAll(() => portal.close());

/** Draws below 1 from the run's seed; the generator never leaves 0. */
let seed = (Math.abs(inject('randomSeed')) % 2_147_483_646) + 1;
function draw(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

let booked = 0;
const pick = (not = -1): number => {
  const index = Math.floor(draw() * CLIENTS);
  return index === not ? pick(not) : index;
};

/** Moves yen from one client to another: their total stays the same. */
async function move(): Promise<void> {
  const from = pick();
  const amountYen = 1 + Math.floor(draw() * 50_000);
  const [giver, taker] = [people[from] as Person, people[pick(from)] as Person];
  // As in every command that locks two clients: the lower id first.
  const order = [giver, taker].sort((a, b) => a.id - b.id);
  await portal.database.db.transaction().execute((tx) =>
    bookPosting(tx, {
      kind: 'correction',
      idempotencyKey: `move-${booked++}`,
      description: 'Moved',
      bookedOn: '2026-11-21',
      entries: order.map(({ id }) => ({
        account: { clientId: id },
        amountYen: id === giver.id ? -amountYen : amountYen,
      })),
    }),
  );
}

/** One statement each, as the screens use: the balance of all, and the balance of one with their records. */
async function readOnce(wrong: string[]): Promise<void> {
  const { db, pool } = portal.database;
  const { rows } = await pool.query(
    `select (select sum(balance_yen) from bid_clients) as shown,
            (select sum(amount_yen) from ledger_entries e join ledger_accounts a on a.id = e.account_id
              where a.kind = 'client') as booked`,
  );
  const { shown, booked: inBooks } = rows[0];
  if (shown !== CLIENTS * EACH_YEN || inBooks !== shown) wrong.push(`all have ${shown}, booked ${inBooks}`);
  const { id } = people[pick()] as Person;
  const { records, balance, received, spent } = await findPayments(db, id, { limit: 20, offset: 0 }, 'en');
  const sums = [balance, Number(received) - Number(spent)].map(Number);
  if (records[0]?.balanceYen !== sums[0] || sums[0] !== sums[1])
    wrong.push(`client ${id}: ${records[0]?.balanceYen} after the last record, ${sums.join(' and ')} in all`);
}

// @covers PAY-09
test('no reader sees a wrong total during transfers between clients', async () => {
  const wrong: string[] = [];
  let reads = 0;
  const readers = Array.from({ length: READERS }, async () => {
    while (reads < READS) {
      reads += 2;
      await readOnce(wrong);
    }
  });
  const writers = Array.from({ length: WRITERS }, async () => {
    while (reads < READS) {
      await move();
      // Slow the writers down once there are enough records, so that the readers stay under test.
      if (booked > 4_000) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await Promise.all([...readers, ...writers]);
  process.stdout.write(`COUNTED ${JSON.stringify({ reads, postings: booked, wrongTotals: wrong.length })}\n`);
  expect(wrong).toEqual([]);
  expect(booked).toBeGreaterThan(10);
  expect((await compareLedger(portal.database.db)).faults).toEqual([]);
}, 3_600_000);
