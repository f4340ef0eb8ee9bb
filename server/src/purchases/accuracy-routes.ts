import * as calls from '@seri/contract/purchases/accuracy-routes.ts';
import { LANGUAGE } from '@seri/contract/users/routes.ts';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/calls/errors.ts';
import type { Db } from '../platform/db/db.ts';
import { ensureAccess } from '../platform/http/access.ts';
import { type CsvColumn, sendCsv } from '../platform/http/csv-file.ts';
import { invalidRequest } from '../platform/http/invalid.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { japanDay } from '../platform/i18n/japan-time.ts';
import { findEstimateAccuracy } from './accuracy-queries.ts';
import { costLabels } from './labels.ts';

const CSV = '/v1/files/estimates.csv';

interface CsvRow {
  destination: string;
  line: calls.AccuracyLine;
}

function columnsIn(language: number): CsvColumn<CsvRow>[] {
  const labels: Partial<Record<string, string>> = costLabels(language);
  const column = (en: string, ru: string, cell: CsvColumn<CsvRow>['cell']) => ({
    heading: language === LANGUAGE.ru ? ru : en,
    cell,
  });
  return [
    column('Destination', 'Направление', ({ destination }) => destination),
    column('Cost', 'Расход', ({ line }) => labels[line.kind] ?? line.kind),
    column('Purchases', 'Покупки', ({ line }) => line.purchases),
    column('Mean estimate (yen)', 'Средний расчёт (иены)', ({ line }) => line.meanEstimatedYen),
    column('Mean invoice (yen)', 'Средний счёт (иены)', ({ line }) => line.meanChargedYen),
    column('Mean difference (yen)', 'Средняя разница (иены)', ({ line }) => line.meanDifferenceYen),
    column('Mean error (yen)', 'Средняя ошибка (иены)', ({ line }) => line.meanErrorYen),
  ];
}

/** How estimates compared with invoices, on the screen and as a file. */
export function accuracyRoutes(app: FastifyInstance, db: Db): void {
  registerRoute(app, calls.estimateAccuracy, async ({ query }) => ({
    destinations: await findEstimateAccuracy(db, ensureOrder(query)),
  }));
  registerRoute(app, calls.exportAccuracy, async ({ query }) => {
    const days = Object.entries(ensureOrder(query)).filter(([, day]) => day !== undefined);
    return days.length === 0 ? CSV : `${CSV}?${new URLSearchParams(Object.fromEntries(days))}`;
  });

  app.get(CSV, { config: { access: 'signed_in', budget: 'file', cost: 6 } }, async (request, reply) => {
    const currentUser = ensureAccess(calls.exportAccuracy, request.currentUser);
    const asked = calls.accuracyPeriod.safeParse(request.query);
    if (!asked.success) throw invalidRequest(asked.error.issues);
    const isRussian = currentUser?.language === LANGUAGE.ru;
    return sendCsv(reply, {
      name: `estimates-${japanDay(new Date())}.csv`,
      columns: columnsIn(isRussian ? LANGUAGE.ru : LANGUAGE.en),
      rows: readRows(db, ensureOrder(asked.data), isRussian ? 'ru' : 'en'),
    });
  });
}

function ensureOrder(period: calls.AccuracyPeriod): calls.AccuracyPeriod {
  const { dateFrom, dateTo } = period;
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw new ApiError('Purchase.Period', { fields: { dateTo: ['Purchase.Period'] } });
  return period;
}

async function* readRows(db: Db, period: calls.AccuracyPeriod, language: 'en' | 'ru'): AsyncGenerator<CsvRow> {
  for (const { destination, lines } of await findEstimateAccuracy(db, period))
    for (const line of lines) yield { destination: destination[language], line };
}
