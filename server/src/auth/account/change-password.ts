import type { BodyOf } from '@seri/contract/http.ts';
import type { changePassword } from '@seri/contract/users/routes.ts';
import { ApiError } from '../../platform/calls/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { findPasswordOwner } from '../session/session-queries.ts';
import { ensureOwnPassword } from './ensure-own-password.ts';
import { lockAccount } from './link-queries.ts';
import { hashPassword } from './password.ts';
import { refusePoorPassword } from './password-rules.ts';
import { setPassword } from './set-password.ts';

/** Replaces the user's password. The current session continues, all others end. */
export async function changeOwnPassword(
  db: Db,
  form: BodyOf<typeof changePassword>,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  if (form.newPassword !== form.confirmNewPassword)
    throw new ApiError('Password.Mismatch', { fields: { confirmNewPassword: ['Password.Mismatch'] } });
  const owner = await findPasswordOwner(db, userId);
  const { email, full_name: fullName, company } = owner;
  await refusePoorPassword(db, form.newPassword, { email, fullName, company }, 'newPassword');
  await ensureOwnPassword(db, {
    userId,
    passwordHash: owner.password_hash,
    password: form.oldPassword,
    field: 'oldPassword',
  });
  const passwordHash = await hashPassword(form.newPassword);
  await db.transaction().execute(async (tx) => {
    // The password was changed or reset meanwhile, so the typed one is no longer valid.
    const account = await lockAccount(tx, userId);
    if (account.password_hash !== owner.password_hash)
      throw new ApiError('Password.Wrong', { fields: { oldPassword: ['Password.Wrong'] } });
    await setPassword(tx, { userId, email, passwordHash, keptSessionId: sessionId });
  });
}
