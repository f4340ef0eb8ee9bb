import type { Insertable } from 'kysely';
import type { Db, Tx } from './db/db.ts';
import type { Mails } from './db/tables.ts';
import { addJob } from './jobs/jobs.ts';

export type SecondFactorChange = 'added' | 'removed' | 'recovery_code_used' | 'passkey_added' | 'passkey_removed';

/** Departure and arrival of a ship, days in Japan; null when unknown. */
export interface ShippingDays {
  etd: string | null;
  eta: string | null;
}

/** One event in a mail, in the language of its reader. */
export interface NoticeItem {
  title: string;
  lines: string[];
  url: string;
}

/** Every email of Seri with the data of its text. The recipient's address and language are looked up when it is sent. */
export type Mail = { userId: number } & (
  | { kind: 'verify_address'; linkId: string }
  /** A sign-up used the address of an existing account. */
  | { kind: 'address_known' }
  | { kind: 'reset_password'; linkId: string }
  | { kind: 'password_changed' }
  | { kind: 'second_factor_changed'; change: SecondFactorChange }
  | { kind: 'new_device'; address: string; userAgent: string; at: string }
  | { kind: 'bid_status'; bidId: number; status: number }
  | { kind: 'bid_won'; bidId: number }
  /** The sold price that a manager entered; not sent after a further change. */
  | { kind: 'bid_sold_price'; bidId: number; soldPriceYen: number }
  | { kind: 'lot_withdrawn'; bidId: number }
  /** The bid could not be sent to the agent in time. */
  | { kind: 'bid_not_forwarded'; bidId: number }
  /** The seller's counter-offer after the auction; not sent once it is answered or has expired. */
  | { kind: 'negotiation_offer'; bidId: number; offerId: number; offerYen: number }
  | { kind: 'chat_message'; bidId: number; messageId: number }
  /** Received money is on the client's balance. */
  | { kind: 'deposit_booked'; amountYen: number; balanceYen: number; description: string }
  /** A purchased car has a new status. */
  | { kind: 'purchase_status'; bidId: number; purchaseId: number; status: number }
  /** The departure or arrival day has changed. */
  | ({ kind: 'shipping_dates'; bidId: number; purchaseId: number; before: ShippingDays } & ShippingDays)
  /** New lots of the client's saved searches; they are looked up when the email is sent. */
  | { kind: 'new_lots'; alertId: number }
  /** Events that the user wants by mail besides the ones above; composed when they are queued. */
  | { kind: 'notices'; items: NoticeItem[] }
);
export type MailKind = Mail['kind'];

/** An email to the agent. Agents have no account; the sheet is in `order_sheets`. */
export interface OrderSheetMail {
  kind: 'order_sheet';
  to: string;
  houseId: number;
  day: string;
  version: number;
}

/**
 * Queues an email in the caller's transaction. The worker sends it after the commit and retries until the mail server
 * accepts it. A repeated dedupe key queues nothing (quality F, notices).
 */
export const queueMail = (
  tx: Tx,
  { kind, userId, ...data }: Mail,
  dedupeKey?: string,
  /** Not sent before this instant. */
  notBefore?: Date,
): Promise<void> =>
  writeMail(tx, { kind, user_id: userId, data: JSON.stringify(data), dedupe_key: dedupeKey ?? null }, notBefore);

/** Like `queueMail`, for the agent. */
export const queueOrderSheet = (tx: Tx, { kind, ...data }: OrderSheetMail): Promise<void> =>
  writeMail(tx, { kind, user_id: null, data: JSON.stringify(data), dedupe_key: orderSheetKey(data) });

/** Returns the dedupe key of a sheet's email. */
export const orderSheetKey = ({ houseId, day, version }: Omit<OrderSheetMail, 'kind' | 'to'>): string =>
  `order-sheet:${houseId}:${day}:${version}`;

async function writeMail(tx: Tx, mail: Insertable<Mails>, notBefore: Date | null = null): Promise<void> {
  const row = await tx
    .insertInto('mails')
    .values(mail)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  await addJob(tx, 'send_mail', { mailId: row.id }, { key: keyOf(row.id), runAt: notBefore });
}

const keyOf = (mailId: number): string => `mail:${mailId}`;

/** Schedules another attempt for the end of the lease on an email, in case the worker that holds it has died. */
export async function awaitLease(db: Db, mailId: number): Promise<void> {
  const leased = await db
    .selectFrom('mails')
    .select('claimed_until')
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where('claimed_until', 'is not', null)
    .executeTakeFirst();
  if (leased) await addJob(db, 'send_mail', { mailId }, { key: keyOf(mailId), runAt: leased.claimed_until });
}
