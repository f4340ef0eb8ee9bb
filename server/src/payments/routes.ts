import { MAX_BID_YEN } from '@seri/contract/bids/rules.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { PAYMENT_TYPES } from '@seri/contract/payments/list-search.ts';
import { type PaymentRecord, payments, paymentsBalance } from '@seri/contract/payments/routes.ts';
import { clientBalances } from '@seri/contract/payments/statement-routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import { clientCode } from '../platform/client-code.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { paymentServiceRoutes } from './back-office-routes.ts';
import { languageOf, TYPE_LABELS } from './labels.ts';
import { findAccount, findAccountsOf, findPayments, type PaymentRow } from './queries.ts';
import { statementRoutes } from './statement-routes.ts';

/** A client's own money: every record with the balance after it, and the amount free for bids. */
export function paymentRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  registerRoute(app, payments, async ({ query, currentUser }) => {
    const language = languageOf(currentUser);
    const { page, pageSize } = query;
    const found = await findPayments(
      db,
      currentUser.userId,
      { ...query, limit: pageSize, offset: (page - 1) * pageSize },
      language,
    );
    return {
      success: true as const,
      records: found.records.map(toRecord),
      typesList: PAYMENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value][language] })),
      purposesList: [],
      totalBalance: found.balance,
      totalReceived: found.received,
      totalSpent: found.spent,
      pageInfo: { page, pageSize, totalSearchResults: found.found, totalResults: found.all },
    };
  });

  registerRoute(app, paymentsBalance, async ({ currentUser }) => {
    const [account, settings] = await Promise.all([findAccount(db, currentUser.userId), readSettings(db)]);
    if (!account) throw new NotFound();
    const { exposure: _, ...figures } = account;
    const bidAllow = bidAllowOf(
      { ...account, isBound: currentUser.permissions.creditLimitCheck },
      settings.overbidAmount,
    );
    return { success: true as const, balanceInfo: { ...figures, bidAllow } };
  });

  registerRoute(app, clientBalances, async ({ currentUser }) => {
    const [clients, settings] = await Promise.all([findAccountsOf(db, currentUser.userId), readSettings(db)]);
    return {
      success: true as const,
      items: clients.map(({ exposure, isBound, ...client }) => ({
        ...client,
        clientId: clientCode(client.userId),
        bidAllow: bidAllowOf({ ...client, exposure, isBound }, settings.overbidAmount),
      })),
    };
  });

  statementRoutes(app, { db });
  paymentServiceRoutes(app, { db });
}

interface Bidder {
  balance: number;
  creditLimit: number;
  exposure: number;
  isBound: boolean;
}

/** Returns the free amount for one more bid on any lot (business-rules.md#exposure). */
function bidAllowOf({ balance, creditLimit, exposure, isBound }: Bidder, overbidYen: number): number {
  if (creditLimit === UNLIMITED || !isBound) return MAX_BID_YEN;
  return Math.max(0, balance + creditLimit - exposure - overbidYen);
}

const toRecord = (row: PaymentRow): PaymentRecord => ({
  id: row.id,
  date: row.bookedOn,
  type: row.type,
  description: row.description,
  amount: row.amountYen,
  balance: row.balanceYen,
  eta: row.eta,
  etd: row.etd,
});
