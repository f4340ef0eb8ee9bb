import { defaultPermissions, ROLE, type RoleId } from '@seri/contract/auth/permissions.ts';
import { BID_STEP_YEN, lowestBidYen } from '@seri/contract/bids/rules.ts';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import { setGroup } from '@seri/server/bids/groups/set-group.ts';
import { setBidStatus } from '@seri/server/bids/manage/set-bid-status.ts';
import { placeBid } from '@seri/server/bids/place/place-bid.ts';
import { markRead } from '@seri/server/chat/queries.ts';
import { saveMessage } from '@seri/server/chat/save-message.ts';
import type { CurrentUser } from '@seri/server/platform/calls/current-user.ts';
import { ApiError } from '@seri/server/platform/calls/errors.ts';
import type { Database } from '@seri/server/platform/db/db.ts';
import { findFact, recordFact } from '@seri/server/platform/db/installation.ts';
import { findUserByEmail } from '@seri/server/users/queries.ts';
import { DEMO_BIDS, type DemoBid, type DemoBids } from './bid-plan.ts';
import { findLotsToBid, isBidAtAuction, type LotToBid } from './lots-to-bid-queries.ts';

const FACT = 'demo_bids';
const STATUS_AFTER = {
  accepted: BID_STATUS.bid,
  stopped: BID_STATUS.dontBid,
  takenBack: BID_STATUS.cancel,
} as const;

/** Open bids of the demonstration's clients on lots of the next days, with the managers' actions on them. */
export async function fillDemoBids(database: Database): Promise<void> {
  const { db } = database;
  if ((await findFact(db, 'demo')) !== true || (await findFact(db, FACT)) === true) return;
  // Skipped when someone has bid already, so that visitors find only their own bids; an interrupted first start
  // therefore leaves fewer.
  if (!(await isBidAtAuction(db))) for (const wanted of DEMO_BIDS) await bidOnAll(database, wanted);
  await recordFact(db, FACT, true);
}

async function bidOnAll(database: Database, wanted: DemoBids): Promise<void> {
  const { db } = database;
  const [client, manager] = await Promise.all(
    [wanted.who, 'manager'].map((name) => findUserByEmail(db, `${name}@demo.seri`)),
  );
  if (!client || !manager) return;
  const context: BidContext = {
    database,
    wanted,
    client: viewerOf(client.id, wanted.who === 'dealer' ? ROLE.dealer : ROLE.client),
    manager: viewerOf(manager.id, ROLE.manager),
  };
  if (wanted.group) await setGroup(database, { userId: client.id, actorId: client.id, body: wanted.group });
  const lots = await findLotsToBid(db, wanted.of, wanted.bids.length);
  for (const [index, lot] of lots.entries()) await bidOn(context, wanted.bids[index] as DemoBid, lot);
}

interface BidContext {
  database: Database;
  wanted: DemoBids;
  client: CurrentUser;
  manager: CurrentUser;
}

async function bidOn({ database, wanted, client, manager }: BidContext, bid: DemoBid, lot: LotToBid): Promise<void> {
  const requestId = `demo-bid-${lot.id}`;
  const by = { ifMatch: null, repeat: null, requestId };
  const placed = await placeBid(database, {
    ...by,
    userId: client.userId,
    actor: bid.byManager ? { kind: 'manager', userId: manager.userId } : { kind: 'client', userId: client.userId },
    permissions: (bid.byManager ? manager : client).permissions,
    payload: {
      ...{ amount: amountOf(bid, lot), carId: String(lot.id), confirm: 1 },
      lotType: wanted.of.vehicle === 'bike' ? 'bike' : 'auction',
      bidType: wanted.exportType,
      ...(wanted.group ? { bidGroup: wanted.group.value } : {}),
      ...(bid.comment ? { comment: bid.comment } : {}),
    },
  }).catch((error: unknown) => {
    // In an older demonstration without these bids, its client may have no credit left.
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (!placed) return;
  const { bidId } = placed;
  for (const [from, text] of bid.chat ?? []) {
    const writer = from === 'client' ? client : manager;
    // An answer implies that the messages before it were read.
    await markRead(database.db, bidId, from === 'client' ? 'client' : 'staff', undefined);
    await saveMessage(database, writer, { bidId, text, repeat: null });
  }
  if (bid.chat && !bid.waits) await markRead(database.db, bidId, 'staff', undefined);
  if (!bid.then) return;
  const currentUser = bid.then === 'takenBack' ? client : manager;
  await setBidStatus(database, currentUser, { ...by, bidId, status: STATUS_AFTER[bid.then], lastHourAccepted: false });
}

const amountOf = ({ share }: DemoBid, { averageYen, startYen }: LotToBid): number =>
  Math.max(lowestBidYen(startYen), Math.round((averageYen * share) / BID_STEP_YEN) * BID_STEP_YEN);

const viewerOf = (userId: number, roleId: RoleId): CurrentUser => ({
  ...{ userId, roleId, userType: roleId === ROLE.manager ? 3 : 2, language: LANGUAGE.en },
  ...{ sessionId: '', secondFactorNeeded: false },
  permissions: defaultPermissions(roleId),
});
