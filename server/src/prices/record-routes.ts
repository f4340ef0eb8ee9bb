import { priceAlarms, releasePriceAlarm } from '@seri/contract/prices/alarm-routes.ts';
import { recordCall } from '@seri/contract/prices/record-routes.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../platform/calls/errors.ts';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { findOpenAlarms, type OpenAlarm, releaseSource } from './alarm-queries.ts';
import { findRecords } from './record-queries.ts';

/** The name of a source is no business of the public. */
const withoutSource = ({ vehicle, firstDay, sales, ratio }: OpenAlarm) => ({ vehicle, firstDay, sales, ratio });

/** Registers the public record of price ranges and chances, and what managers do about sources that it leaves out. */
export function priceRecordRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  registerRoute(app, recordCall, async () => {
    const [records, alarms] = await Promise.all([findRecords(db), findOpenAlarms(db)]);
    const updatedAt =
      records
        .map(({ fitted_at }) => fitted_at.toISOString())
        .sort()
        .at(-1) ?? null;
    return { updatedAt, records: records.map(({ record }) => record), alarms: alarms.map(withoutSource) };
  });

  registerRoute(app, priceAlarms, async () => ({ alarms: await findOpenAlarms(db) }));
  registerRoute(app, releasePriceAlarm, async ({ body }) => {
    if ((await releaseSource(db, body.source)) === 0) throw new NotFound();
    await addJob(db, 'refit_prices', {}, { key: 'refit_prices' });
    return { success: true as const };
  });
}
