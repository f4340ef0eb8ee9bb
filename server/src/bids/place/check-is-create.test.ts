import type { Flag } from '@seri/contract/auth/permissions.ts';
import { BID_STEP_YEN, MAX_BID_YEN } from '@seri/contract/bids/rules.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BidFixture, bidFixture } from '../../testing/bidding/bid-fixture.ts';
import { createLot } from '../../testing/fixtures/lots.ts';
import { createPerson, type Person } from '../../testing/http/people.ts';
import { syncGroups } from '../groups/sync-groups.ts';
import { releaseHeld } from '../outcomes/apply-lot-result.ts';

const RUNS = Number(process.env.ATTEMPT_RUNS ?? 100);
/** Fixed, so that a failure comes from the change under test; `npm run torture` uses other seeds. */
const SEED = Number(process.env.ATTEMPT_SEED ?? 1);

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await bidFixture();
});
afterAll(() => fixture.close());

const STOCK_YEN = 500_000;
const STOCK_LOT = 3;
/** Mostly the same lot, so that attempts collide with earlier actions. */
const lot = fc.constantFrom(0, 0, 0, 1, 1, 2, STOCK_LOT);
const auctionLot = fc.constantFrom(0, 0, 1, 2);
const group = fc.constantFrom(undefined, undefined, 1, 1, 1, 2);
const wholeSteps = fc.integer({ min: 61, max: 110 }).map((steps) => steps * BID_STEP_YEN);
const amount = fc.oneof(
  { weight: 12, arbitrary: wholeSteps },
  { weight: 2, arbitrary: fc.constantFrom(STOCK_YEN, STOCK_YEN + 1, 1, 295_000, 300_000, 302_500, MAX_BID_YEN) },
  { weight: 1, arbitrary: fc.integer({ min: 290_000, max: 560_000 }) },
);
const offer = fc.record({
  lot,
  amount,
  bidGroup: group,
  bidType: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 8 }),
});

/** Earlier actions: bids of the client, and changes by a manager, the agent and the groups. */
const past = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('placed' as const), lot, amount: wholeSteps, bidGroup: group }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      lot,
      status: fc.constantFrom(1, 2, 2, 2, 3, 4, 6, 6),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('groups' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('acknowledged' as const), lot: auctionLot }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cars' as const), cars: fc.constantFrom(-1, 1, 2, 3) }) },
);

const FLAGS = [
  'biddingAllowed',
  'bidDeadlineCheck',
  'creditLimitCheck',
  'dailyBidLimitCheck',
  'exportTypeShow',
  'exportTypeOptional',
] as const satisfies Flag[];
/** A flag mostly has its usual value; otherwise one reason would hide all others. */
const usually = (value: boolean) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constant(!value) });
const flags = fc.record(
  Object.fromEntries(FLAGS.map((flag) => [flag, usually(flag !== 'exportTypeOptional')])) as Record<
    (typeof FLAGS)[number],
    fc.Arbitrary<boolean>
  >,
);

/** State at the time of the attempt. Minutes are far from every deadline, since check and create run one after the other. */
const moment = fc.record({
  flags,
  creditLimitYen: fc.constantFrom(-1, 0, 350_000, 600_000, 900_000, 1_000_000, 1_500_000, 1_500_000, 2_000_000),
  balanceYen: fc.constantFrom(0, 0, 123_456),
  dailyBidLimit: fc.constantFrom(-1, -1, -1, -1, -1, -1, 0, 2, 3, 5),
  autobid: fc.boolean(),
  minutesLeft: fc.constantFrom(1_440, 1_440, 1_440, 1_440, 1_440, 600, 600, 600, 75, 30, 30, -5),
  lotStatus: fc.constantFrom(...Array<number>(12).fill(4532), 4531, 4535, 4536),
  startPriceYen: fc.constantFrom(300_000, 300_000, 302_500, 420_000, null),
  kind: fc.constantFrom(...Array<'right' | 'wrong'>(20).fill('right'), 'wrong'),
});

const attempt = fc.record({ history: fc.array(past, { minLength: 2, maxLength: 8 }), moment, offer });
type Attempt = typeof attempt extends fc.Arbitrary<infer A> ? A : never;

interface World {
  client: Person;
  lots: number[];
}

async function live(past: Attempt['history'], { client, lots }: World): Promise<void> {
  for (const event of past) {
    const lotId = 'lot' in event ? (lots[event.lot] ?? 0) : 0;
    if (event.kind === 'placed') await place(client, bodyOf({ ...event, bidType: 1 }, lotId));
    if (event.kind === 'groups') await syncGroups(fixture.database, client.id);
    if (event.kind === 'cars') await fixture.ask(client, 'PUT', '/v1/bid/group', { value: 1, cars: event.cars });
    if (event.kind === 'acknowledged') await acknowledge(lotId);
    const bidId = event.kind === 'status' ? await newestBid(client.id, lotId) : undefined;
    if (event.kind === 'status' && bidId) await fixture.setStatus(fixture.maria, bidId, event.status);
  }
}

function bodyOf(
  { lot: index, amount: yen, bidGroup, bidType }: Attempt['offer'],
  lotId: number,
  lotType = index === STOCK_LOT ? 'stock' : 'auction',
) {
  const wanted = index === STOCK_LOT && yen % (4 * BID_STEP_YEN) === 0 ? STOCK_YEN : yen;
  return { amount: wanted, carId: String(lotId), confirm: 1, lotType, bidGroup, bidType };
}

const place = (client: Person, body: object) => fixture.ask(client, 'POST', '/v1/bid/create', body);

const newestBid = async (userId: number, lotId: number) =>
  (
    await fixture.db
      .selectFrom('bids')
      .select('id')
      .where('user_id', '=', userId)
      .where('lot_id', '=', lotId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.id;

async function acknowledge(lotId: number): Promise<void> {
  const at = new Date();
  await fixture.db.updateTable('agent_orders').set({ state: 'acknowledged' }).where('lot_id', '=', lotId).execute();
  await fixture.db
    .updateTable('agent_order_versions')
    .set({ acknowledged_at: at })
    .where('lot_id', '=', lotId)
    .where('version', '=', (await fixture.order(lotId))?.version ?? 0)
    .execute();
  await fixture.database.bidDb.transaction().execute((tx) => releaseHeld(tx, lotId));
}

/** Sets the client's flags and limits and the lots' times for the attempt. */
async function arrive({ client, lots }: World, now: Attempt['moment']): Promise<void> {
  const { permissions } = await fixture.db
    .selectFrom('users')
    .select('permissions')
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow();
  await fixture.db
    .updateTable('users')
    .set({ permissions: JSON.stringify({ ...(permissions as object), ...now.flags }) })
    .where('id', '=', client.id)
    .execute();
  await fixture.db
    .updateTable('bid_clients')
    .set({ credit_limit_yen: now.creditLimitYen, daily_bid_limit: now.dailyBidLimit })
    .where('user_id', '=', client.id)
    .execute();
  const at = (before: number) => new Date(Date.now() + (now.minutesLeft - before) * 60_000);
  await fixture.db
    .updateTable('lots')
    .set({
      status: now.lotStatus,
      auction_at: at(0),
      bids_close_at: at(90),
      agent_cutoff_at: at(60),
      cancel_until: at(12 * 60),
    })
    .where('id', 'in', lots)
    .execute();
  await fixture.db
    .updateTable('lots')
    .set({ start_price_yen: now.startPriceYen })
    .where('id', 'in', lots.slice(0, STOCK_LOT))
    .execute();
}

/** Repeating the current bid returns it, even if it could no longer be placed (business-rules.md#bid-check). */
async function isRepeat(client: Person, body: ReturnType<typeof bodyOf>, { flags }: Attempt['moment']) {
  const bidId = await newestBid(client.id, Number(body.carId));
  if (!bidId || !flags.biddingAllowed || body.lotType === 'bike') return false;
  const { status, amount_yen, group_value, export_type } = await fixture.bid(bidId);
  const isStock = body.lotType === 'stock';
  const exportType = flags.exportTypeShow ? (body.bidType ?? null) : export_type;
  return (
    status <= 2 &&
    amount_yen === body.amount &&
    group_value === (isStock ? null : (body.bidGroup ?? null)) &&
    export_type === (isStock ? null : exportType)
  );
}

const problem = ({ status, body }: { status: number; body: { messageCode?: string; details?: object } }) =>
  status === 200 ? undefined : { messageCode: body.messageCode, details: body.details ?? null };

async function tryOut({ history, moment: now, offer: wanted }: Attempt): Promise<void> {
  const client = await createPerson(fixture.db, {
    creditLimitYen: 2_000_000,
    balanceYen: now.balanceYen,
    autobid: now.autobid,
  });
  const { db } = fixture;
  const lots = await Promise.all([createLot(db), createLot(db), createLot(db)]);
  const world = { client, lots: [...lots, await createLot(db, { lot_source: 'stock', start_price_yen: STOCK_YEN })] };
  await live(history, world);
  await arrive(world, now);
  const lotType = now.kind === 'wrong' ? 'bike' : undefined;
  const body = bodyOf(wanted, world.lots[wanted.lot] ?? 0, lotType);
  if (await isRepeat(client, body, now)) {
    expect(problem(await place(client, body))).toBeUndefined();
    return;
  }

  const { status, body: answer } = await fixture.ask(client, 'POST', '/v1/bid/check', body);
  const reasons = status === 200 ? answer.reasons : [answer];
  // A client who may not bid at all does not learn which lots exist.
  if (status === 404 && !now.flags.biddingAllowed) reasons[0] = { messageCode: 'Bid.Restricted' };
  const said = reasons[0] && { messageCode: reasons[0].messageCode, details: reasons[0].details ?? null };
  const refusal = problem(await place(client, body));
  expect({ happened: refusal }).toEqual({ happened: said });
  if (status === 200 && reasons.length > 0) await tryHighest(client, body, answer);
}

interface Told {
  reasons: { messageCode: string; field?: string }[];
  minAmount: number;
  allowedAmount: number | null;
}

/** If only the amount is wrong, the highest allowed one is accepted and a step more is refused. */
async function tryHighest(client: Person, body: ReturnType<typeof bodyOf>, { reasons, ...told }: Told) {
  const isAmount = reasons.every(({ field, messageCode }) => field === 'amount' && messageCode !== 'Bid.RaiseOnly');
  if (body.lotType !== 'auction' || !isAmount || told.allowedAmount === null) return;
  if (told.allowedAmount < told.minAmount || told.allowedAmount >= MAX_BID_YEN - BID_STEP_YEN) return;
  const dearer = await place(client, { ...body, amount: told.allowedAmount + BID_STEP_YEN });
  expect(problem(dearer)).toMatchObject({ messageCode: 'Bid.Credit', details: { bidAllow: told.allowedAmount } });
  const answer = problem(await place(client, { ...body, amount: told.allowedAmount }));
  if (answer?.messageCode !== 'Bid.RaiseOnly') expect(answer).toBeUndefined();
}

const LOWERED_OUT_OF_ITS_GROUP: Attempt = {
  history: [
    { kind: 'placed', lot: 0, amount: 500_000, bidGroup: 1 },
    { kind: 'status', lot: 0, status: 2 },
    { kind: 'groups' },
    { kind: 'acknowledged', lot: 0 },
    { kind: 'placed', lot: 1, amount: 550_000, bidGroup: 1 },
  ],
  moment: {
    flags: {
      biddingAllowed: true,
      bidDeadlineCheck: true,
      creditLimitCheck: true,
      dailyBidLimitCheck: true,
      exportTypeShow: true,
      exportTypeOptional: false,
    },
    creditLimitYen: 900_000,
    balanceYen: 0,
    dailyBidLimit: -1,
    autobid: false,
    minutesLeft: 1_440,
    lotStatus: 4532,
    startPriceYen: 300_000,
    kind: 'right',
  },
  offer: { lot: 0, amount: 310_000, bidGroup: undefined, bidType: 1 },
};
const EXAMPLES: [Attempt][] = [[LOWERED_OUT_OF_ITS_GROUP]];

// @covers BID-07
test(`the check of a bid predicts the result of placing it (seed ${SEED})`, {
  timeout: 60_000 + RUNS * 1_000,
}, async () => {
  await fc.assert(fc.asyncProperty(attempt, tryOut), { numRuns: RUNS, seed: SEED, examples: EXAMPLES });
  await fixture.expectSound();
});
