import { recordCall } from '@seri/contract/prices/record-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { findOpenAlarms, type OpenAlarm } from './alarm-queries.ts';
import { findRecords } from './record-queries.ts';

/** The name of a source is no business of the public. */
const withoutSource = ({ vehicle, firstDay, sales, ratio }: OpenAlarm) => ({ vehicle, firstDay, sales, ratio });

/** Registers the public record of price ranges and chances. */
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
}
