import type { FastifyRequest } from 'fastify';
import { type Actor, type Caller, deciderOf, idOf } from '../../platform/calls/actor.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { runOnce } from '../../platform/http/idempotency.ts';
import { idempotencyKey } from '../../platform/http/register-route.ts';

/** Runs a decision of a manager or a program, in one transaction with its idempotent reply. */
export function decideIdempotently(
  db: Db,
  call: Caller & { request: FastifyRequest },
  work: (tx: Tx, by: Actor) => Promise<void>,
): Promise<{ success: true }> {
  const decider = deciderOf(call);
  return db.transaction().execute((tx) =>
    runOnce(tx, idempotencyKey(call.request, decider), async () => {
      await work(tx, idOf(decider));
      return { success: true as const };
    }),
  );
}
