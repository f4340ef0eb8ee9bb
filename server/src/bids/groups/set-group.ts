import type { BidGroupOption, setBidGroup } from '@seri/contract/bids/group-routes.ts';
import { GROUP_VALUES, groupLabel, isRoundOver, minCars, winsOf } from '@seri/contract/bids/groups.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { carsOf, roundBids, roundsExposureYen } from '../core/group-membership.ts';
import { wakeGroups } from '../core/queries.ts';
import { bidTransaction } from '../core/transaction.ts';
import { type ClientGroups, findGroups, lockClient, recordCars, saveCars, setExposure } from './group-queries.ts';

/**
 * Options of the group selector: the placeholder, then every group with its cars, bids and wins. A manager without a
 * bidding account gets empty groups of their own. Throws NotFound for another account that cannot bid.
 */
export async function listGroups(db: Db, userId: number, viewerId: number): Promise<BidGroupOption[]> {
  const state = await findGroups(db, userId);
  if (!state.client && userId !== viewerId) throw new NotFound();
  return [
    { value: -1, label: '--', cars: 0, bids: 0, wins: 0, fewest: 0 },
    ...GROUP_VALUES.map((value) => optionOf(state, value)),
  ];
}

function optionOf(state: ClientGroups, value: number): BidGroupOption {
  const round = state.groups.find((group) => group.value === value)?.round;
  const bids = roundBids(state.grouped, { groupValue: value, groupRound: round ?? null });
  const going = isRoundOver(bids) ? [] : bids;
  return {
    value,
    label: groupLabel(value),
    cars: carsOf(state, value),
    bids: going.filter(({ status }) => status <= BID_STATUS.bid).length,
    wins: winsOf(going),
    fewest: minCars(going, state.now),
  };
}

interface SetGroup {
  userId: number;
  actorId: number;
  body: BodyOf<typeof setBidGroup>;
}

/**
 * Sets the number of cars a group buys: at least the cars it has won or can no longer cancel, at most what the client's
 * credit allows. Throws NotFound, Bid.GroupTooFew, Bid.Credit.
 */
export async function setGroup({ bidDb }: Database, { userId, actorId, body }: SetGroup): Promise<BidGroupOption> {
  const { value, cars } = body;
  return bidTransaction(bidDb, async (tx) => {
    await lockClient(tx, userId);
    const state = await findGroups(tx, userId);
    const { client } = state;
    if (!client) throw new NotFound();
    const before = optionOf(state, value);
    if (cars !== UNLIMITED && cars < before.fewest && before.bids + before.wins > 0)
      throw new ApiError('Bid.GroupTooFew', {
        fields: { cars: ['Bid.GroupTooFew'] },
        details: { cars: before.fewest },
      });

    const groups = [...state.groups.filter((group) => group.value !== value), { value, cars, round: 0 }];
    const changeYen = roundsExposureYen({ ...state, groups }, state.grouped) - roundsExposureYen(state, state.grouped);
    const exposureYen = client.exposureYen + changeYen;
    const isLimited = client.creditLimitCheck && client.creditLimitYen !== UNLIMITED;
    if (changeYen > 0 && isLimited && exposureYen > client.balanceYen + client.creditLimitYen)
      throw new ApiError('Bid.Credit', {
        fields: { cars: ['Bid.Credit'] },
        details: { bidAllow: Math.max(0, client.balanceYen + client.creditLimitYen - client.exposureYen) },
      });

    await saveCars(tx, userId, { value, cars });
    await setExposure(tx, userId, exposureYen);
    if (before.cars !== cars)
      await recordCars(tx, { userId, actorId, before: { value, cars: before.cars }, after: { value, cars } });
    await wakeGroups(tx, [userId]);
    return { ...before, cars };
  });
}
