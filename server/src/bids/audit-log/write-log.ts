import type { Db } from '../../platform/db/db.ts';
import { findLogAfter } from './event-chain-queries.ts';

/** A client's log as the text of its reply, a page of events at a time: however long it is, no more of it is held. */
export async function* writeLog(db: Db, clientId: number): AsyncGenerator<string> {
  // Before the first word, so that a database that is away is an error like any other.
  let events = await findLogAfter(db, { clientId, chainNo: 0 });
  yield `{"clientId":${clientId},"exportedAt":${JSON.stringify(new Date())},"events":[`;
  for (let last = events.at(-1), before = ''; last; last = events.at(-1), before = ',') {
    yield before + events.map(({ line, hash }) => JSON.stringify({ line, hash })).join(',');
    events = await findLogAfter(db, { clientId, chainNo: last.chainNo });
  }
  yield ']}';
}
