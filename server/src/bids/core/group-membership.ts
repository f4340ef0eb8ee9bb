import {
  carsForOneMore,
  countedBids,
  exposureBesideNewBid,
  isRoundOver,
  roundExposureYen,
} from '@seri/contract/bids/groups.ts';
import { bidExposureYen } from '@seri/contract/bids/rules.ts';
import { LIVE_STATUSES } from '@seri/contract/bids/statuses.ts';
import type { BidContext, BidState, BidValues, GroupedBid, OwnBid } from './context.ts';

/** The group and round a bid belongs to. */
export interface GroupMembership {
  groupValue: number | null;
  groupRound: number | null;
  groupCleared: boolean;
  /** The number of cars the group must buy for the bid to get a slot; null if it has one. */
  needsCars: number | null;
}

const UNGROUPED: GroupMembership = { groupValue: null, groupRound: null, groupCleared: false, needsCars: null };

type Groups = Pick<BidContext, 'groups' | 'grouped' | 'settings' | 'now'>;
type InRound = Pick<BidState, 'groupValue' | 'groupRound'>;

export const membershipOf = (
  bid: Pick<BidState, 'groupValue' | 'groupRound' | 'groupCleared'> | null,
): GroupMembership =>
  bid === null
    ? UNGROUPED
    : { groupValue: bid.groupValue, groupRound: bid.groupRound, groupCleared: bid.groupCleared, needsCars: null };

/** A bid of a round in the form of the contract's group rules. */
export const asGroupBid = (bid: GroupedBid) => ({ ...bid, isCleared: bid.groupCleared });

/** The number of cars a group buys; by default the company's setting. */
export const carsOf = ({ groups, settings }: Pick<Groups, 'groups' | 'settings'>, value: number): number =>
  groups.find((group) => group.value === value)?.cars ?? settings.wantedCars;

/** The bids of one round in the form of the contract's group rules. */
export const roundBids = (grouped: readonly GroupedBid[], { groupValue, groupRound }: InRound) =>
  grouped.filter((bid) => bid.groupValue === groupValue && bid.groupRound === groupRound).map(asGroupBid);

const isLive = (status: number) => LIVE_STATUSES.includes(status);

interface JoinRequest {
  /** The current bid, or null for a new one. */
  before: OwnBid | null;
  groupValue: number | null;
  /** True if the bid becomes New or Bid. A win is a fact and needs no slot. */
  requestsSlot: boolean;
  /** Accepted after the cut-off, so a manager has to phone the agent. */
  placedByPhone: boolean;
}

/** Membership of a bid that joins or stays in a group: the current round, or a new one if that is over (business-rules.md#bid-groups). */
export function joinGroup(
  context: Groups,
  { before, groupValue, requestsSlot, placedByPhone }: JoinRequest,
): GroupMembership {
  if (groupValue === null) return UNGROUPED;
  const stays =
    before !== null && before.groupRound !== null && before.groupValue === groupValue && isLive(before.status);
  const group = context.groups.find(({ value }) => value === groupValue) ?? { value: groupValue, round: 0 };
  const others = context.grouped.filter(({ bidId }) => bidId !== before?.bidId);
  const newest = roundBids(others, { groupValue, groupRound: group.round });
  const groupRound = stays ? before.groupRound : isRoundOver(newest) ? group.round + 1 : group.round;
  const inRound = roundBids(others, { groupValue, groupRound });
  const mayBeBought = placedByPhone || (before?.mayBeBought ?? false);
  const needsSlot = requestsSlot && (!stays || (placedByPhone && !before.mayBeBought));
  return {
    groupValue,
    groupRound,
    // An order the agent may already have stays cleared if there is a slot; the group decides on everything else.
    groupCleared: stays ? before.groupCleared : mayBeBought && !placedByPhone && requestsSlot,
    needsCars: needsSlot ? carsForOneMore(inRound, carsOf(context, groupValue), { mayBeBought }) : null,
  };
}

/** Exposure of all other bids given this membership, and the amount up to which the bid adds nothing (business-rules.md#exposure). In yen. */
export function exposureExcluding(
  context: Groups & { client: { exposureYen: number } },
  before: OwnBid | null,
  place: GroupMembership,
): { otherYen: number; floorYen: number } {
  const withoutYen = exposureAfter(context, before, null);
  if (place.groupValue === null || place.groupRound === null) return { otherYen: withoutYen, floorYen: 0 };
  const others = roundBids(
    context.grouped.filter(({ bidId }) => bidId !== before?.bidId),
    place,
  );
  const cars = carsOf(context, place.groupValue);
  const own = { mayBeBought: before?.mayBeBought ?? false, isCleared: place.groupCleared };
  const { otherYen, floorYen } = exposureBesideNewBid(others, cars, own);
  return { otherYen: withoutYen - roundExposureYen(others, cars) + otherYen, floorYen };
}

/** The client's exposure in yen once `after` replaces `before`; null means no bid. */
export function exposureAfter(
  context: Groups & { client: { exposureYen: number } },
  before: OwnBid | null,
  after: BidValues | null,
): number {
  const { grouped, client } = context;
  const remaining = grouped.filter(({ bidId }) => bidId !== before?.bidId);
  const now = [...remaining, ...(after ? [asGrouped(context, before, after)] : [])];
  return (
    client.exposureYen -
    roundsExposureYen(context, grouped) -
    ungroupedYen(before) +
    roundsExposureYen(context, now) +
    ungroupedYen(after)
  );
}

const ungroupedYen = (bid: BidValues | null): number => (bid && bid.groupRound === null ? bidExposureYen(bid) : 0);

/** A bid without a round keeps its null round, so the sum over rounds skips it. */
const asGrouped = ({ now }: Groups, before: OwnBid | null, after: BidValues): GroupedBid => ({
  bidId: before?.bidId ?? 0,
  userId: before?.userId ?? 0,
  lotId: before?.lotId ?? 0,
  version: before?.version ?? 0,
  bidAt: now,
  statusAt: now,
  amountAt: now,
  auctionAt: now,
  agentCutoffAt: now,
  mayBeBought: before?.mayBeBought ?? false,
  ...after,
});

/** Rounds with their bids, each of which buys its own number of cars. */
function roundsOf(context: Pick<Groups, 'groups' | 'settings'>, grouped: readonly GroupedBid[]) {
  const rounds = new Map<string, InRound & { groupValue: number }>();
  for (const { groupValue, groupRound } of grouped)
    if (groupValue !== null && groupRound !== null)
      rounds.set(`${groupValue}:${groupRound}`, { groupValue, groupRound });
  return [...rounds.values()].map((round) => ({
    bids: roundBids(grouped, round),
    cars: carsOf(context, round.groupValue),
  }));
}

/** The maximum cost of all rounds together, in yen. */
export const roundsExposureYen = (
  context: Pick<Groups, 'groups' | 'settings'>,
  grouped: readonly GroupedBid[],
): number => roundsOf(context, grouped).reduce((yen, { bids, cars }) => yen + roundExposureYen(bids, cars), 0);

/** Ids of the bids that `roundsExposureYen` counts. */
export const countedInRounds = (
  context: Pick<Groups, 'groups' | 'settings'>,
  grouped: readonly GroupedBid[],
): Set<number> =>
  new Set(roundsOf(context, grouped).flatMap(({ bids, cars }) => countedBids(bids, cars).map(({ bidId }) => bidId)));
