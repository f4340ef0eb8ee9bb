import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { NewAccount, RoleChange } from '@seri/contract/users/accounts.ts';
import { hashPassword } from '../../auth/account/password.ts';
import { ensureStrongPassword } from '../../auth/account/password-rules.ts';
import { setPassword } from '../../auth/account/set-password.ts';
import { removeSecondFactor } from '../../auth/second-factor/second-factor-queries.ts';
import { endOtherSessions, findPasswordOwner } from '../../auth/session/session-queries.ts';
import type { Actor } from '../../platform/calls/actor.ts';
import { ApiError, NotFound } from '../../platform/calls/errors.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { createEmailLink } from '../../platform/email-link.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { insertEvent, lockAccount } from '../../users/account-queries.ts';
import { createAccount } from '../../users/create-account.ts';
import { setRole } from '../../users/set-role.ts';

/** Creates an account with a password, or without one and with a link to choose it. */
export async function openAccount(
  db: Db,
  account: NewAccount,
  { password, secretKey, byMail }: { password: string | null; secretKey: string; byMail: boolean },
  actor: Actor,
): Promise<{ userId: number; linkId: string | null }> {
  if (password !== null) await ensureStrongPassword(db, password, account, 'password');
  const passwordHash = password === null ? null : await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const userId = await createAccount(tx, account, { passwordHash, actor });
    const linkId = passwordHash ? null : await makePasswordLink(tx, { userId, secretKey, byMail }, actor);
    return { userId, linkId };
  });
}

/** Creates an account whose owner chooses the password by a link in a mail. Returns its id. */
export async function createInvitedAccount(
  tx: Tx,
  account: NewAccount,
  secretKey: string,
  actor: Actor,
): Promise<number> {
  const userId = await createAccount(tx, account, { passwordHash: null, actor });
  await makePasswordLink(tx, { userId, secretKey, byMail: true }, actor);
  return userId;
}

/** Changes the role; disabling ends all sessions immediately. */
export async function changeRole(tx: Tx, input: RoleChange, actor: Actor): Promise<void> {
  await setRole(tx, input, actor);
  if (input.roleId === ROLE.disabled)
    await endOtherSessions(tx, { userId: input.userId, currentSessionId: null, reason: 'account_disabled' });
}

/** Sets a password for a user, ends their sessions and notifies them by mail. Throws NotFound, and the codes of a weak password. */
export async function choosePassword(
  db: Db,
  { userId, password }: { userId: number; password: string },
  actor: Actor,
): Promise<void> {
  const owner = await findPasswordOwner(db, userId).catch(() => Promise.reject(new NotFound()));
  const { email, full_name: fullName, company } = owner;
  await ensureStrongPassword(db, password, { email, fullName, company }, 'password');
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId);
    await setPassword(tx, { userId, email, passwordHash, currentSessionId: null });
    await insertEvent(tx, { userId, actor, event: 'password' });
  });
}

/** Creates a one-time link to choose a password, valid for a day. Returns its id. Older links stop working. Throws AccountDisabled. */
export async function makePasswordLink(
  tx: Tx,
  { userId, secretKey, byMail }: { userId: number; secretKey: string; byMail: boolean },
  actor: Actor,
): Promise<string> {
  const { roleId } = await lockAccount(tx, userId);
  if (roleId === ROLE.disabled) throw new ApiError('AccountDisabled');
  const linkId = await createEmailLink(tx, { userId, purpose: 'reset', secretKey, hours: 24 });
  if (byMail) await queueMail(tx, { kind: 'reset_password', userId, linkId });
  await insertEvent(tx, { userId, actor, event: 'password_link' });
  return linkId;
}

/** Ends all sessions of a user. Returns their number. */
export async function endEverySession(tx: Tx, userId: number, actor: Actor): Promise<number> {
  await lockAccount(tx, userId);
  const ended = await endOtherSessions(tx, { userId, currentSessionId: null, reason: 'ended_by_staff' });
  await insertEvent(tx, { userId, actor, event: 'sessions_ended' });
  return ended;
}

/** Removes the second factor of a user who lost the phone and the recovery codes, and notifies them by mail. False if there was none. */
export async function resetSecondFactor(tx: Tx, userId: number, actor: Actor): Promise<boolean> {
  await lockAccount(tx, userId);
  if (!(await removeSecondFactor(tx, userId))) return false;
  await queueMail(tx, { kind: 'second_factor_changed', userId, change: 'removed' });
  await insertEvent(tx, { userId, actor, event: 'second_factor_removed' });
  return true;
}
