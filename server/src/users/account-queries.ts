import type { Permissions, RoleId } from '@seri/contract/auth/permissions.ts';
import { ROLE } from '@seri/contract/auth/permissions.ts';
import { sql, type Updateable } from 'kysely';
import { type Actor, actorIdOf, tokenIdOf } from '../platform/calls/actor.ts';
import { NotFound } from '../platform/calls/errors.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { BidClients, Users } from '../platform/db/tables.ts';

export interface LockedAccount {
  id: number;
  userType: number;
  roleId: RoleId;
  permissions: Partial<Permissions>;
  dealerId: number | null;
  managerId: number | null;
  autobid: boolean;
}

/** Locks an account, so that the `before` of an event is accurate. Throws NotFound. */
export async function lockAccount(tx: Tx, userId: number): Promise<LockedAccount> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'user_type', 'role_id', 'permissions', 'dealer_id', 'manager_id', 'autobid'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFound();
  return {
    id: row.id,
    userType: row.user_type,
    roleId: row.role_id as RoleId,
    permissions: row.permissions as Partial<Permissions>,
    dealerId: row.dealer_id,
    managerId: row.manager_id,
    autobid: row.autobid,
  };
}

export async function saveAccount(tx: Tx, userId: number, account: Updateable<Users>): Promise<void> {
  if (Object.keys(account).length === 0) return;
  await tx.updateTable('users').set(account).where('id', '=', userId).execute();
}

/** Locks the limits of an account; undefined for managers, who do not bid. */
export const lockLimits = (tx: Tx, userId: number) =>
  tx
    .selectFrom('bid_clients')
    .select(['credit_limit_yen', 'daily_bid_limit', 'daily_uss_limit'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export async function saveLimits(tx: Tx, userId: number, limits: Updateable<BidClients>): Promise<void> {
  await tx.updateTable('bid_clients').set(limits).where('user_id', '=', userId).execute();
}

export const findRole = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select(['user_type', 'role_id', 'dealer_id']).where('id', '=', userId).executeTakeFirst();

export interface AccountEvent {
  userId: number;
  actor: Actor;
  event: string;
  before?: object | null;
  after?: object | null;
  /** One line, kept apart from the event, which is never erased. */
  reason?: string | undefined;
}

export async function insertEvent(tx: Tx, input: AccountEvent): Promise<void> {
  const { userId, actor, event, before, after, reason } = input;
  const { id } = await tx
    .insertInto('user_events')
    .values({
      user_id: userId,
      actor_id: actorIdOf(actor),
      token_id: tokenIdOf(actor),
      event,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (reason) await tx.insertInto('user_event_reasons').values({ event_id: id, user_id: userId, reason }).execute();
}

/** Events of an account, newest first. */
export const findEvents = (db: Db | Tx, userId: number, count: number) =>
  db
    .selectFrom('user_events')
    .leftJoin('service_tokens', 'service_tokens.id', 'user_events.token_id')
    .select(['at', 'actor_id', 'service_tokens.name as token', 'event', 'before', 'after'])
    .where('user_id', '=', userId)
    .orderBy('user_events.id', 'desc')
    .limit(count)
    .execute();

/** Role and flags of the account before it was last disabled. */
export async function findRoleBeforeDisabling(
  tx: Tx,
  userId: number,
): Promise<{ roleId: RoleId; permissions: Partial<Permissions> } | undefined> {
  const row = await tx
    .selectFrom('user_events')
    .select('before')
    .where('user_id', '=', userId)
    .where('event', '=', 'role')
    .where(sql<boolean>`(after ->> 'roleId')::integer = ${ROLE.disabled}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.before as { roleId: RoleId; permissions: Partial<Permissions> } | undefined;
}
