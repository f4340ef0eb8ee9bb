import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import * as dayCalls from '@seri/contract/bids/day-routes.ts';
import * as editCalls from '@seri/contract/bids/edit-routes.ts';
import * as groupCalls from '@seri/contract/bids/group-routes.ts';
import * as orderCalls from '@seri/contract/bids/order-routes.ts';
import * as calls from '@seri/contract/bids/routes.ts';
import * as typeCalls from '@seri/contract/bids/type-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError, NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { commandOf, type IdempotencyKey, idempotencyKey, registerRoute } from '../platform/http/register-route.ts';
import { bidLogRoutes } from './audit-log/log-routes.ts';
import { findClientId } from './core/queries.ts';
import { eventLine, exportTypeOptions, isRussian, type LoggedChange } from './core/texts.ts';
import { listGroups, setGroup } from './groups/set-group.ts';
import { findBidLog } from './lists/list-queries.ts';
import { bidListRoutes } from './lists/list-routes.ts';
import { viewDay } from './lists/view-day.ts';
import { editBid } from './manage/edit-bid.ts';
import { resendOrder } from './manage/resend-order.ts';
import { setAutoBid } from './manage/set-auto-bid.ts';
import { setBidStatus, setBidStatuses } from './manage/set-bid-status.ts';
import { setSoldPrice } from './manage/set-sold-price.ts';
import { negotiationRoutes } from './negotiation/negotiation-routes.ts';
import { checkBid } from './place/check-bid.ts';
import type { FindImportVerdict } from './place/import-verdict.ts';
import { placeBid } from './place/place-bid.ts';

export interface SettleCommand {
  bidId: number;
  actor: { kind: 'manager'; userId: number; requestId: string };
  ifMatch: number | null;
  repeat: IdempotencyKey | null;
}

interface BidFlows {
  /** Settles a win (Win to Won) with purchase and posting. Injected, since it crosses capabilities. */
  settleWin: (database: Database, command: SettleCommand) => Promise<unknown>;
  findImportVerdict?: FindImportVerdict;
}

/** Actor codes of the log: 1064 marks staff (business-rules.md#staff-in-the-history). */
const STAFF_CODE = 1064;

export function bidRoutes(
  app: FastifyInstance,
  database: Database,
  { settleWin, findImportVerdict = async () => null }: BidFlows,
): void {
  registerRoute(app, calls.createBid, ({ body, currentUser, request }) =>
    placeBid(database, {
      userId: currentUser.userId,
      actor: { kind: 'client', userId: currentUser.userId },
      permissions: currentUser.permissions,
      payload: body,
      findImportVerdict,
      ...commandOf({ request, currentUser }),
    }),
  );
  registerRoute(app, calls.createBidFor, async ({ body: { userId, ...payload }, currentUser, request }) =>
    placeBid(database, {
      userId: await findClientId(database.db, userId),
      actor: { kind: 'manager', userId: currentUser.userId },
      permissions: currentUser.permissions,
      payload,
      findImportVerdict,
      ...commandOf({ request, currentUser }),
    }),
  );
  registerRoute(app, calls.checkBid, async ({ body, currentUser }) => {
    const isStaff = currentUser.userType === USER_TYPE.manager;
    if (isStaff ? !currentUser.permissions.managerBidForClient : body.userId !== undefined)
      throw new ApiError('Access.Denied');
    if (isStaff && body.userId === undefined) throw new NotFound();
    const userId = body.userId === undefined ? currentUser.userId : await findClientId(database.db, body.userId);
    return checkBid(database, { userId, permissions: currentUser.permissions, findImportVerdict }, body);
  });
  registerRoute(app, calls.updateBidStatus, ({ body, currentUser, request }) =>
    setBidStatus(database, currentUser, {
      bidId: bidIdOf(body),
      status: body.status,
      lastHourAccepted: body.lastHourAccepted ?? false,
      ...commandOf({ request, currentUser }),
    }),
  );
  registerRoute(app, calls.updateBidPrice, ({ body, currentUser, request }) =>
    editBid(database, currentUser, {
      bidId: bidIdOf(body),
      body,
      ...commandOf({ request, currentUser }),
    }),
  );
  registerRoute(app, editCalls.updateAdjustmentPrice, async ({ body: { bidId, ...body }, currentUser, request }) => {
    const { version } = await editBid(database, currentUser, { bidId, body, ...commandOf({ request, currentUser }) });
    return { success: true, version };
  });
  registerRoute(app, editCalls.updateBidStatuses, ({ body, currentUser, request }) =>
    setBidStatuses(database, currentUser, {
      body,
      repeat: idempotencyKey(request, currentUser),
      requestId: request.id,
    }),
  );
  registerRoute(app, editCalls.updateAutoBid, ({ body, currentUser, request }) =>
    setAutoBid(database, {
      ...body,
      actor: { kind: 'manager', userId: currentUser.userId, requestId: request.id },
      ...commandOf({ request, currentUser }),
    }),
  );
  registerRoute(app, calls.updateSoldPrice, ({ body, currentUser, request }) =>
    setSoldPrice(database, {
      ...body,
      managerId: currentUser.userId,
      ...commandOf({ request, currentUser }),
    }),
  );
  registerRoute(app, orderCalls.resendOrder, ({ body, currentUser, request }) =>
    resendOrder(database, {
      bidId: body.bidId,
      actor: { kind: 'manager', userId: currentUser.userId, requestId: request.id },
      repeat: idempotencyKey(request, currentUser),
    }),
  );
  registerRoute(app, calls.confirmWin, async ({ body, currentUser, request }) => {
    const actor = { kind: 'manager', userId: currentUser.userId, requestId: request.id } as const;
    const { ifMatch, repeat } = commandOf({ request, currentUser });
    await settleWin(database, { bidId: body.bidId, actor, ifMatch, repeat });
    return { success: true };
  });
  bidListRoutes(app, database);
  smallListRoutes(app, database);
  groupRoutes(app, database);
  bidLogRoutes(app, database);
  negotiationRoutes(app, database);
}

function smallListRoutes(app: FastifyInstance, database: Database): void {
  registerRoute(app, dayCalls.bidDayView, ({ query, currentUser }) => viewDay(database, currentUser, query.day));
  for (const spec of [typeCalls.bidTypes, typeCalls.exportTypes])
    registerRoute(app, spec, async ({ query, currentUser }) =>
      exportTypeOptions(query.language ? query.language === '693' : isRussian(currentUser)),
    );
  registerRoute(app, calls.bidLogs, async ({ query, currentUser }) => {
    const events = await findBidLog(database.db, query.bidId);
    if (events.length === 0) throw new NotFound();
    return events.map((event) => ({
      date: event.at.toISOString(),
      userName: event.full_name ?? 'System',
      event: eventLine(event as unknown as LoggedChange, currentUser),
      status: (event.after as unknown as LoggedChange['after']).status,
      ...(event.actor === 'manager' ? { userType: STAFF_CODE } : {}),
    }));
  });
}

function groupRoutes(app: FastifyInstance, database: Database): void {
  registerRoute(app, groupCalls.bidGroups, ({ query, currentUser }) =>
    listGroups(database.db, clientOf(currentUser, query.userId), currentUser.userId),
  );
  registerRoute(app, groupCalls.setBidGroup, ({ body, currentUser }) => {
    const { bidManagementEnabled, bidManageBidPrice, biddingAllowed } = currentUser.permissions;
    if (currentUser.userType === USER_TYPE.manager && !(bidManagementEnabled && bidManageBidPrice))
      throw new ApiError('Access.Denied');
    if (currentUser.userType === USER_TYPE.client && !biddingAllowed) throw new ApiError('Bid.Restricted');
    return setGroup(database, { userId: clientOf(currentUser, body.userId), actorId: currentUser.userId, body });
  });
}

/** The client whose groups are requested: managers name the client, clients reach only their own. */
function clientOf(currentUser: CurrentUser, userId: number | undefined): number {
  const isForeign = userId !== undefined && userId !== currentUser.userId;
  if (isForeign && !(currentUser.userType === USER_TYPE.manager && currentUser.permissions.bidManagementEnabled))
    throw new NotFound();
  return userId ?? currentUser.userId;
}

/** The bid id under either name (business-rules.md#bid-ids); both may be sent if they agree. */
function bidIdOf({ bidId, jasId }: { bidId?: number | undefined; jasId?: number | undefined }): number {
  const id = bidId ?? jasId;
  if (id === undefined) throw new ApiError('Field.Required', { fields: { bidId: ['Field.Required'] } });
  if (jasId !== undefined && jasId !== id)
    throw new ApiError('Field.Invalid', { fields: { jasId: ['Field.Invalid'] } });
  return id;
}
