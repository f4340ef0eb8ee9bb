import { Readable } from 'node:stream';
import { exportLog } from '@seri/contract/bids/log-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import { HIJACKED, registerRoute } from '../../platform/http/register-route.ts';
import { writeLog } from './write-log.ts';

/** The log of a client's bids, for himself to keep and to verify; half of it ends the connection and is no JSON. */
export function bidLogRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, exportLog, async ({ currentUser, reply }) => {
    // By bytes: of objects it would read sixteen pages ahead.
    const text = Readable.from(writeLog(db, currentUser.userId), { objectMode: false });
    reply.type('application/json; charset=utf-8').send(text);
    return HIJACKED;
  });
}
