import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import * as dayCalls from '@seri/contract/bids/day-routes.ts';
import * as editCalls from '@seri/contract/bids/edit-routes.ts';
import * as groupCalls from '@seri/contract/bids/group-routes.ts';
import * as orderCalls from '@seri/contract/bids/order-routes.ts';
import * as calls from '@seri/contract/bids/routes.ts';
import * as typeCalls from '@seri/contract/bids/type-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../platform/calls/current-user.ts';
import { NotFound, Refused } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { type RepeatKey, repeatKey, serve } from '../platform/http/register-route.ts';
import { bidLogRoutes } from './audit-log/log-routes.ts';
import { findClientId } from './core/queries.ts';
import { versionOf } from './core/refuse.ts';
import { eventLine, exportTypeOptions, isRussian, type LoggedChange } from './core/texts.ts';
import { listGroups, setGroup } from './groups/set-group.ts';
import { findBidLog } from './lists/list-queries.ts';
import { bidListRoutes } from './lists/list-routes.ts';
import { viewDay } from './lists/view-day.ts';
import { editBid } from './manage/edit-bid.ts';
import { resendOrder } from './manage/resend-order.ts';
import { setAutoBid } from './manage/set-auto-bid.ts';
import { setBidStatus } from './manage/set-bid-status.ts';
import { setBidStatuses } from './manage/set-bid-statuses.ts';
import { setSoldPrice } from './manage/set-sold-price.ts';
import { negotiationRoutes } from './negotiation/negotiation-routes.ts';
import { checkBid } from './place/check-bid.ts';
import { placeBid } from './place/place-bid.ts';

export interface SettleCommand {
  bidId: number;
  actor: { kind: 'manager'; userId: number; requestId: string };
  repeat: RepeatKey | null;
}

interface BidFlows {
  /** 6 becomes 7 with purchase and posting; it crosses capabilities, so it is handed in. */
  settleWin: (database: Database, command: SettleCommand) => Promise<unknown>;
}

/** Actor codes of the log: 1064 marks staff (business-rules.md#staff-in-the-history). */
const STAFF_CODE = 1064;

export function bidRoutes(app: FastifyInstance, database: Database, { settleWin }: BidFlows): void {
  serve(app, calls.createBid, ({ body, viewer, request }) =>
    placeBid(database, {
      userId: viewer.userId,
      actor: { kind: 'client', userId: viewer.userId },
      permissions: viewer.permissions,
      payload: body,
      ifMatch: versionOf(request),
      repeat: repeatKey(request, viewer),
      requestId: request.id,
    }),
  );
  serve(app, calls.createBidFor, async ({ body: { userId, ...payload }, viewer, request }) =>
    placeBid(database, {
      userId: await findClientId(database.db, userId),
      actor: { kind: 'manager', userId: viewer.userId },
      permissions: viewer.permissions,
      payload,
      ifMatch: versionOf(request),
      repeat: repeatKey(request, viewer),
      requestId: request.id,
    }),
  );
  serve(app, calls.checkBid, async ({ body, viewer }) => {
    const isStaff = viewer.userType === USER_TYPE.manager;
    if (isStaff ? !viewer.permissions.managerBidForClient : body.userId !== undefined)
      throw new Refused('Access.Denied');
    if (isStaff && body.userId === undefined) throw new NotFound();
    const userId = body.userId === undefined ? viewer.userId : await findClientId(database.db, body.userId);
    return checkBid(database, { userId, permissions: viewer.permissions }, body);
  });
  serve(app, calls.updateBidStatus, ({ body, viewer, request }) =>
    setBidStatus(database, viewer, {
      bidId: bidIdOf(body),
      status: body.status,
      lastHourAccepted: body.lastHourAccepted ?? false,
      ifMatch: versionOf(request),
      repeat: repeatKey(request, viewer),
      requestId: request.id,
    }),
  );
  serve(app, calls.updateBidPrice, ({ body, viewer, request }) =>
    editBid(database, viewer, {
      bidId: bidIdOf(body),
      body,
      ifMatch: versionOf(request),
      repeat: repeatKey(request, viewer),
      requestId: request.id,
    }),
  );
  serve(app, editCalls.updateAdjustmentPrice, async ({ body: { bidId, ...body }, viewer, request }) => {
    const repeat = repeatKey(request, viewer);
    await editBid(database, viewer, { bidId, body, ifMatch: versionOf(request), repeat, requestId: request.id });
    return { success: true };
  });
  serve(app, editCalls.updateBidStatuses, ({ body, viewer, request }) =>
    setBidStatuses(database, viewer, { body, repeat: repeatKey(request, viewer), requestId: request.id }),
  );
  serve(app, editCalls.updateAutoBid, ({ body, viewer, request }) =>
    setAutoBid(database, {
      ...body,
      actor: { kind: 'manager', userId: viewer.userId, requestId: request.id },
      ifMatch: versionOf(request),
      repeat: repeatKey(request, viewer),
    }),
  );
  serve(app, calls.updateSoldPrice, ({ body, viewer, request }) =>
    setSoldPrice(database, {
      ...body,
      managerId: viewer.userId,
      ifMatch: versionOf(request),
      repeat: repeatKey(request, viewer),
      requestId: request.id,
    }),
  );
  serve(app, orderCalls.resendOrder, ({ body, viewer, request }) =>
    resendOrder(database, {
      bidId: body.bidId,
      actor: { kind: 'manager', userId: viewer.userId, requestId: request.id },
      repeat: repeatKey(request, viewer),
    }),
  );
  serve(app, calls.confirmWin, async ({ body, viewer, request }) => {
    const actor = { kind: 'manager', userId: viewer.userId, requestId: request.id } as const;
    await settleWin(database, { bidId: body.bidId, actor, repeat: repeatKey(request, viewer) });
    return { success: true };
  });
  bidListRoutes(app, database);
  smallListRoutes(app, database);
  groupRoutes(app, database);
  bidLogRoutes(app, database);
  negotiationRoutes(app, database);
}

function smallListRoutes(app: FastifyInstance, database: Database): void {
  serve(app, dayCalls.bidDayView, ({ query, viewer }) => viewDay(database, viewer, query.day));
  for (const spec of [typeCalls.bidTypes, typeCalls.exportTypes])
    serve(app, spec, async ({ query, viewer }) =>
      exportTypeOptions(query.language ? query.language === '693' : isRussian(viewer)),
    );
  serve(app, calls.bidLogs, async ({ query, viewer }) => {
    const events = await findBidLog(database.db, query.bidId);
    if (events.length === 0) throw new NotFound();
    return events.map((event) => ({
      date: event.at.toISOString(),
      userName: event.full_name ?? 'System',
      event: eventLine(event as unknown as LoggedChange, viewer),
      status: (event.after as unknown as LoggedChange['after']).status,
      ...(event.actor === 'manager' ? { userType: STAFF_CODE } : {}),
    }));
  });
}

function groupRoutes(app: FastifyInstance, database: Database): void {
  serve(app, groupCalls.bidGroups, ({ query, viewer }) =>
    listGroups(database.db, clientOf(viewer, query.userId), viewer.userId),
  );
  serve(app, groupCalls.setBidGroup, ({ body, viewer }) => {
    const { bidManagementEnabled, bidManageBidPrice, biddingAllowed } = viewer.permissions;
    if (viewer.userType === USER_TYPE.manager && !(bidManagementEnabled && bidManageBidPrice))
      throw new Refused('Access.Denied');
    if (viewer.userType === USER_TYPE.client && !biddingAllowed) throw new Refused('Bid.Restricted');
    return setGroup(database, { userId: clientOf(viewer, body.userId), actorId: viewer.userId, body });
  });
}

/** Whose groups are meant: managers name the client, everybody else has only his own. */
function clientOf(viewer: Viewer, userId: number | undefined): number {
  const isForeign = userId !== undefined && userId !== viewer.userId;
  if (isForeign && !(viewer.userType === USER_TYPE.manager && viewer.permissions.bidManagementEnabled))
    throw new NotFound();
  return userId ?? viewer.userId;
}

/** Either name is taken (business-rules.md#bid-ids); both may be sent when they agree. */
function bidIdOf({ bidId, jasId }: { bidId?: number | undefined; jasId?: number | undefined }): number {
  const id = bidId ?? jasId;
  if (id === undefined) throw new Refused('Field.Required', { fields: { bidId: ['Field.Required'] } });
  if (jasId !== undefined && jasId !== id) throw new Refused('Field.Invalid', { fields: { jasId: ['Field.Invalid'] } });
  return id;
}
