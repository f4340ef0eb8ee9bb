import * as service from '@seri/contract/users/back-office-routes.ts';
import {
  type ClientFigures,
  listClientHistory,
  viewClientFigures,
} from '@seri/contract/users/client-figures-routes.ts';
import type { FastifyInstance } from 'fastify';
import { findCommitted } from '../../bids/outcomes/outcome-queries.ts';
import { matchPayments } from '../../payments/match-payments.ts';
import { NotFound } from '../../platform/calls/errors.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { japanDay } from '../../platform/i18n/japan-time.ts';
import { isClient } from '../../users/client-queries.ts';
import { countHabits, findAccountEntries, findChanges, findPurchaseStates } from './client-figures-queries.ts';

/** Days of a client's bidding that their habits describe. */
const HABIT_DAYS = 90;
/** Statuses from here on are the end of a shipment (business-rules.md#purchase-statuses). */
const DELIVERED = 5;

/** Figures and history of a client, for managers and for the provider's programs. */
export function clientFiguresRoutes(app: FastifyInstance, { db }: Database): void {
  for (const spec of [viewClientFigures, service.serviceClientFigures])
    registerRoute(app, spec, async ({ query: { userId } }) => {
      if (!(await isClient(db, userId))) throw new NotFound();
      return readFigures(db, userId);
    });
  for (const spec of [listClientHistory, service.serviceClientHistory])
    registerRoute(app, spec, async ({ query: { userId, page, pageSize } }) => {
      if (!(await isClient(db, userId))) throw new NotFound();
      const { items, total } = await findChanges(db, userId, { page, pageSize });
      return {
        success: true as const,
        items,
        pageInfo: { page, pageSize, totalSearchResults: total, totalResults: total },
      };
    });
}

async function readFigures(db: Db, userId: number): Promise<ClientFigures> {
  const [committed, habits, entries, purchases] = await Promise.all([
    findCommitted(db, userId),
    countHabits(db, userId, HABIT_DAYS),
    findAccountEntries(db, userId),
    findPurchaseStates(db, userId, HABIT_DAYS),
  ]);
  const today = japanDay(new Date());
  const dues = matchPayments(entries).map((due) => ({ ...due, isLate: due.dueYen > 0 && due.dueOn < today }));
  const recent = new Set(purchases.filter(({ isRecent }) => isRecent).map(({ purchaseId }) => purchaseId));
  const payable = dues.filter(
    ({ purchaseId, paidOn, dueOn }) => recent.has(purchaseId) && (paidOn !== null || dueOn < today),
  );
  return {
    success: true,
    committed,
    dues,
    onTheWay: purchases.filter(({ status }) => status < DELIVERED).length,
    delivered: purchases.filter(({ status }) => status === DELIVERED).length,
    habits: {
      ...habits,
      days: HABIT_DAYS,
      payable: payable.length,
      paidOnTime: payable.filter(({ paidOn, dueOn }) => paidOn !== null && paidOn <= dueOn).length,
    },
  };
}
