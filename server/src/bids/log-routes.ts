import { exportLog } from '@seri/contract/bids/log-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db.ts';
import { serve } from '../platform/http/serve.ts';
import { findLogOf } from './event-chain-queries.ts';

/** The log of a client's bids, for himself to keep and to verify. */
export function bidLogRoutes(app: FastifyInstance, { db }: Database): void {
  serve(app, exportLog, async ({ viewer }) => ({
    clientId: viewer.userId,
    exportedAt: new Date().toISOString(),
    events: await findLogOf(db, viewer.userId),
  }));
}
