import { ERROR_CODES, type ErrorCode, type RefusalDetails } from '../errors.ts';
import { LOT_STATUS } from '../lots/statuses.ts';
import { UNLIMITED, type Yen } from '../money.ts';
import { BID_STATUS } from './statuses.ts';

export const BID_STEP_YEN = 5_000;
/** Upper bound against typing errors: no bid comes near it. */
export const MAX_BID_YEN = 999_999_999;

export interface BidFacts {
  /** Undefined while the field is empty: only the checks independent of an amount apply. */
  amountYen?: Yen | undefined;
  adjustmentYen: Yen;
  now: Date;
  lot: {
    source: 'auction' | 'stock';
    status: number;
    /** At auction the start price, for fixed-price lots that price. */
    startPriceYen: Yen | null;
    averagePriceYen: Yen | null;
    auctionAt: Date;
    bidsCloseAt: Date;
    agentCutoffAt: Date;
    cancelUntil: Date;
    /** Fixed-price lots: another client's order was accepted. */
    isTaken: boolean;
  };
  client: {
    biddingAllowed: boolean;
    bidDeadlineCheck: boolean;
    creditLimitCheck: boolean;
    dailyBidLimitCheck: boolean;
    balanceYen: Yen;
    /** -1 is unlimited. */
    creditLimitYen: Yen;
    /** Bids still possible today (Asia/Tokyo); -1 is unlimited. */
    bidsLeftToday: number;
    /** Exposure from the client's other live bids; of the bid's own group only the highest count (business-rules.md#exposure). */
    otherExposureYen: Yen;
    /**
     * Amount in yen already covered by a higher bid of the group or by an outstanding order of this bid: up to it the
     * bid adds no exposure. 0 without either.
     */
    coveredYen: Yen;
  };
  /** The client's live bid on this lot, when the bid is raised or changed. */
  current: { status: number; amountYen: Yen; adjustmentYen: Yen } | null;
  exportType: { given: boolean; required: boolean };
  /** Number of cars the group would have to buy for this bid to get a slot; null when it has one, or no group. */
  groupNeedsCars: number | null;
}

export interface Reason {
  messageCode: ErrorCode;
  field?: 'amount' | 'bidType' | 'bidGroup' | 'importAccepted';
  details?: RefusalDetails;
}

/** The lowest accepted amount: the start price rounded up to the step, at least one step (business-rules.md#bid-amount). */
export const lowestBidYen = (startPriceYen: Yen | null): Yen =>
  Math.max(BID_STEP_YEN, Math.ceil((startPriceYen ?? 0) / BID_STEP_YEN) * BID_STEP_YEN);

interface Spending extends Pick<BidFacts, 'client' | 'adjustmentYen'> {
  lot: Pick<BidFacts['lot'], 'source'>;
}

/**
 * The highest amount whose exposure fits into balance plus credit, at auction rounded down to a step. Infinity when
 * unlimited (business-rules.md#exposure).
 */
export function highestBidYen({ client, adjustmentYen, lot }: Spending): Yen {
  if (!client.creditLimitCheck || client.creditLimitYen === UNLIMITED) return Number.POSITIVE_INFINITY;
  const limitYen = client.balanceYen + client.creditLimitYen - client.otherExposureYen;
  // Other bids alone already exceed the limit.
  if (limitYen < client.coveredYen) return 0;
  const free = limitYen - adjustmentYen;
  const stepYen = lot.source === 'stock' ? 1 : BID_STEP_YEN;
  return Math.max(0, Math.floor(free / stepYen) * stepYen);
}

/** Errors of the amount field, in the order Required, LowerPrice, IncorrectBid (business-rules.md#bid-amount). */
export function amountError(
  amountYen: Yen | null,
  startPriceYen: Yen | null,
): { key: 'PlaceBid.Required' | 'PlaceBid.LowerPrice' | 'PlaceBid.IncorrectBid'; amountYen: Yen } | null {
  if (amountYen === null || amountYen === 0) return { key: 'PlaceBid.Required', amountYen: 0 };
  const lowest = Math.max(startPriceYen ?? 0, BID_STEP_YEN);
  if (amountYen < lowest) return { key: 'PlaceBid.LowerPrice', amountYen: lowest };
  return amountYen % BID_STEP_YEN === 0 ? null : { key: 'PlaceBid.IncorrectBid', amountYen: BID_STEP_YEN };
}

const running = (status: number) => status === LOT_STATUS.ongoing || status === LOT_STATUS.upcoming;

/** Whether the lot's sale is over, whatever status its auction house still reports. */
export const isAuctionFinished = (lot: { status: number; auctionAt: Date }, now: Date): boolean =>
  !running(lot.status) || now >= lot.auctionAt;

/** Whether bids are accepted at this instant (business-rules.md#bid-instants). */
export const acceptsBids = (
  lot: { status: number; auctionAt: Date; bidsCloseAt: Date },
  now: Date,
  bidDeadlineCheck: boolean,
): boolean => !isAuctionFinished(lot, now) && (!bidDeadlineCheck || now < lot.bidsCloseAt);

/**
 * All reasons against this bid, in the order of ERROR_CODES; empty when it is valid. The panel shows all of them, the
 * server refuses with the first.
 */
export const bidReasons = (facts: BidFacts): Reason[] =>
  (facts.lot.source === 'stock' ? orderReasons(facts) : allReasons(facts)).sort(
    (a, b) => ERROR_CODES.indexOf(a.messageCode) - ERROR_CODES.indexOf(b.messageCode),
  );

function allReasons(facts: BidFacts): Reason[] {
  const { amountYen, lot, client, current, now } = facts;
  const reasons = accountReasons(facts);
  if (isAuctionFinished(lot, now)) reasons.push({ messageCode: 'Bid.Finished' });
  else if (!acceptsBids(lot, now, client.bidDeadlineCheck))
    reasons.push({ messageCode: 'Bid.Closed', details: { at: lot.bidsCloseAt.toISOString() } });
  else if (current && now >= lot.agentCutoffAt) reasons.push({ messageCode: 'Bid.LastHour' });
  if (current && current.status >= 6) reasons.push({ messageCode: 'Bid.NotEditable' });

  reasons.push(...groupReasons(facts));
  if (facts.exportType.required && !facts.exportType.given && amountYen !== undefined)
    reasons.push({ messageCode: 'Bid.TypeRequired', field: 'bidType' });
  if (amountYen !== undefined) reasons.push(...amountReasons(amountYen, facts));
  else if (highestBidYen(facts) < lowestBidYen(lot.startPriceYen)) reasons.push(creditReason(facts));
  return reasons;
}

/** Checks that do not depend on the lot: bidding is allowed, and the daily limit has room. */
function accountReasons({ client, current }: BidFacts): Reason[] {
  const reasons: Reason[] = [];
  if (!client.biddingAllowed) reasons.push({ messageCode: 'Bid.Restricted' });
  if (!current && client.dailyBidLimitCheck && client.bidsLeftToday !== UNLIMITED && client.bidsLeftToday <= 0)
    reasons.push({ messageCode: 'Bid.DailyLimit', details: { left: 0 } });
  return reasons;
}

/**
 * A fixed-price order has no closing time and no step. It is accepted while the car is free, at the price shown
 * (business-rules.md#fixed-price).
 */
function orderReasons(facts: BidFacts): Reason[] {
  const { amountYen, lot, current, now } = facts;
  const reasons = accountReasons(facts);
  if (isAuctionFinished(lot, now) || lot.isTaken || lot.startPriceYen === null)
    reasons.push({ messageCode: 'Bid.Finished' });
  if (current && current.status !== BID_STATUS.new) reasons.push({ messageCode: 'Bid.NotEditable' });
  if (amountYen !== undefined) reasons.push(...amountReasons(amountYen, facts));
  else if (highestBidYen(facts) < (lot.startPriceYen ?? 0)) reasons.push(creditReason(facts));
  return reasons;
}

const creditReason = (facts: BidFacts): Reason => ({
  messageCode: 'Bid.Credit',
  field: 'amount',
  details: { bidAllow: highestBidYen(facts) },
});

/** A full round takes no further bid. The error names the number of cars that would make room (business-rules.md#full-group). */
export const groupReasons = ({ groupNeedsCars: cars }: Pick<BidFacts, 'groupNeedsCars'>): Reason[] =>
  cars === null ? [] : [{ messageCode: 'Bid.GroupFull', field: 'bidGroup', details: { cars } }];

/** Errors of the amount and of the limits; edits by managers follow the same rules (business-rules.md#bid-amount). */
export function amountReasons(amountYen: Yen, facts: BidFacts): Reason[] {
  const { lot, current, now } = facts;
  const reasons: Reason[] = [];
  if (lot.source === 'stock') {
    if (amountYen !== lot.startPriceYen)
      reasons.push({ messageCode: 'Bid.PriceChanged', field: 'amount', details: { price: lot.startPriceYen } });
    if (amountYen > highestBidYen(facts)) reasons.push(creditReason(facts));
    return reasons;
  }
  const lowest = Math.max(lot.startPriceYen ?? 0, BID_STEP_YEN);
  if (amountYen < lowest)
    reasons.push({ messageCode: 'Bid.BelowStart', field: 'amount', details: { limitYen: lowest } });
  if (amountYen % BID_STEP_YEN !== 0)
    reasons.push({ messageCode: 'Bid.Step', field: 'amount', details: { limitYen: BID_STEP_YEN } });
  if (current && now >= lot.cancelUntil && amountYen < current.amountYen)
    reasons.push({ messageCode: 'Bid.RaiseOnly', field: 'amount', details: { limitYen: current.amountYen } });
  if (amountYen > highestBidYen(facts)) reasons.push(creditReason(facts));
  return reasons;
}

interface WarningFacts {
  amountYen?: Yen | undefined;
  lot: Pick<BidFacts['lot'], 'averagePriceYen' | 'startPriceYen'>;
}

/** Likely typing errors. They warn and never refuse. */
export function bidWarnings({ amountYen, lot }: WarningFacts): Reason[] {
  const average = lot.averagePriceYen ?? lot.startPriceYen;
  if (amountYen === undefined || !average) return [];
  if (amountYen >= average * 7) return [{ messageCode: 'Bid.ExtraZero', field: 'amount', details: { average } }];
  return amountYen >= average * 3
    ? [{ messageCode: 'Bid.ThreeTimesAverage', field: 'amount', details: { average } }]
    : [];
}

export interface LiveBid {
  status: number;
  amountYen: Yen;
  adjustmentYen: Yen;
  soldPriceYen: Yen | null;
  /** The higher of the old and the new amount while the agent still has the old order (business-rules.md#replacing-a-bid). */
  heldYen: Yen;
}

/**
 * The maximum cost in yen of one live bid. A win counts its sold price once known; other statuses count nothing
 * (business-rules.md#exposure).
 */
export function bidExposureYen(bid: LiveBid): Yen {
  if (bid.status === 6) return bid.soldPriceYen ?? bid.amountYen + bid.adjustmentYen;
  return bid.status === 1 || bid.status === 2 ? Math.max(bid.heldYen, bid.amountYen + bid.adjustmentYen) : 0;
}
