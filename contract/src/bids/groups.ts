import { UNLIMITED, type Yen } from '../money.ts';
import { bidExposureYen, type LiveBid } from './rules.ts';
import { BID_STATUS } from './statuses.ts';

/** Bid groups A to J; favorites have their own groups. */
export const GROUP_VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** Most cars that one group can buy (business-rules.md#bid-groups). */
export const MAX_GROUP_CARS = 20;
/** Shown name of a group: A for 1, B for 2. */
export const groupLabel = (value: number): string => String.fromCharCode('A'.charCodeAt(0) + value - 1);

/** A bid in one round of a group: the facts that the other bids of the round depend on. */
export interface GroupBid {
  bidId: number;
  status: number;
  auctionAt: Date;
  agentCutoffAt: Date;
  /** The group allows its order to be sent to the agent. */
  isCleared: boolean;
  /** The agent may have an order for it, or a manager ordered it by phone, and the result is unknown. */
  mayBeBought: boolean;
}

export interface GroupDecision {
  /** Bids whose orders may now be sent to the agent. */
  clear: number[];
  /** Bids whose orders are withdrawn, or need not be sent any more. */
  withdraw: number[];
  /** Bids that become Don't bid, because the group has bought all its cars. */
  stop: number[];
}

const isWin = ({ status }: { status: number }) => status === BID_STATUS.win || status === BID_STATUS.won;
const isOpen = ({ status }: { status: number }) => status === BID_STATUS.new || status === BID_STATUS.bid;

/** Number of bids in the round that are bought or won. */
export const winsOf = (bids: readonly { status: number }[]): number => bids.filter(isWin).length;

/** Whether a round is over: none of its bids is in status 1, 2 or 6 and none may still be bought (business-rules.md#bid-groups). */
export const isRoundOver = (bids: readonly Pick<GroupBid, 'status' | 'mayBeBought'>[]): boolean =>
  !bids.some((bid) => isOpen(bid) || bid.status === BID_STATUS.win || bid.mayBeBought);

const isUnlimited = (cars: number) => cars === UNLIMITED;

/** Whether an order for this bid can still reach the agent. */
const canReachAgent = (bid: GroupBid, now: Date): boolean =>
  now < bid.agentCutoffAt && (bid.status === BID_STATUS.bid || (bid.status === BID_STATUS.new && bid.isCleared));

/** Occupies a slot: bought, won, ordered, or cleared to be ordered. */
const occupiesSlot = (bid: GroupBid): boolean => isWin(bid) || bid.mayBeBought || bid.isCleared;

/**
 * Decides the orders of a round so that at most `cars` of its bids can be bought, whatever results follow
 * (business-rules.md#bid-groups). An order is cleared while a slot is free, an unknown result occupies a slot, and lots
 * that run first come first.
 */
export function decideGroup(bids: readonly GroupBid[], cars: number, now: Date): GroupDecision {
  if (!isUnlimited(cars) && bids.filter(({ status }) => status === BID_STATUS.won).length >= cars)
    return { clear: [], withdraw: [], stop: idsOf(bids.filter(isOpen)) };

  const tellable = bids.filter((bid) => canReachAgent(bid, now)).sort(inRunningOrder);
  // Cleared, but another client's order led until the cut-off: nobody can buy it any more.
  const missed = bids.filter((bid) => bid.isCleared && isOpen(bid) && !bid.mayBeBought && !canReachAgent(bid, now));
  const fixed = bids.filter((bid) => occupiesSlot(bid) && !tellable.includes(bid) && !missed.includes(bid)).length;
  const wanted = isUnlimited(cars) ? tellable : tellable.slice(0, Math.max(0, cars - fixed));
  const withdraw = [...missed, ...tellable.filter((bid) => bid.isCleared && !wanted.includes(bid))];

  // A withdrawn order occupies its slot until the agent confirms the withdrawal.
  const occupiedSlots = bids.filter((bid) => occupiesSlot(bid) && !(withdraw.includes(bid) && !bid.mayBeBought)).length;
  let free = isUnlimited(cars) ? Number.POSITIVE_INFINITY : cars - occupiedSlots;
  const clear = wanted.filter((bid) => {
    if (bid.isCleared) return false;
    if (!bid.mayBeBought) free -= 1;
    return bid.mayBeBought || free >= 0;
  });
  return { clear: idsOf(clear), withdraw: idsOf(withdraw), stop: [] };
}

const idsOf = (bids: readonly GroupBid[]): number[] => bids.map(({ bidId }) => bidId).sort((a, b) => a - b);

const inRunningOrder = (a: GroupBid, b: GroupBid): number =>
  a.auctionAt.getTime() - b.auctionAt.getTime() || a.bidId - b.bidId;

/** Whether the decision changes no bid. */
export const isIdle = ({ clear, withdraw, stop }: GroupDecision): boolean =>
  clear.length + withdraw.length + stop.length === 0;

/**
 * The smallest number of cars at which one more bid gets a slot in the round; null when it gets one already
 * (business-rules.md#full-group).
 */
export function carsForOneMore(
  others: readonly GroupBid[],
  cars: number,
  entering: { mayBeBought: boolean },
): number | null {
  const slots = (entering.mayBeBought ? others.filter(occupiesSlot).length : winsOf(others)) + 1;
  return isUnlimited(cars) || slots <= cars ? null : slots;
}

/** The smallest number of cars that the group can be set to: cars bought, won, or no longer withdrawable. */
export const minCars = (bids: readonly GroupBid[], now: Date): number =>
  Math.max(1, bids.filter((bid) => isWin(bid) || (bid.mayBeBought && !canReachAgent(bid, now))).length);

type PricedBid = GroupBid & LiveBid;
/** The bid whose amount is changed: does it occupy a slot already? */
type OwnBid = Pick<GroupBid, 'mayBeBought' | 'isCleared'>;

/** Number of live bids in the round that can cost money: the cars still to buy, or more when more may be bought already. */
function payingBids(bids: readonly PricedBid[], cars: number, own: OwnBid | null): number {
  const bought = bids.filter(({ status }) => status === BID_STATUS.won).length;
  const slots =
    bids.filter((bid) => (isOpen(bid) || isWin(bid)) && occupiesSlot(bid)).length +
    (own?.mayBeBought || own?.isCleared ? 1 : 0);
  return isUnlimited(cars) ? Number.POSITIVE_INFINITY : Math.max(cars, slots) - bought;
}

const pricesOf = (bids: readonly PricedBid[]): Yen[] =>
  bids
    .map(bidExposureYen)
    .filter((yen) => yen > 0)
    .sort((a, b) => b - a);

const sum = (prices: readonly Yen[]): Yen => prices.reduce((total, yen) => total + yen, 0);

/** The bids of a round that its maximum cost counts: the highest, as many as it can buy (business-rules.md#exposure). */
export const countedBids = <B extends PricedBid>(bids: readonly B[], cars: number): B[] =>
  bids
    .filter((bid) => bidExposureYen(bid) > 0)
    .sort((a, b) => bidExposureYen(b) - bidExposureYen(a) || a.bidId - b.bidId)
    .slice(0, payingBids(bids, cars, null));

/** The maximum cost of a round in yen (business-rules.md#exposure). */
export const roundExposureYen = (bids: readonly PricedBid[], cars: number): Yen =>
  sum(countedBids(bids, cars).map(bidExposureYen));

/**
 * Exposure in yen of a round's other bids beside one more bid. `otherYen` always counts in addition to the bid. Up to
 * `floorYen` the bid adds nothing, because a higher bid replaces it in the sum.
 */
export function exposureBesideNewBid(
  others: readonly PricedBid[],
  cars: number,
  own: OwnBid,
): { otherYen: Yen; floorYen: Yen } {
  const prices = pricesOf(others);
  const paying = Math.max(1, payingBids(others, cars, own));
  return { otherYen: sum(prices.slice(0, paying - 1)), floorYen: prices[paying - 1] ?? 0 };
}
