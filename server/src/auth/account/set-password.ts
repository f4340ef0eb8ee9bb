import type { Tx } from '../../platform/db/db.ts';
import { voidLinks } from '../../platform/email-link.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { resetAttempts } from '../session/login-rate-limit.ts';
import { endOtherSessions } from '../session/session-queries.ts';
import { savePassword } from './link-queries.ts';

interface NewPassword {
  userId: number;
  email: string;
  passwordHash: string;
  /** The session that continues; null ends all of them. */
  currentSessionId: string | null;
}

/** Sets a new password. Ends sessions, voids reset links, resets attempt counters, and notifies the owner by email. */
export async function setPassword(
  tx: Tx,
  { userId, email, passwordHash, currentSessionId }: NewPassword,
): Promise<void> {
  await savePassword(tx, userId, passwordHash);
  await endOtherSessions(tx, { userId, currentSessionId, reason: 'password_changed' });
  await voidLinks(tx, userId, 'reset');
  await queueMail(tx, { kind: 'password_changed', userId });
  await resetAttempts(tx, { userId, email });
}
