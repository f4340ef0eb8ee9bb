import { MAX_BID_YEN } from '@seri/contract/bids/rules.ts';
import { UNLIMITED } from '@seri/contract/money.ts';
import { PAYMENT_TYPES, type PaymentRecord, payments, paymentsBalance } from '@seri/contract/payments/routes.ts';
import { type BalanceInfo, LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import { readSettings } from '../platform/company-settings.ts';
import type { Database } from '../platform/db.ts';
import { serve } from '../platform/http/serve.ts';
import { NotFound } from '../platform/refusals.ts';
import { findAccount, findPayments, type PaymentRow, sumPayments } from './queries.ts';

/** Labels travel with the list in the reader's language (decisions 9 and D2.10). */
const TYPE_LABELS = {
  remittances: { en: 'Remittances', ru: 'Переводы' },
  carPurchase: { en: 'Car Purchase', ru: 'Покупка автомобиля' },
} as const;

/** A client's own money: every record with the balance after it, and what he may still bid. */
export function paymentRoutes(app: FastifyInstance, { db }: Database): void {
  serve(app, payments, async ({ query, viewer }) => {
    const language = viewer.language === LANGUAGE.ru ? 'ru' : 'en';
    const [rows, totals] = await Promise.all([
      findPayments(db, viewer.userId, query, language),
      sumPayments(db, viewer.userId, query, language),
    ]);
    return {
      success: true as const,
      records: rows.map(toRecord),
      typesList: PAYMENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value][language] })),
      purposesList: [],
      totalBalance: totals.balance,
      totalReceived: totals.received,
      totalSpent: totals.spent,
      pageInfo: {
        page: query.page,
        pageSize: query.pageSize,
        totalSearchResults: totals.found,
        totalResults: totals.all,
      },
    };
  });

  serve(app, paymentsBalance, async ({ viewer }) => {
    const [account, settings] = await Promise.all([findAccount(db, viewer.userId), readSettings(db)]);
    if (!account) throw new NotFound();
    const { exposure, ...figures } = account;
    const unlimited = account.creditLimit === UNLIMITED || !viewer.permissions.creditLimitCheck;
    const free = account.balance + account.creditLimit - exposure - settings.overbidAmount;
    const balanceInfo: BalanceInfo = { ...figures, bidAllow: unlimited ? MAX_BID_YEN : Math.max(0, free) };
    return { success: true as const, balanceInfo };
  });
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
