import { carsForOneMore, exposureBesideNewBid, isRoundOver, roundExposureYen } from '@seri/contract/bids/groups.ts';
import { bidExposureYen } from '@seri/contract/bids/rules.ts';
import { LIVE_STATUSES } from '@seri/contract/bids/statuses.ts';
import type { BidContext, BidState, BidValues, GroupedBid, OwnBid } from './context.ts';

/** Where a bid stands among the groups. */
export interface GroupMembership {
  groupValue: number | null;
  groupRound: number | null;
  groupCleared: boolean;
  /** How many cars the group would have to buy for it to have a place; null when it has one. */
  needsCars: number | null;
}

const ALONE: GroupMembership = { groupValue: null, groupRound: null, groupCleared: false, needsCars: null };

type Groups = Pick<BidContext, 'groups' | 'grouped' | 'settings' | 'now'>;
type InRound = Pick<BidState, 'groupValue' | 'groupRound'>;

export const membershipOf = (
  bid: Pick<BidState, 'groupValue' | 'groupRound' | 'groupCleared'> | null,
): GroupMembership =>
  bid === null
    ? ALONE
    : { groupValue: bid.groupValue, groupRound: bid.groupRound, groupCleared: bid.groupCleared, needsCars: null };

/** A bid of a round as the contract's rule knows it. */
export const asGroupBid = (bid: GroupedBid) => ({ ...bid, isCleared: bid.groupCleared });

/** How many cars a group buys; one that was never set follows the company. */
export const carsOf = ({ groups, settings }: Pick<Groups, 'groups' | 'settings'>, value: number): number =>
  groups.find((group) => group.value === value)?.cars ?? settings.wantedCars;

/** The bids of one round, as the contract's rule knows them. */
export const roundBids = (grouped: readonly GroupedBid[], { groupValue, groupRound }: InRound) =>
  grouped.filter((bid) => bid.groupValue === groupValue && bid.groupRound === groupRound).map(asGroupBid);

const isLive = (status: number) => LIVE_STATUSES.includes(status);

interface Entering {
  /** The bid as it is now, or null when it is new. */
  before: OwnBid | null;
  groupValue: number | null;
  /** It will be in 1 or 2, and not in 6: a win is a fact that needs no place. */
  requestsSlot: boolean;
  /** It is accepted so late that a manager has to tell the agent himself. */
  placedByPhone: boolean;
}

/** A bid that joins or stays in a group belongs to its current round, otherwise to a new one (business-rules.md#bid-groups). */
export function joinGroup(
  context: Groups,
  { before, groupValue, requestsSlot, placedByPhone }: Entering,
): GroupMembership {
  if (groupValue === null) return ALONE;
  const stays =
    before !== null && before.groupRound !== null && before.groupValue === groupValue && isLive(before.status);
  const group = context.groups.find(({ value }) => value === groupValue) ?? { value: groupValue, round: 0 };
  const others = context.grouped.filter(({ bidId }) => bidId !== before?.bidId);
  const newest = roundBids(others, { groupValue, groupRound: group.round });
  const groupRound = stays ? before.groupRound : isRoundOver(newest) ? group.round + 1 : group.round;
  const inRound = roundBids(others, { groupValue, groupRound });
  const mayBeBought = placedByPhone || (before?.mayBeBought ?? false);
  const entersPlace = requestsSlot && (!stays || (placedByPhone && !before.mayBeBought));
  return {
    groupValue,
    groupRound,
    // An order that stands goes on standing where there is room for it; anything else is the group's to decide.
    groupCleared: stays ? before.groupCleared : mayBeBought && !placedByPhone && requestsSlot,
    needsCars: entersPlace ? carsForOneMore(inRound, carsOf(context, groupValue), { mayBeBought }) : null,
  };
}

/** Exposure beside a bid in this place, and the amount up to which the bid adds nothing (business-rules.md#exposure). */
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

/** The client's exposure once `after` stands in the place of `before`; either may be nothing. */
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
    aloneYen(before) +
    roundsExposureYen(context, now) +
    aloneYen(after)
  );
}

const aloneYen = (bid: BidValues | null): number => (bid && bid.groupRound === null ? bidExposureYen(bid) : 0);

/** What stands in no round is left out of the sum by its round being none. */
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

/** What all rounds together may cost. */
export function roundsExposureYen(
  context: Pick<Groups, 'groups' | 'settings'>,
  grouped: readonly GroupedBid[],
): number {
  const rounds = new Map<string, InRound & { groupValue: number }>();
  for (const { groupValue, groupRound } of grouped)
    if (groupValue !== null && groupRound !== null)
      rounds.set(`${groupValue}:${groupRound}`, { groupValue, groupRound });
  let yen = 0;
  for (const round of rounds.values())
    yen += roundExposureYen(roundBids(grouped, round), carsOf(context, round.groupValue));
  return yen;
}
