const MINUTE_MS = 60_000;
/** A mail due within this time may already be in delivery, without the new message. */
const IN_DELIVERY_MS = 10_000;
/** Minimum interval between two mails about an unread chat. */
const MIN_INTERVAL_MS = 60 * MINUTE_MS;

interface MailTiming {
  now: Date;
  /** Due time of the newest mail about this chat, past or future. */
  mailDueAt: Date | null;
  /** The client has unread messages besides the new one. */
  hasUnread: boolean;
  waitMinutes: number;
}

/** Due time of the mail about a new message; null if a queued mail will include the message. */
export function mailDueAt({ now, mailDueAt: lastDueAt, hasUnread, waitMinutes }: MailTiming): Date | null {
  const lastMs = lastDueAt?.getTime() ?? 0;
  if (lastMs > now.getTime() + IN_DELIVERY_MS) return null;
  const soonestMs = now.getTime() + waitMinutes * MINUTE_MS;
  return new Date(hasUnread ? Math.max(soonestMs, lastMs + MIN_INTERVAL_MS) : soonestMs);
}
