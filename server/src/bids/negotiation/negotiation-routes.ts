import { USER_TYPE } from '@seri/contract/auth/permissions.ts';
import { negotiationFor } from '@seri/contract/bids/negotiation.ts';
import * as calls from '@seri/contract/bids/negotiation-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Viewer } from '../../platform/calls/current-user.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { repeatKey, serve } from '../../platform/http/register-route.ts';
import { acceptOffer, declineOffer } from './answer-offer.ts';
import { makeOffer, withdrawOffer } from './make-offer.ts';
import { findNegotiation, findOffers } from './negotiation-queries.ts';

/** What a seller and a client say to each other after a car was not sold in its hall. */
export function negotiationRoutes(app: FastifyInstance, database: Database): void {
  serve(app, calls.viewNegotiation, async ({ query: { bidId }, viewer }) => {
    const isStaff = viewer.userType === USER_TYPE.manager;
    const found = await findNegotiation(database.db, bidId);
    const mayLook = isStaff ? viewer.permissions.bidManagementEnabled : found?.userId === viewer.userId;
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

  const asManager = (viewer: Viewer, request: FastifyRequest) => ({
    actor: { kind: 'manager' as const, userId: viewer.userId, requestId: request.id },
    repeat: repeatKey(request, viewer),
  });
  serve(app, calls.makeOffer, ({ body, viewer, request }) =>
    makeOffer(database, { bidId: body.bidId, offerYen: body.amount, ...asManager(viewer, request) }),
  );
  serve(app, calls.withdrawOffer, ({ body, viewer, request }) =>
    withdrawOffer(database, { offerId: body.offerId, ...asManager(viewer, request) }),
  );

  const asClient = (viewer: Viewer, request: FastifyRequest) => ({
    ...asManager(viewer, request),
    actor: { kind: 'client' as const, userId: viewer.userId, requestId: request.id },
  });
  serve(app, calls.acceptOffer, ({ body, viewer, request }) =>
    acceptOffer(database, {
      offerId: body.offerId,
      seenYen: body.amount,
      terms: body.confirm === 1,
      ...asClient(viewer, request),
    }),
  );
  serve(app, calls.declineOffer, ({ body, viewer, request }) =>
    declineOffer(database, { offerId: body.offerId, ...asClient(viewer, request) }),
  );
}
