import type { RouteSpec } from '@seri/contract/http.ts';
import * as calls from '@seri/contract/payments/statement-routes.ts';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { readPaperLogo } from '../platform/brand.ts';
import { readSettings } from '../platform/company-settings.ts';
import type { Database, Db } from '../platform/db.ts';
import { ensureAccess } from '../platform/http/access.ts';
import { invalidRequest } from '../platform/http/invalid.ts';
import { serve } from '../platform/http/serve.ts';
import { japanDay, shiftDay } from '../platform/japan-time.ts';
import { Refused } from '../platform/refusals.ts';
import type { Viewer } from '../platform/viewer.ts';
import { drawStatement } from './draw-statement.ts';
import { clientCode, languageOf, TYPE_LABELS } from './labels.ts';
import { findAddressee, findPayments, findStatement, type Language } from './queries.ts';

const CSV = '/v1/files/payments.csv';
const PDF = '/v1/files/statement.pdf';
const MOST_ROWS = 50_000;

const HEADINGS = {
  en: ['Date', 'Type', 'Description', 'ETD', 'ETA', 'Amount (yen)', 'Balance (yen)'],
  ru: ['Дата', 'Тип', 'Описание', 'ETD', 'ETA', 'Сумма (иены)', 'Баланс (иены)'],
} as const;

/** Own payments as files. Their addresses name days and filters but nobody: whoever opens one gets his own. */
export function statementRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  serve(app, calls.exportPayments, async ({ query }) => addressOf(CSV, query));
  serve(app, calls.statement, async ({ query }) => {
    ensurePeriod(query);
    return addressOf(PDF, query);
  });

  app.get(CSV, { config: { access: 'signed_in' } }, async (request, reply) => {
    const { viewer, query } = opened(request, calls.exportPayments, calls.paymentsFilter);
    const csv = await paymentsCsv(db, viewer, query);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="payments-${japanDay(new Date())}.csv"`)
      .send(csv);
  });

  app.get(PDF, { config: { access: 'signed_in' } }, async (request, reply) => {
    const { viewer, query } = opened(request, calls.statement, calls.statementQuery);
    const isOpen = ensurePeriod(query);
    const language = query.language
      ? languageOf({ language: Number(query.language) as Viewer['language'] })
      : languageOf(viewer);
    const [settings, addressee, figures] = await Promise.all([
      readSettings(db),
      findAddressee(db, viewer.userId),
      findStatement(db, viewer.userId, query, language),
    ]);
    const { dateFrom, dateTo } = query;
    const logo = await readPaperLogo(db, settings.logo);
    const pdf = await drawStatement({ ...settings, logo }, language, {
      ...{ userId: viewer.userId, dateFrom, dateTo, isOpen, figures },
      ...addressee,
    });
    const name = `statement-${clientCode(viewer.userId)}-${dateFrom}-${dateTo}.pdf`;
    return reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(pdf);
  });
}

/** A file is opened by whoever may make the call that tells where it is. */
function opened<S extends z.ZodMiniType>(
  request: FastifyRequest,
  spec: RouteSpec,
  schema: S,
): { viewer: Viewer; query: z.output<S> } {
  const viewer = ensureAccess(spec, request.viewer);
  if (!viewer) throw new Refused('Auth.SignedOut');
  const asked = schema.safeParse(request.query);
  if (!asked.success) throw invalidRequest(asked.error.issues);
  return { viewer, query: asked.data };
}

function addressOf(file: string, query: Record<string, string | undefined>): string {
  const named = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `${file}?${new URLSearchParams(named)}`;
}

/** Refuses days that are turned round, too many or not there yet; answers whether the last one still runs. */
function ensurePeriod({ dateFrom, dateTo }: calls.StatementQuery): boolean {
  const today = japanDay(new Date());
  if (dateFrom > dateTo || dateTo > today || shiftDay(dateFrom, calls.STATEMENT_DAYS) <= dateTo)
    throw new Refused('Payment.Period');
  return dateTo === today;
}

async function paymentsCsv(db: Db, viewer: Viewer, filter: calls.PaymentsFilter): Promise<string> {
  const language: Language = languageOf(viewer);
  const { records } = await findPayments(db, viewer.userId, { ...filter, limit: MOST_ROWS, offset: 0 }, language);
  const rows = records.map((row) => [
    row.bookedOn,
    TYPE_LABELS[row.type][language],
    row.description,
    row.etd,
    row.eta,
    row.amountYen,
    row.balanceYen,
  ]);
  return stringify([[...HEADINGS[language]], ...rows], {
    bom: true,
    // A description must not be run by the program that opens the file.
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
