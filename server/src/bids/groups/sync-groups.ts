import { decideGroup, type GroupBid, type GroupDecision, isIdle } from '@seri/contract/bids/groups.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import type { Database, Tx } from '../../platform/db/db.ts';
import { syncAgentOrder } from '../core/agent-order.ts';
import { historyState } from '../core/bid-effects.ts';
import type { GroupedBid } from '../core/context.ts';
import { asGroupBid, carsOf } from '../core/group-membership.ts';
import { notifyClient } from '../core/notify-client.ts';
import { bidTransaction } from '../core/transaction.ts';
import { recomputeExposure, writeOutcome } from '../outcomes/outcome-queries.ts';
import {
  type ClientGroups,
  findGroupClients,
  findGroups,
  lockClient,
  lockLots,
  recordDecision,
  setCleared,
} from './group-queries.ts';

interface Plan {
  value: number;
  round: number;
  cars: number;
  bids: GroupBid[];
  decision: GroupDecision;
}

/**
 * Decides and applies what a client's groups require now: orders to clear, orders to withdraw, bids to end
 * (business-rules.md#bid-groups). Runs after every change of a grouped bid, in its own transaction: it locks the client and
 * then every affected lot, which a bid on a single lot must not wait for.
 */
export async function syncGroups({ bidDb }: Pick<Database, 'bidDb'>, userId: number): Promise<void> {
  if (plansOf(await findGroups(bidDb, userId)).length === 0) return;
  await bidTransaction(bidDb, async (tx) => {
    await lockClient(tx, userId);
    const state = await findGroups(tx, userId);
    const plans = plansOf(state);
    if (plans.length > 0) await applyPlans(tx, userId, state, plans);
  });
}

/** Syncs all groups that no call will sync: a cut-off passed, or a worker crashed. */
export async function syncAllGroups(database: Pick<Database, 'bidDb' | 'db'>): Promise<void> {
  for (const userId of await findGroupClients(database.db)) await syncGroups(database, userId);
}

function plansOf(state: ClientGroups): Plan[] {
  const rounds = Map.groupBy(state.grouped, ({ groupValue, groupRound }) => `${groupValue}:${groupRound}`);
  return [...rounds.values()].flatMap((grouped) => {
    const [{ groupValue: value, groupRound: round }] = grouped as [GroupedBid];
    if (value === null || round === null) return [];
    const cars = carsOf(state, value);
    const bids = grouped.map(decisionInput);
    const decision = decideGroup(bids, cars, state.now);
    return isIdle(decision) ? [] : [{ value, round, cars, bids, decision }];
  });
}

/** The input of a decision and nothing else, since it is stored with the decision. */
function decisionInput(bid: GroupedBid): GroupBid {
  const { bidId, status, auctionAt, agentCutoffAt, isCleared, mayBeBought } = asGroupBid(bid);
  return { bidId, status, auctionAt, agentCutoffAt, isCleared, mayBeBought };
}

async function applyPlans(tx: Tx, userId: number, { grouped, now, nowText }: ClientGroups, plans: readonly Plan[]) {
  const ids = new Set(plans.flatMap(({ decision: { clear, withdraw, stop } }) => [...clear, ...withdraw, ...stop]));
  const concerned = grouped.filter(({ bidId }) => ids.has(bidId));
  const lotIds = [...new Set(concerned.map(({ lotId }) => lotId))].sort((a, b) => a - b);
  await lockLots(tx, lotIds);
  for (const { decision, ...plan } of plans) {
    await setCleared(tx, decision.clear, true);
    await setCleared(tx, decision.withdraw, false);
    for (const bid of concerned.filter(({ bidId }) => decision.stop.includes(bidId))) await stop(tx, bid);
    await recordDecision(tx, { userId, at: nowText, decision, ...plan });
  }
  for (const lotId of lotIds) await syncAgentOrder(tx, lotId, now);
  await recomputeExposure(tx, [userId]);
}

async function stop(tx: Tx, bid: GroupedBid): Promise<void> {
  const change = { status: BID_STATUS.dontBid, finishReason: 'group_full', soldPriceYen: null };
  await writeOutcome(tx, historyState(bid), bid.bidId, change, 'group_full');
  await notifyClient(tx, bid.status, { ...bid, ...change, version: bid.version + 1 });
}
