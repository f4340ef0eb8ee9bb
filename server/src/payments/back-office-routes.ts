import * as service from '@seri/contract/payments/back-office-routes.ts';
import * as managers from '@seri/contract/payments/manager-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, deciderOf, idOf } from '../platform/calls/actor.ts';
import { NotFound } from '../platform/calls/errors.ts';
import type { Database, Tx } from '../platform/db/db.ts';
import { runOnce } from '../platform/http/idempotency.ts';
import { idempotencyKey, registerRoute } from '../platform/http/register-route.ts';
import { bookMoney, reversePosting } from './book-money.ts';
import { type Booker, bookerOf } from './book-posting.ts';
import { assignTransfer, receiveTransfer } from './receive-transfer.ts';
import { findPostings, findTransfers, withCandidates } from './transfer-queries.ts';

/** Bookings by managers on their screens and by programs of the provider: the same functions as the operator's commands. */
export function paymentServiceRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  /** Runs in one transaction with its idempotent reply. */
  const book = <T extends object>(
    call: Caller & { request: FastifyRequest },
    work: (tx: Tx, booker: Booker) => Promise<T>,
  ) => {
    const decider = deciderOf(call);
    return db.transaction().execute((tx) =>
      runOnce(tx, idempotencyKey(call.request, decider), async () => ({
        success: true as const,
        ...(await work(tx, bookerOf(idOf(decider)))),
      })),
    );
  };

  for (const spec of [managers.bookMoney, service.serviceBookMoney])
    registerRoute(app, spec, (call) =>
      book(call, async (tx, booker) => ({ postingId: await bookMoney(tx, call.body, booker) })),
    );
  for (const spec of [managers.reversePosting, service.serviceReversePosting])
    registerRoute(app, spec, (call) =>
      book(call, async (tx, booker) => ({ postingId: await reversePosting(tx, call.body, booker) })),
    );
  for (const spec of [managers.assignTransfer, service.serviceAssignTransfer])
    registerRoute(app, spec, (call) =>
      book(call, async (tx, booker) => ({ transfer: await assignTransfer(tx, call.body, booker) })),
    );
  registerRoute(app, service.serviceReceiveTransfer, (call) =>
    book(call, async (tx, booker) => ({ transfer: await receiveTransfer(tx, call.body, booker) })),
  );

  for (const spec of [managers.clientPostings, service.servicePostings])
    registerRoute(app, spec, async ({ query: { userId, page, pageSize } }) => {
      const found = await findPostings(db, userId, { page, pageSize });
      if (!found) throw new NotFound();
      return {
        success: true as const,
        balanceYen: found.balanceYen,
        items: found.items.map(({ at, ...item }) => ({ ...item, at: at.toISOString() })),
        pageInfo: { page, pageSize, totalSearchResults: found.all, totalResults: found.all },
      };
    });

  for (const spec of [managers.bankTransfers, service.serviceTransfers])
    registerRoute(app, spec, async ({ query }) => {
      const { items, found, all } = await findTransfers(db, query);
      const { page, pageSize } = query;
      return {
        success: true as const,
        items: await withCandidates(db, items),
        pageInfo: { page, pageSize, totalSearchResults: found, totalResults: all },
      };
    });
}
