import type { RouteSpec } from '@seri/contract/http.ts';
import * as calls from '@seri/contract/payments/statement-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { readDocumentLogo } from '../platform/brand.ts';
import type { CurrentUser } from '../platform/calls/current-user.ts';
import { ApiError } from '../platform/calls/errors.ts';
import { clientCode } from '../platform/client-code.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db } from '../platform/db/db.ts';
import { ensureAccess } from '../platform/http/access.ts';
import { type CsvColumn, sendCsv } from '../platform/http/csv-file.ts';
import { invalidRequest } from '../platform/http/invalid.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { japanDay, shiftDay } from '../platform/i18n/japan-time.ts';
import { unprintableLetters } from '../platform/pdf/unprintable.ts';
import { drawStatement } from './draw-statement.ts';
import { languageOf, TYPE_LABELS } from './labels.ts';
import {
  findAddressee,
  findNewestEntry,
  findPaymentsAfter,
  findStatement,
  type Language,
  type PaymentRow,
} from './queries.ts';

const CSV = '/v1/files/payments.csv';
const PDF = '/v1/files/statement.pdf';
const ROW_BATCH_SIZE = 5_000;

function columnsIn(language: Language): CsvColumn<PaymentRow>[] {
  const column = (en: string, ru: string, cell: CsvColumn<PaymentRow>['cell']) => ({
    heading: { en, ru }[language],
    cell,
  });
  return [
    column('Date', 'Дата', (row) => row.bookedOn),
    column('Type', 'Тип', (row) => TYPE_LABELS[row.type][language]),
    column('Description', 'Описание', (row) => row.description),
    column('ETD', 'ETD', (row) => row.etd),
    column('ETA', 'ETA', (row) => row.eta),
    column('Amount (yen)', 'Сумма (иены)', (row) => row.amountYen),
    column('Balance (yen)', 'Баланс (иены)', (row) => row.balanceYen),
  ];
}

/** Own payments as files. Their addresses contain days and filters but no user: each user gets their own. */
export function statementRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  registerRoute(app, calls.exportPayments, async ({ query }) => addressOf(CSV, query));
  registerRoute(app, calls.statement, async ({ query, currentUser }) => {
    ensurePeriod(query);
    if (!query.unprintable) await ensurePrintable(db, currentUser.userId);
    return addressOf(PDF, query);
  });

  app.get(CSV, { config: { access: 'signed_in', budget: 'file', cost: 6 } }, async (request, reply) => {
    const { currentUser, query } = opened(request, calls.exportPayments, calls.paymentsFilter);
    const language = languageOf(currentUser);
    return sendCsv(reply, {
      name: `payments-${japanDay(new Date())}.csv`,
      columns: columnsIn(language),
      rows: readPayments(db, currentUser.userId, query, language),
    });
  });

  app.get(PDF, { config: { access: 'signed_in', budget: 'file', cost: 4 } }, async (request, reply) => {
    const { currentUser, query } = opened(request, calls.statement, calls.statementQuery);
    const isOpen = ensurePeriod(query);
    const language = query.language
      ? languageOf({ language: Number(query.language) as CurrentUser['language'] })
      : languageOf(currentUser);
    const [settings, addressee, figures] = await Promise.all([
      readSettings(db),
      findAddressee(db, currentUser.userId),
      findStatement(db, currentUser.userId, query, language),
    ]);
    const { dateFrom, dateTo } = query;
    const logo = await readDocumentLogo(db, settings.logo);
    const pdf = await drawStatement({ ...settings, logo }, language, {
      ...{ userId: currentUser.userId, dateFrom, dateTo, isOpen, figures },
      ...addressee,
    });
    const name = `statement-${clientCode(currentUser.userId)}-${dateFrom}-${dateTo}.pdf`;
    return reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(pdf);
  });
}

/** Throws with the characters that no document font has, so that the client can decide before the download. */
async function ensurePrintable(db: Db, userId: number): Promise<void> {
  const [{ companyName, companyAddress, bankDetails }, addressee] = await Promise.all([
    readSettings(db),
    findAddressee(db, userId),
  ]);
  const unprintable = await unprintableLetters([companyName, companyAddress, bankDetails, ...Object.values(addressee)]);
  if (unprintable.length > 0)
    throw new ApiError('Payment.Unprintable', { details: { letters: unprintable.join(' ') } });
}

/** A file requires the same access as the call that returns its address. */
function opened<S extends z.ZodMiniType>(
  request: FastifyRequest,
  spec: RouteSpec,
  schema: S,
): { currentUser: CurrentUser; query: z.output<S> } {
  const currentUser = ensureAccess(spec, request.currentUser);
  if (!currentUser) throw new ApiError('Auth.SignedOut');
  const parsed = schema.safeParse(request.query);
  if (!parsed.success) throw invalidRequest(parsed.error.issues);
  return { currentUser, query: parsed.data };
}

function addressOf(file: string, query: Record<string, string | undefined>): string {
  const named = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `${file}?${new URLSearchParams(named)}`;
}

/** Throws for days that are reversed, too many or in the future; returns true when the last one has not ended. */
function ensurePeriod({ dateFrom, dateTo }: calls.StatementQuery): boolean {
  const today = japanDay(new Date());
  if (dateFrom > dateTo || dateTo > today || shiftDay(dateFrom, calls.STATEMENT_DAYS) <= dateTo)
    throw new ApiError('Payment.Period');
  return dateTo === today;
}

/** Yields every record under a filter as on the screen, newest first; only a few are in memory at a time. */
export async function* readPayments(
  db: Db,
  userId: number,
  filter: calls.PaymentsFilter,
  language: Language,
  most = ROW_BATCH_SIZE,
): AsyncGenerator<PaymentRow> {
  // A booking during the read would shift the balances of the remaining records.
  const upTo = await findNewestEntry(db, userId);
  for (let after: PaymentRow | undefined, isLast = false; !isLast; ) {
    const rows = await findPaymentsAfter(db, userId, { ...filter, upTo, most, after }, language);
    yield* rows;
    after = rows.at(-1);
    isLast = rows.length < most;
  }
}
