import { type LimitChange, limitChange } from '@seri/contract/users/accounts.ts';
import type { Actor } from '../platform/calls/actor.ts';
import { ApiError } from '../platform/calls/errors.ts';
import type { Tx } from '../platform/db/db.ts';
import { checked } from '../platform/http/invalid.ts';
import { insertEvent, lockAccount, lockLimits, saveLimits } from './account-queries.ts';

/** Changes the given credit and daily limits, and records the reason. Open bids stay; only later bids are checked against the new limits. Throws NotFound, User.NotClient. */
export async function setLimits(tx: Tx, input: LimitChange, actor: Actor): Promise<void> {
  const { userId, reason, ...change } = checked(limitChange, input);
  await lockAccount(tx, userId);
  const row = await lockLimits(tx, userId);
  if (!row) throw new ApiError('User.NotClient');
  const before = {
    creditLimitYen: row.credit_limit_yen,
    dailyBidLimit: row.daily_bid_limit,
    dailyUssLimit: row.daily_uss_limit,
  };
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after = { ...before, ...changed };
  await saveLimits(tx, userId, {
    credit_limit_yen: after.creditLimitYen,
    daily_bid_limit: after.dailyBidLimit,
    daily_uss_limit: after.dailyUssLimit,
  });
  await insertEvent(tx, { userId, actor, event: 'limits', before, after, reason });
}
