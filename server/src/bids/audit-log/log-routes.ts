import { Readable } from 'node:stream';
import { exportLog } from '@seri/contract/bids/log-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/db.ts';
import { HIJACKED, registerRoute } from '../../platform/http/register-route.ts';
import { writeLog } from './write-log.ts';

/** The client's own bid log, to keep and verify. A failure while streaming closes the connection, so a partial log is never valid JSON. */
export function bidLogRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, exportLog, async ({ currentUser, reply }) => {
    // Buffers by bytes: in object mode the stream would read sixteen pages ahead.
    const text = Readable.from(writeLog(db, currentUser.userId), { objectMode: false });
    reply.type('application/json; charset=utf-8').send(text);
    return HIJACKED;
  });
}
