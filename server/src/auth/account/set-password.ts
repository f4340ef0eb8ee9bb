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
  /** The session that goes on; null ends them all. */
  keptSessionId: string | null;
}

/** A new password ends what the old one opened: sessions, links to change it, counted tries; its owner is told by mail. */
export async function setPassword(tx: Tx, { userId, email, passwordHash, keptSessionId }: NewPassword): Promise<void> {
  await savePassword(tx, userId, passwordHash);
  await endOtherSessions(tx, { userId, keptSessionId, reason: 'password_changed' });
  await voidLinks(tx, userId, 'reset');
  await queueMail(tx, { kind: 'password_changed', userId });
  await resetAttempts(tx, { userId, email });
}
