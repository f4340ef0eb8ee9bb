import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidStage, bidStage } from '../testing/bids.ts';
import { createLot } from '../testing/lots.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { recordOutcome, releaseHeld } from './finish-lot.ts';
import { syncGroups } from './sync-groups.ts';

const RUNS = Number(process.env.HISTORY_RUNS ?? 60);
const SEED = Number(process.env.HISTORY_SEED ?? Date.now() % 2 ** 31);

let stage: BidStage;
beforeAll(async () => {
  stage = await bidStage();
});
afterAll(() => stage.close());

interface World {
  clients: Person[];
  lots: number[];
}

const lot = fc.nat({ max: 2 });
const who = fc.nat({ max: 1 });
const amountYen = fc.nat({ max: 12 }).map((steps) => 280_000 + steps * 25_000);
const status = fc.integer({ min: 1, max: 6 });
/** No group, A, A or B: two of three bids meet in a group. */
const group = fc.constantFrom(undefined, 1, 1, 2);

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('place' as const), who, lot, amountYen, group }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), who, lot }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('status' as const), who, lot, status }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      who,
      lot,
      amountYen,
      adjustmentYen: fc.nat({ max: 50_000 }),
      group,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('groups' as const), lot, who }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cars' as const), lot, who, cars: fc.constantFrom(-1, 1, 2, 3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sold' as const), who, lot, amountYen: fc.option(amountYen) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('outcome' as const),
      lot,
      status: fc.integer({ min: 4531, max: 4539 }),
      version: fc.integer({ min: 0, max: 3 }),
      amountYen,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('acknowledged' as const), lot }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settle' as const), who, lot }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('time' as const), lot, minutes: fc.constantFrom(1_440, 600, 75, 30, -5) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const newestBid = async (userId: number | undefined, lotId: number) =>
  (
    await stage.db
      .selectFrom('bids')
      .select('id')
      .where('user_id', '=', userId ?? 0)
      .where('lot_id', '=', lotId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.id ?? 0;

async function take({ clients, lots }: World, move: Step): Promise<{ status: number } | undefined> {
  const lotId = lots[move.lot] ?? 0;
  const client = 'who' in move ? (clients[move.who] ?? null) : null;
  const bidId = client ? await newestBid(client.id, lotId) : 0;
  const tell = (method: 'POST' | 'PUT', path: string, body: object) =>
    stage.ask(stage.maria, method, `/v1/bid/${path}`, body);
  if (move.kind === 'place')
    return stage.place(client, lotId, move.amountYen, move.group ? { bidGroup: move.group } : {});
  if (move.kind === 'cancel') return bidId ? stage.setStatus(client, bidId, 4) : undefined;
  if (move.kind === 'status') return bidId ? stage.setStatus(stage.maria, bidId, move.status) : undefined;
  if (move.kind === 'edit')
    return bidId
      ? stage.edit(stage.maria, bidId, move.amountYen, {
          adjustmentPrice: move.adjustmentYen,
          bidGroup: move.group ?? null,
        })
      : undefined;
  if (move.kind === 'sold')
    return bidId ? tell('PUT', 'update-sold-price', { bidId, soldPrice: String(move.amountYen ?? '') }) : undefined;
  if (move.kind === 'settle') return bidId ? tell('POST', 'confirm-win', { bidId }) : undefined;
  if (move.kind === 'groups') await syncGroups(stage.database, client?.id ?? 0);
  if (move.kind === 'cars') return stage.ask(client, 'PUT', '/v1/bid/group', { value: 1, cars: move.cars });
  if (move.kind === 'time') await setMinutesLeft(lotId, move.minutes);
  if (move.kind === 'acknowledged') await acknowledge(lotId);
  if (move.kind === 'outcome') await report(lotId, move);
  return undefined;
}

async function setMinutesLeft(lotId: number, minutes: number) {
  const at = (before: number) => new Date(Date.now() + (minutes - before) * 60_000);
  await stage.db
    .updateTable('lots')
    .set({ auction_at: at(0), bids_close_at: at(90), agent_cutoff_at: at(60), cancel_until: at(12 * 60) })
    .where('id', '=', lotId)
    .execute();
}

async function acknowledge(lotId: number) {
  await stage.database.bidDb.transaction().execute(async (tx) => {
    await sql`select lock_lot_bids(${lotId})`.execute(tx);
    await tx.updateTable('agent_orders').set({ state: 'acknowledged' }).where('lot_id', '=', lotId).execute();
    await sql`update agent_order_versions v set acknowledged_at = clock_timestamp()
                from agent_orders o where o.lot_id = ${lotId} and v.lot_id = o.lot_id and v.version = o.version`.execute(
      tx,
    );
    await releaseHeld(tx, lotId);
  });
}

async function report(
  lotId: number,
  { status: lotStatus, version, amountYen: soldPriceYen }: Extract<Step, { kind: 'outcome' }>,
) {
  const order = await stage.order(lotId);
  const buyerOrderKey = order && version > 0 ? `${lotId}:${version}` : null;
  await stage.db.updateTable('lots').set({ status: lotStatus }).where('id', '=', lotId).execute();
  await stage.database.bidDb
    .transaction()
    .execute((tx) => recordOutcome(tx, { lotId, status: lotStatus, soldPriceYen, buyerOrderKey, now: new Date() }))
    .catch((error: { code?: string }) => {
      if (error.code !== 'Field.Invalid') throw error;
    });
}

test(`whatever two clients, a manager and a house do, the money is right (seed ${SEED})`, {
  timeout: 60_000 + RUNS * 2_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.boolean(), async (moves, autobid) => {
      const { db } = stage;
      const world: World = {
        clients: [await createPerson(db, { autobid }), await createPerson(db, { creditLimitYen: 700_000 })],
        lots: [await createLot(db), await createLot(db), await createLot(db)],
      };
      for (const move of moves) {
        const answer = await take(world, move);
        expect(answer?.status ?? 200).toBeLessThan(500);
      }
      await stage.expectSound();
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test(`the same when everybody moves at once (seed ${SEED})`, { timeout: 60_000 + RUNS * 2_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (moves) => {
      const { db } = stage;
      const world: World = {
        clients: [await createPerson(db, { autobid: true }), await createPerson(db, { creditLimitYen: 700_000 })],
        lots: [await createLot(db), await createLot(db), await createLot(db)],
      };
      const answers = await Promise.all(moves.map((move) => take(world, move)));
      for (const answer of answers) expect(answer?.status ?? 200).toBeLessThan(500);
      await stage.expectSound();
    }),
    { numRuns: Math.ceil(RUNS / 3), seed: SEED },
  );
});
