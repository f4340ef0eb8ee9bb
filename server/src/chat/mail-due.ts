const MINUTE_MS = 60_000;
/** A mail that is due so soon may be on its way already, without the message that is being written. */
const ON_ITS_WAY_MS = 10_000;
/** Between two mails about one chat that nobody reads. */
const PAUSE_MS = 60 * MINUTE_MS;

interface Burst {
  now: Date;
  /** When the newest mail about this chat is or was due. */
  mailDueAt: Date | null;
  /** There were messages the client has not read before this one. */
  hasUnread: boolean;
  waitMinutes: number;
}

/** When the client's mail about a message that is written now is due; null when one that still waits will tell of it. */
export function mailDueAt({ now, mailDueAt: lastDueAt, hasUnread, waitMinutes }: Burst): Date | null {
  const lastMs = lastDueAt?.getTime() ?? 0;
  if (lastMs > now.getTime() + ON_ITS_WAY_MS) return null;
  const soonestMs = now.getTime() + waitMinutes * MINUTE_MS;
  return new Date(hasUnread ? Math.max(soonestMs, lastMs + PAUSE_MS) : soonestMs);
}
