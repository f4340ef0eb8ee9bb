import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '@seri/contract/errors.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import { isConflict } from '../../platform/db/conflicts.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import type { IdempotencyKey } from '../../platform/http/register-route.ts';

const MAX_ATTEMPTS = 3;
/** Lock timeout and cancelled statement: nothing was written. */
const BUSY = ['55P03', '57014'];
/** Error code for each constraint that backs a rule of the contract. */
const GUARDS: Record<string, ErrorCode> = {
  bid_clients_exposure: 'Bid.Credit',
  bids_whole_step: 'Bid.Step',
  bids_one_live: 'Bid.Version',
};

interface DatabaseError {
  code?: string;
  constraint?: string;
}

/** Runs a bid command in a transaction. Retries conflicts; throws ApiError for a violated guard, and Unavailable if the database stays busy. */
export async function bidTransaction<T>(db: Db, command: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(command);
    } catch (error) {
      const { code = '', constraint = '' } = error as DatabaseError;
      const guarded = GUARDS[constraint];
      if (guarded) throw new ApiError(guarded);
      if (BUSY.includes(code) || (isConflict(error) && attempt === MAX_ATTEMPTS))
        throw new ApiError('Unavailable', { retryAfterSeconds: 1 });
      if (!isConflict(error)) throw error;
      await delay(attempt * 20 * Math.random());
    }
  }
}

/** Runs an idempotent bid command in its own transaction; see `bidTransaction` and `once`. */
export const bidCommand = <T extends object>(
  db: Db,
  repeat: IdempotencyKey | null,
  command: (tx: Tx) => Promise<T>,
): Promise<T> => bidTransaction(db, (tx) => runOnce(tx, repeat, () => command(tx)));
