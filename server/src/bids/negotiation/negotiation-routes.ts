import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { negotiationFor } from '@seri/contract/bids/negotiation.ts';
import * as calls from '@seri/contract/bids/negotiation-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../platform/calls/current-user.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { idempotencyKey, registerRoute } from '../../platform/http/register-route.ts';
import { acceptOffer, declineOffer } from './answer-offer.ts';
import { makeOffer, withdrawOffer } from './make-offer.ts';
import { findNegotiation, findOffers } from './negotiation-queries.ts';

/** Routes of the negotiation between seller and client after a car was not sold in its auction. */
export function negotiationRoutes(app: FastifyInstance, database: Database): void {
  registerRoute(app, calls.viewNegotiation, async ({ query: { bidId }, currentUser }) => {
    const isStaff = currentUser.userType === USER_TYPE.manager;
    const found = await findNegotiation(database.db, bidId);
    const mayLook = isStaff ? currentUser.permissions.bidManagementEnabled : found?.userId === currentUser.userId;
    if (!found || !mayLook) throw new NotFound();
    const offers = await findOffers(database.db, bidId);
    return {
      bidId,
      bidAmount: found.bidAmount,
      bidStatus: found.bidStatus,
      negotiation: negotiationFor(found.negotiation, isStaff),
      offers: offers.map(({ askedAt, settledAt, managerName, ...offer }) => ({
        ...offer,
        askedAt: askedAt.toISOString(),
        settledAt: settledAt?.toISOString() ?? null,
        ...(isStaff ? { managerName } : {}),
      })),
    };
  });

  const asManager = (currentUser: CurrentUser, request: FastifyRequest) => ({
    actor: { kind: 'manager' as const, userId: currentUser.userId, requestId: request.id },
    repeat: idempotencyKey(request, currentUser),
  });
  registerRoute(app, calls.makeOffer, ({ body, currentUser, request }) =>
    makeOffer(database, { bidId: body.bidId, offerYen: body.amount, ...asManager(currentUser, request) }),
  );
  registerRoute(app, calls.withdrawOffer, ({ body, currentUser, request }) =>
    withdrawOffer(database, { offerId: body.offerId, ...asManager(currentUser, request) }),
  );

  const asClient = (currentUser: CurrentUser, request: FastifyRequest) => ({
    ...asManager(currentUser, request),
    actor: { kind: 'client' as const, userId: currentUser.userId, requestId: request.id },
  });
  registerRoute(app, calls.acceptOffer, ({ body, currentUser, request }) =>
    acceptOffer(database, {
      offerId: body.offerId,
      seenYen: body.amount,
      terms: body.confirm === 1,
      ...asClient(currentUser, request),
    }),
  );
  registerRoute(app, calls.declineOffer, ({ body, currentUser, request }) =>
    declineOffer(database, { offerId: body.offerId, ...asClient(currentUser, request) }),
  );
}
