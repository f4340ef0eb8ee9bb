import type { Db, Tx } from '../../platform/db/db.ts';
import { tokenHash } from '../../platform/http/cookies.ts';
import { endSession, findSpent, lockSessionByRefresh, rotateSession } from '../queries.ts';
import { successorOf, type Tokens } from './tokens.ts';

export type Refreshed =
  | { outcome: 'refreshed'; tokens: Tokens; seconds: { access: number; refresh: number } }
  | { outcome: 'lost' }
  | { outcome: 'reused'; userId: number };

/**
 * Exchanges a refresh token for its one successor (business-rules.md#session-refresh). The previous token gets the
 * same successor again within the grace period. Any older token, or the previous one after the grace period, is
 * treated as theft and ends the session.
 */
export function refreshSession(db: Db, { token, secretKey }: { token: string; secretKey: string }): Promise<Refreshed> {
  const presented = tokenHash(token);
  return db.transaction().execute(async (tx): Promise<Refreshed> => {
    const session = await lockSessionByRefresh(tx, presented);
    if (!session) return endIfSpent(tx, presented);
    if (!session.is_living) return { outcome: 'lost' };
    if (session.is_disabled) {
      await endSession(tx, session.id, 'account_disabled');
      return { outcome: 'lost' };
    }
    if (!session.is_current && !session.in_grace) {
      await endSession(tx, session.id, 'refresh_reused');
      return { outcome: 'reused', userId: session.user_id };
    }
    const tokens = successorOf(secretKey, token);
    const rotated = session.is_current ? await rotateSession(tx, session.id, presented, tokens) : session;
    return {
      outcome: 'refreshed',
      tokens,
      seconds: { access: rotated.access_seconds, refresh: rotated.refresh_seconds },
    };
  });
}

async function endIfSpent(tx: Tx, presented: Buffer): Promise<Refreshed> {
  const spent = await findSpent(tx, presented);
  if (!spent) return { outcome: 'lost' };
  await endSession(tx, spent.id, 'refresh_reused');
  return { outcome: 'reused', userId: spent.user_id };
}
