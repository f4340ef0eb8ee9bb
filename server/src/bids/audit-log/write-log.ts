import type { Db } from '../../platform/db/db.ts';
import { findLogAfter } from './event-chain-queries.ts';

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
