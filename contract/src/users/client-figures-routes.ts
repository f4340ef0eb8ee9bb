import * as z from 'zod/mini';
import { SEES_CLIENTS } from '../auth/manager-access.ts';
import { instant, intParam, pageInfo, pageParams, route } from '../http.ts';
import { yen } from '../money.ts';

const userId = intParam(1, 2_147_483_647);

/** One live bid in the sum of committed money (business-rules.md#exposure). */
const committedBid = z.object({
  bidId: z.int(),
  lotId: z.int(),
  lotNo: z.int(),
  /** BID_STATUS: new, bid or win. */
  status: z.int(),
  amountYen: yen,
  /** The part of the sum that this bid adds, 0 where its group counts higher bids instead. */
  reservedYen: yen,
  /** Group and the number of cars it buys (-1: any number); null for a bid without a group. */
  group: z.nullable(z.object({ value: z.int(), cars: z.int() })),
  /** An older, higher order that the agent may still have decides the amount (business-rules.md#replacing-a-bid). */
  isHeld: z.boolean(),
});
export type CommittedBid = z.infer<typeof committedBid>;

const habits = z.object({
  /** Days that are looked back. */
  days: z.int(),
  /** Bids placed in these days. */
  bids: z.int(),
  /** Of them: their lot was sold or not sold while the bid was in it. */
  ran: z.int(),
  won: z.int(),
  /** Median of amount over most likely price in whole percent; null without an estimate. */
  ofLikelyPercent: z.nullable(z.int()),
  /** Bids that the client changed or canceled after a manager had accepted them. */
  changedAfterAccepted: z.int(),
  /** Purchases of these days whose payment day has passed or that are paid, and those paid by that day. */
  payable: z.int(),
  paidOnTime: z.int(),
});
export type ClientHabits = z.infer<typeof habits>;

const purchaseDue = z.object({
  purchaseId: z.int(),
  /** Unpaid yen; 0 when paid (business-rules.md#payment-days). */
  dueYen: yen,
  /** Days in Japan. */
  dueOn: z.string(),
  /** Yen are due and the day has passed. */
  isLate: z.boolean(),
  paidOn: z.nullable(z.string()),
});
export type PurchaseDue = z.infer<typeof purchaseDue>;

/** How a client's free money comes about, what they owe for each purchase, and how they have bid. */
export const viewClientFigures = route({
  method: 'GET',
  path: '/v1/clients/figures',
  summary: "A client's committed money bid by bid, payments due by purchase, and bidding habits of the last 90 days",
  access: SEES_CLIENTS,
  budget: 'search',
  query: z.strictObject({ userId }),
  reply: z.object({
    success: z.literal(true),
    /** In the order of the auctions. Their `reservedYen` add up to the client's exposure. */
    committed: z.array(committedBid),
    dues: z.array(purchaseDue),
    onTheWay: z.int(),
    delivered: z.int(),
    habits,
  }),
  errors: ['NotFound'],
});
export type ClientFigures = z.infer<typeof viewClientFigures.reply>;

/** A change of the account, of a bid or of the balance. */
const change = z.object({
  /** Unique within the history of the client. */
  key: z.string(),
  at: instant,
  kind: z.enum(['account', 'bid', 'money']),
  /** Name of the person or program; null: the operator or the portal itself. */
  by: z.nullable(z.string()),
  /** The kind of the account event, bid event or posting. */
  event: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** The manager's reason of one line. */
  reason: z.nullable(z.string()),
  /** Of bids: the lot. */
  lotNo: z.nullable(z.int()),
  /** Of bookings: the amount with its sign, and its text. */
  amountYen: z.nullable(yen),
  description: z.nullable(z.string()),
});
export type ClientChange = z.infer<typeof change>;

export const listClientHistory = route({
  method: 'GET',
  path: '/v1/clients/history',
  summary: "Changes of a client's account, bids and balance with their authors, the newest first",
  access: SEES_CLIENTS,
  budget: 'search',
  query: z.strictObject({ userId, ...pageParams }),
  reply: z.object({ success: z.literal(true), items: z.array(change), pageInfo }),
  errors: ['NotFound'],
});
