import { ROLE } from '@seri/contract/auth/permissions.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { tokenHash } from '../platform/http/cookies.ts';
import type { Tokens } from './session/tokens.ts';

const GRACE_SECONDS = 10;
const now = sql<Date>`clock_timestamp()`;
const accessEnd = sql<Date>`clock_timestamp() + interval '30 minutes'`;
const refreshEnd = sql<Date>`clock_timestamp() + interval '30 days'`;
const secondsLeft = [
  sql<number>`greatest(0, extract(epoch from access_expires_at - clock_timestamp()))::int`.as('access_seconds'),
  sql<number>`greatest(0, extract(epoch from refresh_expires_at - clock_timestamp()))::int`.as('refresh_seconds'),
] as const;

export const findAccount = (db: Db, email: string, place: { address: string; deviceHash: Buffer | null }) =>
  db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'password_hash',
      'role_id',
      'email_verified_at',
      'password_changed_at',
      eb
        .exists(
          eb
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.user_id', '=', 'users.id')
            .where('sessions.address', '=', place.address),
        )
        .as('known_address'),
      eb
        .exists(
          eb
            .selectFrom('known_devices')
            .select('known_devices.user_id')
            .whereRef('known_devices.user_id', '=', 'users.id')
            .where('known_devices.device_hash', '=', place.deviceHash),
        )
        .as('known_device'),
      eb
        .exists(
          eb
            .selectFrom('second_factors')
            .select('second_factors.user_id')
            .whereRef('second_factors.user_id', '=', 'users.id'),
        )
        .as('has_second_factor'),
    ])
    .where('email', '=', email)
    .executeTakeFirst();

/** Records a log-in; returns its time and that of the previous one, null for the first. */
export const recordLogin = (tx: Tx, userId: number) =>
  tx
    .with('before', (db) => db.selectFrom('users').select(['id', 'last_login_at']).where('id', '=', userId))
    .updateTable('users')
    .from('before')
    .set({ last_login_at: now })
    .whereRef('users.id', '=', 'before.id')
    .returning(['before.last_login_at as previous_at', now.as('at')])
    .executeTakeFirstOrThrow();

/** Stores the same password, hashed with the current parameters. */
export async function replaceHash(tx: Tx, userId: number, newHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: newHash }).where('id', '=', userId).execute();
}

export async function insertSession(
  tx: Tx,
  { userId, tokens, userAgent, address }: { userId: number; tokens: Tokens; userAgent: string; address: string },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      user_id: userId,
      access_hash: tokenHash(tokens.access),
      access_expires_at: accessEnd,
      refresh_hash: tokenHash(tokens.refresh),
      refresh_expires_at: refreshEnd,
      user_agent: userAgent,
      address,
    })
    .execute();
}

/**
 * Locks and returns the session with this current or previous refresh token; a concurrent request waits and sees the
 * rotated session.
 */
export const lockSessionByRefresh = (tx: Tx, refreshHash: Buffer) =>
  tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select((eb) => [
      'sessions.id',
      'user_id',
      eb('refresh_hash', '=', refreshHash).as('is_current'),
      sql<boolean>`coalesce(rotated_at > clock_timestamp() - make_interval(secs => ${GRACE_SECONDS}), false)`.as(
        'in_grace',
      ),
      sql<boolean>`ended_at is null and refresh_expires_at > clock_timestamp()`.as('is_living'),
      sql<boolean>`role_id = ${ROLE.disabled}`.as('is_disabled'),
      ...secondsLeft,
    ])
    .where((eb) => eb.or([eb('refresh_hash', '=', refreshHash), eb('previous_refresh_hash', '=', refreshHash)]))
    .forUpdate('sessions')
    .executeTakeFirst();

/** The session ends 30 days after log-in, however often it is refreshed. */
export async function rotateSession(tx: Tx, sessionId: string, presentedHash: Buffer, successor: Tokens) {
  await tx.insertInto('spent_refresh_tokens').values({ refresh_hash: presentedHash, session_id: sessionId }).execute();
  return tx
    .updateTable('sessions')
    .set({
      access_hash: tokenHash(successor.access),
      access_expires_at: accessEnd,
      refresh_hash: tokenHash(successor.refresh),
      previous_refresh_hash: presentedHash,
      rotated_at: now,
      last_seen_at: now,
    })
    .where('id', '=', sessionId)
    .returning(secondsLeft)
    .executeTakeFirstOrThrow();
}

export const findSpent = (tx: Tx, refreshHash: Buffer) =>
  tx
    .selectFrom('spent_refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['session_id as id', 'user_id'])
    .where('spent_refresh_tokens.refresh_hash', '=', refreshHash)
    .executeTakeFirst();

export type EndReason = 'logout' | 'new_login' | 'refresh_reused' | 'account_disabled';

export async function endSession(tx: Tx, sessionId: string, reason: EndReason): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends the live sessions of these cookies, with or without a valid access token; returns the ids of their owners. */
export async function endSessionsOf(db: Db | Tx, tokens: string[], reason: EndReason): Promise<number[]> {
  if (tokens.length === 0) return [];
  const hashes = tokens.map(tokenHash);
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('access_hash', 'in', hashes),
        eb('refresh_hash', 'in', hashes),
        eb('previous_refresh_hash', 'in', hashes),
      ]),
    )
    .returning('user_id')
    .execute();
  return ended.map((row) => row.user_id);
}

/** Deletes ended sessions after a month, for which they stay available to investigations. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`least(ended_at, refresh_expires_at) < clock_timestamp() - interval '30 days'`)
    .execute();
}
