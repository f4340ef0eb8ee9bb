import * as z from 'zod/mini';
import { instant, pageInfo } from '../http.ts';
import { lotState } from '../lots/lot-state.ts';
import { mileageMark } from '../lots/mileage.ts';
import { yen } from '../money.ts';
import { priceRange } from '../prices/price-records.ts';
import { clientProfile } from '../users/routes.ts';
import { negotiation } from './negotiation.ts';
import { QUEUE_KINDS } from './work-queue.ts';

/** One row of every bid list (business-rules.md#bid-rows); the same keys in all four lists. */
export const bidRow = z.object({
  bidId: z.int(),
  id: z.string(),
  lotNo: z.int(),
  lotType: z.enum(['car', 'bike']),
  lotSource: z.enum(['auction', 'stock']),
  auctionDate: z.string(),
  auctionName: z.string(),
  maker: z.string(),
  model: z.string(),
  year: z.nullable(z.int()),
  engine: z.nullable(z.int()),
  chassis: z.string(),
  grade: z.string(),
  color: z.string(),
  condition: z.string(),
  gearbox: z.string(),
  mileage: z.nullable(z.int()),
  mileageMark,
  equip: z.string(),
  startPrice: z.nullable(yen),
  /** The price range of the lot before its auction; absent where it was refused. */
  price: z.optional(priceRange),
  /** Where the range was refused: sales of the trim. */
  priceSales: z.optional(z.int()),
  /** Chance to win in percent when the amount was set. */
  winChance: z.optional(z.int()),
  soldPrice: z.nullable(yen),
  bidDate: z.string(),
  status: z.int(),
  state: lotState,
  bidAmount: yen,
  bidStatus: z.nullable(z.int()),
  bidGroup: z.nullable(z.int()),
  /** Accepted, but its group has not cleared the order for the agent yet. */
  groupWaits: z.boolean(),
  exportType: z.optional(z.nullable(z.int())),
  adjustmentPrice: z.optional(yen),
  autoBid: z.optional(z.boolean()),
  invoiceAvailable: z.optional(z.boolean()),
  invoiceUrl: z.optional(z.nullable(z.string())),
  isRead: z.boolean(),
  /** Messages from the other side that the reader's side has not read. */
  unreadMessages: z.int(),
  /** The latest message of its chat. */
  message: z.nullable(z.string()),
  images: z.array(z.string()),
  version: z.int(),
  manager: z.nullable(z.object({ name: z.string() })),
  user: z.optional(z.nullable(z.union([clientProfile, z.object({ name: z.string(), clientId: z.string() })]))),
  /** The lot's four instants that decide which changes are allowed, ISO with +09:00. */
  biddingDeadline: z.string(),
  agentCutoff: z.string(),
  cancellationAllowed: z.boolean(),
  /** Archived rows are read-only (business-rules.md#archive). */
  archived: z.boolean(),
  /** Changed after the agent's cut-off: a manager has to phone (business-rules.md#last-hour). */
  notForwarded: z.boolean(),
  /** Of an accepted bid on a lot that was not sold in its auction (docs/decisions/011). */
  negotiation,
  /** For managers: the client wants the vehicle although it may not be imported at this destination. */
  importAccepted: z.optional(z.string()),
  /** For managers: state of the agent's order for this lot; null when there is none. */
  agentOrder: z.optional(z.nullable(z.enum(['waiting', 'sent', 'acknowledged', 'failed', 'withdrawn']))),
  /**
   * For managers: live bids on this lot and the place of this one among them, 1 for the highest, of equal ones the
   * earliest; null if this bid is the only one, or not live.
   */
  rivals: z.optional(z.nullable(z.object({ bids: z.int(), place: z.int() }))),
  /** For managers: yen by which the client's open bids exceed balance and credit; 0 if covered or without a limit. */
  shortYen: z.optional(yen),
  /**
   * For managers: fields in which auction sheet and list differ, while both values are shown; absent where they agree.
   * Values are without spelling, as in `contradiction`.
   */
  sheetDiffers: z.optional(z.array(z.object({ field: z.string(), sheetValue: z.string(), listValue: z.string() }))),
});
export type BidRow = z.infer<typeof bidRow>;

export const counter = z.object({ status: z.union([z.int(), z.enum(['All', 'Archive'])]), count: z.int() });
/** Bids of the work queue that a manager decides together (business-rules.md#work-queue). */
export const queuePart = z.object({
  kind: z.enum(QUEUE_KINDS),
  /** Start of the hour of the agent's cut-off, for kind `hour`. */
  hour: z.nullable(instant),
  /** Earliest cut-off among its bids, for kind `hour`. */
  firstCutoff: z.nullable(instant),
  /** Bids by status under the filters, without the filter by status. */
  counters: z.array(z.object({ status: z.int(), count: z.int() })),
});
export type QueuePart = z.infer<typeof queuePart>;

export const bidList = z.object({
  cars: z.array(bidRow),
  counters: z.array(counter),
  totalBids: z.optional(z.int()),
  /** For the bid manager without a sort: the parts of its queue in their order. */
  queue: z.optional(z.array(queuePart)),
  pageInfo,
});
export type BidList = z.infer<typeof bidList>;
