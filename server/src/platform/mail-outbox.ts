import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import type { Mails } from './tables.ts';

export const SEND_MAIL = 'send_mail';
/** Almost three days of tries: the pause grows with each of them up to six hours. */
const MAX_TRIES = 20;
/** A job that was just taken or written is no lost one. */
const LOST_AFTER_SECONDS = 30;

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
  await sql`select graphile_worker.add_job(${SEND_MAIL}, json_build_object('mailId', ${row.id}::bigint),
    run_at := ${notBefore}::timestamptz, max_attempts := ${MAX_TRIES}, job_key := ${`mail:${row.id}`})`.execute(tx);
}

/** Gives every waiting mail without a living job a new one: its worker died, or its jobs were cleared away. */
export async function requeueLostMails(db: Db): Promise<void> {
  await sql`
    select graphile_worker.add_job(${SEND_MAIL}, json_build_object('mailId', m.id), max_attempts := ${MAX_TRIES},
      job_key := 'mail:' || m.id)
    from mails m
    where m.sent_at is null and m.dropped_at is null
      and m.created_at < clock_timestamp() - make_interval(secs => ${LOST_AFTER_SECONDS})
      and (m.claimed_until is null or m.claimed_until < clock_timestamp())
      and not exists (select 1 from graphile_worker.jobs j
        where j.key = 'mail:' || m.id and j.locked_at is null and j.attempts < j.max_attempts)
    order by m.created_at limit 500`.execute(db);
}
