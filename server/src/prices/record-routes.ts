import { recordCall } from '@seri/contract/prices/record-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/db.ts';
import { registerRoute } from '../platform/http/register-route.ts';
import { findAlarms, findRecords } from './record-queries.ts';

/** Registers the public record of price ranges and chances. */
export function priceRecordRoutes(app: FastifyInstance, { db }: Pick<Database, 'db'>): void {
  registerRoute(app, recordCall, async () => {
    const [records, alarms] = await Promise.all([findRecords(db), findAlarms(db)]);
    const updatedAt =
      records
        .map(({ fitted_at }) => fitted_at.toISOString())
        .sort()
        .at(-1) ?? null;
    return { updatedAt, records: records.map(({ record }) => record), alarms };
  });
}
