import { Readable } from 'node:stream';
import { exportLog } from '@seri/contract/bids/log-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Database, Db } from '../../platform/db/db.ts';
import { HIJACKED, registerRoute } from '../../platform/http/register-route.ts';
import { findLogAfter } from './event-chain-queries.ts';

/** The client's own bid log, to keep and verify. A failure while streaming closes the connection, so a partial log is never valid JSON. */
export function bidLogRoutes(app: FastifyInstance, { db }: Database): void {
  registerRoute(app, exportLog, async ({ currentUser, reply }) => {
    // Buffers by bytes: in object mode the stream would read sixteen pages ahead.
    const text = Readable.from(writeLog(db, currentUser.userId), { objectMode: false });
    reply.type('application/json; charset=utf-8').send(text);
    return HIJACKED;
  });
}

/** A client's log as the JSON text of its reply, page by page, so that memory does not grow with the log. */
export async function* writeLog(db: Db, clientId: number): AsyncGenerator<string> {
  // Read before the first output, so that an unreachable database still gets an error reply.
  let events = await findLogAfter(db, { clientId, chainNo: 0 });
  yield `{"clientId":${clientId},"exportedAt":${JSON.stringify(new Date())},"events":[`;
  for (let last = events.at(-1), before = ''; last; last = events.at(-1), before = ',') {
    yield before + events.map(({ line, hash }) => JSON.stringify({ line, hash })).join(',');
    events = await findLogAfter(db, { clientId, chainNo: last.chainNo });
  }
  yield ']}';
}
