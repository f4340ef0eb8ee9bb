import * as z from 'zod/mini';
import { dayParam, instant, noQuery, route, success } from '../http.ts';
import { yen } from '../money.ts';

/** State of a bid on the sheet: the progress of its order, or the reason why there is none. */
export const OPEN_BID_STATES = [
  'waiting',
  'sent',
  'acknowledged',
  'failed',
  'withdrawal-waiting',
  'withdrawal-sent',
  'withdrawn',
  'withdrawal-failed',
  'group-waits',
  'not-forwarded',
  'other-bid-leads',
] as const;

const openBid = z.object({
  bidId: z.int(),
  lotId: z.int(),
  auctionDay: z.string(),
  auctionAt: instant,
  /** False when only the day is known. */
  timeKnown: z.boolean(),
  houseId: z.int(),
  house: z.string(),
  lotNo: z.int(),
  vehicle: z.string(),
  chassis: z.string(),
  maxYen: yen,
  overbidYen: yen,
  atMostYen: yen,
  /** Such as `C-0017`; the sheet contains no names of people. */
  clientId: z.string(),
  /** A to J. */
  group: z.nullable(z.string()),
  state: z.enum(OPEN_BID_STATES),
  notForwarded: z.boolean(),
});
export type OpenBid = z.infer<typeof openBid>;

const managers = { all: ['bidManagementEnabled'], userType: 3 } as const;

export const openBids = route({
  method: 'GET',
  path: '/v1/agent/open-bids',
  summary: 'The sheet of open bids: orders of lots from today on, and accepted bids without an order',
  access: managers,
  query: noQuery,
  reply: z.object({ writtenAt: instant, bids: z.array(openBid) }),
  budget: 'search',
});

const orderSheet = z.object({
  houseId: z.int(),
  house: z.string(),
  day: z.string(),
  version: z.int(),
  orders: z.int(),
  writtenAt: instant,
  /** Null until the mail server has accepted it. */
  mailedAt: z.nullable(instant),
  confirmedAt: z.nullable(instant),
});

export const orderSheets = route({
  method: 'GET',
  path: '/v1/agent/sheets',
  budget: 'read',
  summary: 'The newest order sheet of each auction house and day since last week (docs/decisions/010)',
  access: managers,
  query: noQuery,
  reply: z.array(orderSheet),
});

const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

export const confirmSheet = route({
  method: 'POST',
  path: '/v1/agent/confirm-sheet',
  budget: 'write',
  summary: 'Record that the agent confirmed this sheet: the order versions in it count as acknowledged',
  access: managers,
  query: noQuery,
  body: z.strictObject({ houseId: id, day: dayParam, version: id }),
  reply: success,
  errors: ['NotFound'],
});
