import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { settleWin } from '../../flows/auctions/settle-win.ts';
import { readSettings } from '../../platform/company-settings.ts';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { answerNewestOffer, OFFER_CALLS } from '../../testing/bidding/negotiation-fixture.ts';
import { createLot, runUnsold } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { syncGroups } from '../groups/sync-groups.ts';
import { applyLotResult, releaseHeld } from '../outcomes/apply-lot-result.ts';
import { bidRoutes } from '../routes.ts';

const RUNS = Number(process.env.HISTORY_RUNS ?? 60);
/** Fixed, so that a failure comes from the change under test; `npm run torture` uses other seeds. */
const SEED = Number(process.env.HISTORY_SEED ?? 1);
/** The checks after each history read the whole database, so it is replaced regularly. */
const HISTORIES_A_DATABASE = 25;
const TIMEOUT_MS = 60_000 + RUNS * 2_000;

let fixture: BidFixture;
let histories = 0;
async function openFixture(): Promise<void> {
  if (histories++ % HISTORIES_A_DATABASE > 0) return;
  await fixture?.close();
  fixture = await bidFixture((app, database) => bidRoutes(app, database, { settleWin }));
}
afterAll(() => fixture.close());

interface World {
  clients: Person[];
  lots: number[];
}

const lot = fc.nat({ max: 2 });
const who = fc.nat({ max: 1 });
const amountYen = fc.nat({ max: 12 }).map((steps) => 280_000 + steps * 25_000);
const status = fc.integer({ min: 1, max: 6 });
/** No group, A, A or B, so that groups often have several bids. */
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unsold' as const), lot }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('offer' as const), who, lot, amountYen }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), who, lot, call: fc.constantFrom(...OFFER_CALLS) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('acknowledged' as const), lot }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settle' as const), who, lot }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      who,
      lot,
      limitYen: fc.constantFrom(0, 400_000, 1_200_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('time' as const), lot, minutes: fc.constantFrom(1_440, 600, 75, 30, -5) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const newestBid = async (userId: number | undefined, lotId: number) =>
  (
    await fixture.db
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
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    fixture.ask(fixture.maria, method, `/v1/bid/${path}`, body);
  if (move.kind === 'place')
    return fixture.place(client, lotId, move.amountYen, move.group ? { bidGroup: move.group } : {});
  if (move.kind === 'cancel') return bidId ? fixture.setStatus(client, bidId, 4) : undefined;
  if (move.kind === 'status') return bidId ? fixture.setStatus(fixture.maria, bidId, move.status) : undefined;
  if (move.kind === 'edit')
    return bidId
      ? fixture.edit(fixture.maria, bidId, move.amountYen, {
          adjustmentPrice: move.adjustmentYen,
          bidGroup: move.group ?? null,
        })
      : undefined;
  if (move.kind === 'sold')
    return bidId ? send('PUT', 'update-sold-price', { bidId, soldPrice: String(move.amountYen ?? '') }) : undefined;
  if (move.kind === 'settle') return bidId ? send('POST', 'confirm-win', { bidId }) : undefined;
  if (move.kind === 'offer') return bidId ? send('POST', 'make-offer', { bidId, amount: move.amountYen }) : undefined;
  if (move.kind === 'answer') return answerNewestOffer(fixture, client, { bidId, call: move.call });
  if (move.kind === 'unsold') {
    await runUnsold(fixture.db, lotId);
    await report(lotId, { kind: 'outcome', lot: move.lot, status: 4535, version: 0, amountYen: 0 });
  }
  if (move.kind === 'groups') await syncGroups(fixture.database, client?.id ?? 0);
  if (move.kind === 'cars') return fixture.ask(client, 'PUT', '/v1/bid/group', { value: 1, cars: move.cars });
  if (move.kind === 'limit') await setLimit(client, move.limitYen);
  if (move.kind === 'time') await setMinutesLeft(lotId, move.minutes);
  if (move.kind === 'acknowledged') await acknowledge(lotId);
  if (move.kind === 'outcome') await report(lotId, move);
  return undefined;
}

const setLimit = (client: Person | null, creditLimitYen: number) =>
  fixture.db
    .updateTable('bid_clients')
    .set({ credit_limit_yen: creditLimitYen })
    .where('user_id', '=', client?.id ?? 0)
    .execute();

async function setMinutesLeft(lotId: number, minutes: number) {
  const at = (before: number) => new Date(Date.now() + (minutes - before) * 60_000);
  await fixture.db
    .updateTable('lots')
    .set({ auction_at: at(0), bids_close_at: at(90), agent_cutoff_at: at(60), cancel_until: at(12 * 60) })
    .where('id', '=', lotId)
    .execute();
}

async function acknowledge(lotId: number) {
  await fixture.database.bidDb.transaction().execute(async (tx) => {
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
  const order = await fixture.order(lotId);
  const buyerOrderKey = order && version > 0 ? `${lotId}:${version}` : null;
  await fixture.db.updateTable('lots').set({ status: lotStatus }).where('id', '=', lotId).execute();
  await fixture.database.bidDb
    .transaction()
    .execute((tx) => applyLotResult(tx, { lotId, status: lotStatus, soldPriceYen, buyerOrderKey, now: new Date() }))
    .catch((error: { code?: string }) => {
      if (error.code !== 'Field.Invalid') throw error;
    });
}

/** Exposure of the two clients, and whether it is more than they can pay. */
async function holdings({ clients }: World) {
  const rows = await fixture.db
    .selectFrom('bid_clients')
    .selectAll()
    .where(
      'user_id',
      'in',
      clients.map(({ id }) => id),
    )
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id, exposure_yen, balance_yen, credit_limit_yen }) => ({
    userId: user_id,
    exposureYen: exposure_yen,
    isOver: exposure_yen > balance_yen + credit_limit_yen,
  }));
}

/** Whether this step may exceed the client's limit: only a reported result, or a manager's change of a win (docs/decisions/006). */
async function mayExceed({ clients, lots }: World, move: Step): Promise<boolean> {
  if (move.kind === 'outcome' || move.kind === 'sold') return true;
  if (move.kind === 'status') return move.status === 6;
  if (move.kind !== 'edit') return false;
  const bidId = await newestBid(clients[move.who]?.id, lots[move.lot] ?? 0);
  return bidId > 0 && (await fixture.bid(bidId)).status === 6;
}

/** Takes a step and expects that no client exceeds their limit through it. */
async function takeWithin(world: World, move: Step) {
  const before = await holdings(world);
  const isFact = await mayExceed(world, move);
  const answer = await take(world, move);
  const grown = (await holdings(world)).filter(
    (after, index) => after.isOver && after.exposureYen > (before[index]?.exposureYen ?? 0),
  );
  if (!isFact) expect({ move, grown }).toEqual({ move, grown: [] });
  return answer;
}

/** Without payments, a balance equals the client's purchases to the yen, and each car is bought once. */
async function expectBooked({ clients, lots }: World) {
  const { agentFeeYen } = await readSettings(fixture.db);
  const settled = await fixture.db
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .innerJoin('auction_houses', 'auction_houses.id', 'lots.house_id')
    .select(['bids.user_id', 'bids.lot_id', 'bids.sold_price_yen', 'auction_houses.haulage_yen'])
    .where('bids.status', '=', 7)
    .where('bids.lot_id', 'in', lots)
    .execute();
  const costs = clients.map(({ id }) =>
    settled
      .filter(({ user_id }) => user_id === id)
      .reduce((yen, bid) => yen + (bid.sold_price_yen ?? 0) + agentFeeYen + bid.haulage_yen, 0),
  );
  const balances = await Promise.all(
    clients.map(({ id }) =>
      fixture.db.selectFrom('bid_clients').select('balance_yen').where('user_id', '=', id).executeTakeFirstOrThrow(),
    ),
  );
  expect(balances.map(({ balance_yen }) => balance_yen)).toEqual(costs.map((yen) => 0 - yen));
  const bought = await fixture.db.selectFrom('purchases').select('lot_id').where('lot_id', 'in', lots).execute();
  expect(bought.map(({ lot_id }) => lot_id).sort()).toEqual(settled.map(({ lot_id }) => lot_id).sort());
}

async function openWorld(autobid: boolean): Promise<World> {
  const { db } = fixture;
  return {
    clients: [await createPerson(db, { autobid }), await createPerson(db, { creditLimitYen: 700_000 })],
    lots: [await createLot(db), await createLot(db), await createLot(db)],
  };
}

async function expectRight(world: World, answers: ({ status: number } | undefined)[]) {
  for (const answer of answers) expect(answer?.status ?? 200).toBeLessThan(500);
  await fixture.expectSound();
  await expectBooked(world);
}

const moves = fc.array(step, { minLength: 5, maxLength: 25 });

test(
  `any actions of two clients, a manager and an auction house keep the money right (seed ${SEED})`,
  { timeout: TIMEOUT_MS },
  () =>
    fc.assert(
      fc
        .asyncProperty(moves, fc.boolean(), async (steps, autobid) => {
          const world = await openWorld(autobid);
          const answers = [];
          for (const move of steps) answers.push(await takeWithin(world, move));
          await expectRight(world, answers);
        })
        .beforeEach(openFixture),
      { numRuns: RUNS, seed: SEED },
    ),
);

test(`concurrent actions keep the money right (seed ${SEED})`, { timeout: TIMEOUT_MS }, () =>
  fc.assert(
    fc
      .asyncProperty(moves, async (steps) => {
        const world = await openWorld(true);
        await expectRight(world, await Promise.all(steps.map((move) => take(world, move))));
      })
      .beforeEach(openFixture),
    { numRuns: Math.ceil(RUNS / 3), seed: SEED },
  ),
);
