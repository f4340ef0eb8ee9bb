import { UNLIMITED, type Yen } from '../money.ts';
import { bidExposureYen, type LiveBid } from './rules.ts';
import { BID_STATUS } from './statuses.ts';

/** Bid groups A to J; favourites have letters of their own. */
export const GROUP_VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export const MAX_GROUP_CARS = 20;
export const groupLabel = (value: number): string => String.fromCharCode('A'.charCodeAt(0) + value - 1);

/** A bid of one round of a group, as far as the others of the round depend on it. */
export interface GroupBid {
  bidId: number;
  status: number;
  auctionAt: Date;
  agentCutoffAt: Date;
  /** The group lets its order go to the agent. */
  isCleared: boolean;
  /** An order of it may stand at the agent, or a manager phoned it through, and its result is not known. */
  mayBeBought: boolean;
}

export interface GroupDecision {
  /** Bids whose orders may go to the agent now. */
  clear: number[];
  /** Bids whose orders are taken back, or need not go any more. */
  withdraw: number[];
  /** Bids that end as Don't bid: as many cars as wanted are bought. */
  stop: number[];
}

const isWin = ({ status }: { status: number }) => status === BID_STATUS.win || status === BID_STATUS.won;
const isOpen = ({ status }: { status: number }) => status === BID_STATUS.new || status === BID_STATUS.bid;

/** Bids of the round that are bought or won. */
export const winsOf = (bids: readonly { status: number }[]): number => bids.filter(isWin).length;

/** A round ends when none of its bids is in 1, 2 or 6 and none may still be bought (business-rules.md#bid-groups). */
export const isRoundOver = (bids: readonly Pick<GroupBid, 'status' | 'mayBeBought'>[]): boolean =>
  !bids.some((bid) => isOpen(bid) || bid.status === BID_STATUS.win || bid.mayBeBought);

const isUnlimited = (cars: number) => cars === UNLIMITED;

/** Can the group still tell the agent about this bid? */
const canBeTold = (bid: GroupBid, now: Date): boolean =>
  now < bid.agentCutoffAt && (bid.status === BID_STATUS.bid || (bid.status === BID_STATUS.new && bid.isCleared));

/** Takes a place: bought, won, ordered, or allowed to be ordered at any moment. */
const takesPlace = (bid: GroupBid): boolean => isWin(bid) || bid.mayBeBought || bid.isCleared;

/**
 * What a round does now, so that never more than `cars` of its bids can be bought, whatever the houses say next
 * (business-rules.md#bid-groups): an order goes while a place is free, an unknown outcome takes one, lots that run first go first.
 */
export function decideGroup(bids: readonly GroupBid[], cars: number, now: Date): GroupDecision {
  if (!isUnlimited(cars) && bids.filter(({ status }) => status === BID_STATUS.won).length >= cars)
    return { clear: [], withdraw: [], stop: idsOf(bids.filter(isOpen)) };

  const tellable = bids.filter((bid) => canBeTold(bid, now)).sort(inRunningOrder);
  // Allowed, but somebody else's order stood until it was too late: nobody can buy it any more.
  const missed = bids.filter((bid) => bid.isCleared && isOpen(bid) && !bid.mayBeBought && !canBeTold(bid, now));
  const fixed = bids.filter((bid) => takesPlace(bid) && !tellable.includes(bid) && !missed.includes(bid)).length;
  const wanted = isUnlimited(cars) ? tellable : tellable.slice(0, Math.max(0, cars - fixed));
  const withdraw = [...missed, ...tellable.filter((bid) => bid.isCleared && !wanted.includes(bid))];

  // What is taken back keeps its place until the agent has said so.
  const taken = bids.filter((bid) => takesPlace(bid) && !(withdraw.includes(bid) && !bid.mayBeBought)).length;
  let free = isUnlimited(cars) ? Number.POSITIVE_INFINITY : cars - taken;
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

export const isIdle = ({ clear, withdraw, stop }: GroupDecision): boolean =>
  clear.length + withdraw.length + stop.length === 0;

/** How many cars the group must buy at least for one more bid to have a place in the round, or null when it has one (business-rules.md#full-group). */
export function carsForOneMore(
  others: readonly GroupBid[],
  cars: number,
  entering: { mayBeBought: boolean },
): number | null {
  const places = (entering.mayBeBought ? others.filter(takesPlace).length : winsOf(others)) + 1;
  return isUnlimited(cars) || places <= cars ? null : places;
}

/** The smallest number of cars the group may be set to: what is bought, won, or can no longer be taken back. */
export const fewestCars = (bids: readonly GroupBid[], now: Date): number =>
  Math.max(1, bids.filter((bid) => isWin(bid) || (bid.mayBeBought && !canBeTold(bid, now))).length);

type PricedBid = GroupBid & LiveBid;
/** The bid whose amount is in question: does it take a place already? */
type OwnBid = Pick<GroupBid, 'mayBeBought' | 'isCleared'>;

/** How many live bids of the round can cost money: the cars still to buy, or more when more may be bought already. */
function payingBids(bids: readonly PricedBid[], cars: number, own: OwnBid | null): number {
  const bought = bids.filter(({ status }) => status === BID_STATUS.won).length;
  const places =
    bids.filter((bid) => (isOpen(bid) || isWin(bid)) && takesPlace(bid)).length +
    (own?.mayBeBought || own?.isCleared ? 1 : 0);
  return isUnlimited(cars) ? Number.POSITIVE_INFINITY : Math.max(cars, places) - bought;
}

const pricesOf = (bids: readonly PricedBid[]): Yen[] =>
  bids
    .map(bidExposureYen)
    .filter((yen) => yen > 0)
    .sort((a, b) => b - a);

const sum = (prices: readonly Yen[]): Yen => prices.reduce((total, yen) => total + yen, 0);

/** The most a round can cost: its highest bids, as many as it can buy (business-rules.md#exposure). */
export const roundExposureYen = (bids: readonly PricedBid[], cars: number): Yen =>
  sum(pricesOf(bids).slice(0, payingBids(bids, cars, null)));

/**
 * What the other bids of a round cost beside one more: `otherYen` is counted with it whatever it offers, and up to
 * `floorYen` it costs nothing more, since a dearer one takes its place in the sum.
 */
export function besideOneMore(
  others: readonly PricedBid[],
  cars: number,
  own: OwnBid,
): { otherYen: Yen; floorYen: Yen } {
  const prices = pricesOf(others);
  const paying = Math.max(1, payingBids(others, cars, own));
  return { otherYen: sum(prices.slice(0, paying - 1)), floorYen: prices[paying - 1] ?? 0 };
}
