import type { Db } from '../platform/db/db.ts';
import type { Log } from '../platform/process/log.ts';
import { confirmDelivery, type Due, findDue, postponeDelivery, scheduleDeliveries } from './queries.ts';
import { type Call, sendEvent } from './send-event.ts';
import { decryptTargetSecret } from './target-secret.ts';

const CONCURRENCY = 5;
const MAX_REASON_LENGTH = 300;

interface DeliveryOptions {
  db: Db;
  secretKey: string;
  /** Also allows plain http, this machine and private networks. */
  allowsPrivate: boolean;
  log: Pick<Log, 'warn' | 'error'>;
}

/**
 * Sends all due deliveries: calls outside any transaction, then confirms or postpones. One job runs at a time. After a lost
 * reply, or if a slow worker was taken for dead, an event is sent again, which its id makes harmless.
 */
export async function deliverEvents({ db, secretKey, allowsPrivate, log }: DeliveryOptions): Promise<void> {
  const deliver = async (due: Due) => {
    const { target, eventId, attempts } = due;
    const call = callOf(due, secretKey);
    const failure = await (call
      ? sendEvent(call, allowsPrivate)
      : Promise.reject(new Error('the secret cannot be decrypted'))
    ).then(() => null, describe);
    if (failure === null) return confirmDelivery(db, due);
    // The URL is not logged, since it may contain a key.
    const logFields = { target, eventId, attempts, reason: failure };
    if (await postponeDelivery(db, due, failure)) log.error(logFields, 'an event is given up after its last attempt');
    else log.warn(logFields, 'an event will be sent again');
  };
  for (;;) {
    const due = await findDue(db, CONCURRENCY);
    if (due.length === 0) return scheduleDeliveries(db);
    const results = await Promise.allSettled(due.map(deliver));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

function callOf({ targetId, url, encryptedSecret, eventId, kind, data, at }: Due, secretKey: string): Call | null {
  const secret = decryptTargetSecret(secretKey, targetId, encryptedSecret);
  if (secret === null) return null;
  return { url, secret, eventId, body: JSON.stringify({ eventId, kind, at: at.toISOString(), data }) };
}

function describe(error: unknown): string {
  const { name, message, code } = error as Error & { code?: string };
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer in time';
  return (code && !message.includes(code) ? `${message} (${code})` : message).slice(0, MAX_REASON_LENGTH);
}
