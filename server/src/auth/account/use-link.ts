import type { resetByLink } from '@seri/contract/auth/routes.ts';
import type { BodyOf } from '@seri/contract/http.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { createEmailLink, type LinkPurpose, voidLinks } from '../../platform/email-link.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { linkCounters, recordAttempts } from '../session/login-rate-limit.ts';
import { findLinkOwner, type LinkOwner, lockAccount, recordVerified, spendLink } from './link-queries.ts';
import { ensureQueueSpace, hashPassword } from './password.ts';
import { ensureStrongPassword } from './password-rules.ts';
import { setPassword } from './set-password.ts';

interface Visit {
  token: string;
  address: string;
}

/** Returns the owner of a link. Throws Auth.LinkInvalid alike for used, void, expired and unknown links. */
export async function openLink(db: Db, purpose: LinkPurpose, { token, address }: Visit): Promise<LinkOwner> {
  await recordAttempts(db, linkCounters(address));
  const owner = await findLinkOwner(db, token, purpose);
  if (!owner) throw new ApiError('Auth.LinkInvalid');
  return owner;
}

/** Verifies the email address by the link of a sign-up, once. Returns the id of its owner. */
export async function verifyByLink(db: Db, secretKey: string, visit: Visit): Promise<number> {
  const { id: userId } = await openLink(db, 'verify', visit);
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, userId);
    await spend(tx, visit.token, 'verify');
    await recordVerified(tx, userId);
    await voidLinks(tx, userId, 'verify');
    if (account.password_hash === null) await sendPasswordLink(tx, userId, secretKey);
  });
  return userId;
}

/** Several people may have signed up with this address; only the person who reads its mail may choose the password. */
async function sendPasswordLink(tx: Tx, userId: number, secretKey: string): Promise<void> {
  const linkId = await createEmailLink(tx, { userId, purpose: 'reset', secretKey });
  await queueMail(tx, { kind: 'reset_password', userId, linkId });
}

/** Sets a new password by the link of an email, which also verifies the address. Returns the id of the owner. */
export async function resetPasswordByLink(db: Db, form: BodyOf<typeof resetByLink>, visit: Visit): Promise<number> {
  ensureQueueSpace();
  const owner = await openLink(db, 'reset', visit);
  if (form.newPassword !== form.confirmPassword)
    throw new ApiError('Password.Mismatch', { fields: { confirmPassword: ['Password.Mismatch'] } });
  const { id: userId, email, full_name: fullName, company } = owner;
  await ensureStrongPassword(db, form.newPassword, { email, fullName, company }, 'newPassword');
  const passwordHash = await hashPassword(form.newPassword);
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId);
    await spend(tx, visit.token, 'reset');
    await recordVerified(tx, userId);
    await voidLinks(tx, userId, 'verify');
    await setPassword(tx, { userId, email, passwordHash, currentSessionId: null });
  });
  return userId;
}

async function spend(tx: Tx, token: string, purpose: LinkPurpose): Promise<void> {
  if (!(await spendLink(tx, token, purpose))) throw new ApiError('Auth.LinkInvalid');
}
