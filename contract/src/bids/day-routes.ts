import * as z from 'zod/mini';
import { dayParam, route } from '../http.ts';
import { LOT_STATUS } from '../lots/statuses.ts';
import { UNLIMITED } from '../money.ts';
import { bidRow } from './records.ts';
import { BID_STATUS } from './statuses.ts';

const { bidId, bidAmount, adjustmentPrice, bidGroup, groupWaits, notForwarded, agentOrder } = bidRow.shape;
const { id, lotNo, lotType, auctionDate, biddingDeadline, agentCutoff, status, state, maker, model, year } =
  bidRow.shape;

const dayBid = z.object({
  bidId,
  client: z.object({ name: z.string(), clientId: z.string() }),
  bidAmount,
  adjustmentPrice,
  bidStatus: z.int(),
  bidGroup,
  /** Number of cars the group buys (-1 is any number) and number of them won; null without a group. */
  groupCars: z.nullable(z.int()),
  groupWins: z.int(),
  groupWaits,
  mayStillBuy: z.boolean(),
  notForwarded,
  agentOrder,
});
const dayLot = z.object({
  id,
  lotNo,
  lotType,
  auctionDate,
  biddingDeadline,
  agentCutoff,
  status,
  state,
  maker,
  model,
  year,
  bids: z.array(dayBid),
});
export type DayLot = z.infer<typeof dayLot>;
export type DayBid = z.infer<typeof dayBid>;

const dayView = z.object({
  day: z.string(),
  /** Days with undecided bids, from today on. */
  days: z.array(z.object({ value: z.string(), bids: z.int() })),
  /** In the order in which the auctions begin, each with its lots in running order. */
  houses: z.array(z.object({ name: z.string(), lots: z.array(dayLot) })),
  /** There are more lots with bids than one reply holds. */
  isCut: z.boolean(),
});
export type DayView = z.infer<typeof dayView>;

export const bidDayView = route({
  method: 'GET',
  path: '/v1/bid/day-view',
  budget: 'read',
  summary: 'The lots with bids of an auction day in Japan, in running order, with the state of each bid',
  access: { all: ['bidManagementEnabled'], userType: 3 },
  query: z.strictObject({ day: z.optional(dayParam) }),
  reply: dayView,
});

interface DayBidFacts {
  status: number;
  lot: { status: number; agentCutoffAt: Date };
  groupCars: number | null;
  groupWins: number;
  now: Date;
}

/**
 * Whether this bid can still buy its lot: it has no result, it has reached the agent or still can, and its group needs
 * another car.
 */
export function canStillBuy({ status, lot, groupCars, groupWins, now }: DayBidFacts): boolean {
  const hasResult = lot.status !== LOT_STATUS.ongoing && lot.status !== LOT_STATUS.upcoming;
  const reachesAgent = status === BID_STATUS.bid || (status === BID_STATUS.new && now < lot.agentCutoffAt);
  const needsCar = groupCars === null || groupCars === UNLIMITED || groupWins < groupCars;
  return !hasResult && reachesAgent && needsCar;
}
