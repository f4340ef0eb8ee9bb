import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { BidFacts } from '@seri/contract/bids/rules.ts';
import { BID_STATUS, isArchived } from '@seri/contract/bids/statuses.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { heldAmountAfter } from './bid-effects.ts';
import type { BidState, ClientState, LotState, OwnBid, ResolvedBidContext } from './context.ts';
import { exposureExcluding, type GroupMembership, membershipOf } from './group-membership.ts';

/** Bids this client may still place today; -1 is unlimited. */
function bidsLeftToday({ client, today }: ResolvedBidContext): number {
  if (client.dailyBidLimit === UNLIMITED) return UNLIMITED;
  return Math.max(0, client.dailyBidLimit - (client.bidsDay === today ? client.bidsThatDay : 0));
}

/** The auction house's own value, never above the company's (business-rules.md#overbid). */
export const overbidYen = ({ lot, settings }: ResolvedBidContext): number =>
  lot.lotSource === 'stock' ? 0 : Math.min(lot.houseOverbidYen ?? settings.overbidAmount, settings.overbidAmount);

const ACCEPTED: readonly number[] = [BID_STATUS.bid, BID_STATUS.win, BID_STATUS.won];
/** Whether another client's order has been accepted: the first one gets the car (business-rules.md#fixed-price). */
export const isTaken = ({ lot, rivals }: ResolvedBidContext, own: BidState | null): boolean =>
  lot.lotSource === 'stock' && rivals.some(({ bidId, status }) => bidId !== own?.bidId && ACCEPTED.includes(status));

interface Attempt {
  amountYen: number | undefined;
  adjustmentYen: number;
  exportTypeGiven: boolean;
  /** Group membership once the bid is placed; by default the current one. */
  place?: GroupMembership;
}

/** Input of the contract's bid rules for a bid that replaces `replaced`. */
export function factsOf(context: ResolvedBidContext, replaced: OwnBid | null, attempt: Attempt): BidFacts {
  const { client, lot, now } = context;
  const { permissions } = client;
  const place = attempt.place ?? membershipOf(replaced);
  const { otherYen, coveredYen } = exposureBeside(context, replaced, place);
  return {
    now,
    lot: { ...lot, source: lot.lotSource, isTaken: isTaken(context, replaced) },
    amountYen: attempt.amountYen,
    adjustmentYen: attempt.adjustmentYen,
    client: {
      biddingAllowed: permissions.biddingAllowed === true,
      // A missing check counts as set: money fails closed.
      bidDeadlineCheck: permissions.bidDeadlineCheck !== false,
      creditLimitCheck: permissions.creditLimitCheck !== false,
      dailyBidLimitCheck: permissions.dailyBidLimitCheck !== false,
      balanceYen: client.balanceYen,
      creditLimitYen: client.creditLimitYen,
      bidsLeftToday: bidsLeftToday(context),
      otherExposureYen: otherYen,
      coveredYen,
    },
    current: replaced,
    exportType: {
      given: attempt.exportTypeGiven,
      required: permissions.exportTypeShow === true && permissions.exportTypeOptional !== true,
    },
    groupNeedsCars: place.needsCars,
  };
}

/**
 * Exposure of the client's other bids, and the amount that this bid covers anyway. An older order of this bid that the
 * agent may still have counts in full, even if the bid is lowered or leaves its group. It is ignored where it does not
 * raise the exposure, so that it never refuses such a change.
 */
function exposureBeside(context: ResolvedBidContext, replaced: OwnBid | null, place: GroupMembership) {
  const { otherYen, floorYen } = exposureExcluding(context, replaced, place);
  const orderedYen = heldAmountAfter(context, replaced, { status: BID_STATUS.new, amountYen: 0, adjustmentYen: 0 });
  const holdsMore = otherYen + orderedYen > context.client.exposureYen;
  return { otherYen, coveredYen: holdsMore ? Math.max(floorYen, orderedYen) : floorYen };
}

/** The free amount in yen for one more bid (business-rules.md#exposure); null if no limit applies. */
export function freeYen(
  client: Pick<ClientState, 'balanceYen' | 'creditLimitYen' | 'exposureYen'> & { creditLimitCheck: boolean },
  companyOverbidYen: number,
): number | null {
  if (!client.creditLimitCheck || client.creditLimitYen === UNLIMITED) return null;
  return Math.max(0, client.balanceYen + client.creditLimitYen - client.exposureYen - companyOverbidYen);
}

/** Bids of these clients always wait for a manager (business-rules.md#troublesome-clients). */
export const mayAutobid = (client: ClientState): boolean => client.roleId !== ROLE.troublesome;

export const isReadOnly = (bid: BidState, lot: LotState): boolean => isArchived(bid.status, lot.dayOver);
