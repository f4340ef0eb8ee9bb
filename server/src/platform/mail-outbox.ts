import type { Insertable } from 'kysely';
import type { Db, Tx } from './db/db.ts';
import type { Mails } from './db/tables.ts';
import { addJob } from './jobs/jobs.ts';

export type SecondFactorChange = 'added' | 'removed' | 'recovery_code_used' | 'passkey_added' | 'passkey_removed';

/** Departure and arrival of a ship, days in Japan; null is not known. */
export interface ShippingDays {
  etd: string | null;
  eta: string | null;
}

/** Every mail Seri writes, with what its text needs; who gets it and in which language is looked up when it is sent. */
export type Mail = { userId: number } & (
  | { kind: 'verify_address'; linkId: string }
  /** Somebody signed up again with the address of an existing account. */
  | { kind: 'address_known' }
  | { kind: 'reset_password'; linkId: string }
  | { kind: 'password_changed' }
  | { kind: 'second_factor_changed'; change: SecondFactorChange }
  | { kind: 'new_device'; address: string; userAgent: string; at: string }
  | { kind: 'bid_status'; bidId: number; status: number }
  | { kind: 'bid_won'; bidId: number }
  /** What a manager knows the car was sold for; not sent any more once he has changed it. */
  | { kind: 'bid_sold_price'; bidId: number; soldPriceYen: number }
  | { kind: 'lot_withdrawn'; bidId: number }
  /** The agent could no longer be told about it. */
  | { kind: 'bid_not_forwarded'; bidId: number }
  /** What the seller asks after the hall; not sent any more once it is answered or over. */
  | { kind: 'negotiation_offer'; bidId: number; offerId: number; offerYen: number }
  | { kind: 'chat_message'; bidId: number; messageId: number }
  /** Money that came is on the reader's balance. */
  | { kind: 'deposit_booked'; amountYen: number; balanceYen: number; description: string }
  /** Where a bought car is. */
  | { kind: 'purchase_status'; bidId: number; purchaseId: number; status: number }
  /** Departure or arrival have another day than before. */
  | ({ kind: 'shipping_dates'; bidId: number; purchaseId: number; before: ShippingDays } & ShippingDays)
  /** New lots of the reader's saved searches; which ones is looked up when it is sent. */
  | { kind: 'new_lots'; alertId: number }
);
export type MailKind = Mail['kind'];

/** To the agent, who has no account; the sheet itself stands in `order_sheets`. */
export interface OrderSheetMail {
  kind: 'order_sheet';
  to: string;
  houseId: number;
  day: string;
  version: number;
}

/**
 * Writes a mail down within the caller's transaction; the worker sends it after the commit, again and again until the
 * mail server took it. The same dedupe key a second time is no second mail (quality F, notices).
 */
export const queueMail = (
  tx: Tx,
  { kind, userId, ...data }: Mail,
  dedupeKey?: string,
  /** Sent no earlier than this. */
  notBefore?: Date,
): Promise<void> =>
  writeMail(tx, { kind, user_id: userId, data: JSON.stringify(data), dedupe_key: dedupeKey ?? null }, notBefore);

/** Like `queueMail`, for the agent. */
export const queueOrderSheet = (tx: Tx, { kind, ...data }: OrderSheetMail): Promise<void> =>
  writeMail(tx, { kind, user_id: null, data: JSON.stringify(data), dedupe_key: orderSheetKey(data) });

/** The dedupe key of a sheet's mail. */
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

/** A mail in the hands of a worker that may be dead is looked at again when its lease has run out. */
export async function awaitLease(db: Db, mailId: number): Promise<void> {
  const held = await db
    .selectFrom('mails')
    .select('claimed_until')
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where('claimed_until', 'is not', null)
    .executeTakeFirst();
  if (held) await addJob(db, 'send_mail', { mailId }, { key: keyOf(mailId), runAt: held.claimed_until });
}
