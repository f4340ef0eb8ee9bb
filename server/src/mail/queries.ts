import { ROLE } from '@seri/contract/auth/permissions.ts';
import type { Choices } from '@seri/contract/channels/channels.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { Mail, OrderSheetMail } from '../platform/mail-outbox.ts';
import type { BidFacts } from './compose-mail.ts';

/**
 * Longer than the longest attempt. Needed besides the lock of the job, which is broken when a worker seems dead: two
 * live workers must never send the same mail (docs/decisions/005).
 */
const CLAIM_SECONDS = 90;
const RETENTION_DAYS = 90;

export interface ClaimedMail {
  id: number;
  claimToken: string;
  createdAt: Date;
  mail: Mail | OrderSheetMail;
}

/**
 * Claims a mail for sending; undefined when it is sent, dropped, or claimed by another worker. A lease in one
 * statement, so that a slow mail server holds neither a transaction nor a lock.
 */
export async function claimMail(db: Db, mailId: number): Promise<ClaimedMail | undefined> {
  const row = await db
    .updateTable('mails')
    .set({
      claim_token: sql<string>`gen_random_uuid()`,
      claimed_until: sql<Date>`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})`,
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .where(sql<boolean>`(claimed_until is null or claimed_until <= clock_timestamp())`)
    .returning(['id', 'kind', 'user_id', 'data', 'created_at', 'claim_token'])
    .executeTakeFirst();
  if (!row?.claim_token) return undefined;
  const mail = { ...(row.data as object), kind: row.kind, userId: row.user_id } as Mail | OrderSheetMail;
  return { id: row.id, claimToken: row.claim_token, createdAt: row.created_at, mail };
}

const held = (db: Db, { id, claimToken }: ClaimedMail) =>
  db
    .updateTable('mails')
    .set({ claim_token: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim_token', '=', claimToken);

export const markSent = (db: Db, claimed: ClaimedMail) =>
  held(db, claimed).set({ sent_at: sql`clock_timestamp()`, last_error: null }).execute();

/** Marks the mail as not to be sent, with the reason. */
export const dropMail = (db: Db, claimed: ClaimedMail, reason: string) =>
  held(db, claimed).set({ dropped_at: sql`clock_timestamp()`, drop_reason: reason }).execute();

/** Frees the mail at once for the next attempt. */
export const releaseMail = (db: Db, claimed: ClaimedMail, lastError: string) =>
  held(db, claimed).set({ last_error: lastError }).execute();

export interface Reader {
  email: string;
  fullName: string;
  language: number | null;
  wantsBidMails: boolean;
  isDisabled: boolean;
  /** Chosen channels by event (contract `modeOf`). */
  choices: Choices;
}

export const findReader = (db: Db, userId: number): Promise<Reader> =>
  db
    .selectFrom('users')
    .leftJoin('notice_settings', 'notice_settings.user_id', 'users.id')
    .select(({ eb }) => [
      sql<Choices>`coalesce(notice_settings.choices, '{}')`.as('choices'),
      'email',
      'full_name as fullName',
      'language',
      'bid_email_notify as wantsBidMails',
      eb('role_id', '=', ROLE.disabled).as('isDisabled'),
    ])
    .where('users.id', '=', userId)
    .$castTo<Reader>()
    .executeTakeFirstOrThrow();

/** The expiry of a link; undefined when it was used, replaced, or is expired. */
export const findValidLink = (db: Db, linkId: string) =>
  db
    .selectFrom('email_links')
    .select('expires_at as until')
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where(sql<boolean>`expires_at > clock_timestamp()`)
    .executeTakeFirst();

/** Whether the client of this bid has unread messages from their manager. */
export async function hasUnreadMessages(db: Db, bidId: number): Promise<boolean> {
  const unread = await db
    .selectFrom('chats')
    .select('bid_id')
    .where('bid_id', '=', bidId)
    .whereRef('last_staff_id', '>', 'client_read_id')
    .executeTakeFirst();
  return unread !== undefined;
}

export const findBidFacts = (db: Db, bidId: number): Promise<BidFacts | undefined> =>
  db
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .innerJoin('auction_houses', 'auction_houses.id', 'lots.house_id')
    .select([
      'lots.id as lotId',
      'lots.vehicle',
      'lots.lot_source as lotSource',
      'lots.year',
      'lots.maker',
      'lots.model',
      'lots.grade',
      'lots.lot_no as lotNo',
      'auction_houses.name as house',
      'lots.auction_at as auctionAt',
      'lots.time_known as timeKnown',
      'bids.amount_yen as amountYen',
      'bids.sold_price_yen as soldPriceYen',
      'bids.finish_reason as finishReason',
    ])
    .where('bids.id', '=', bidId)
    .executeTakeFirst();

/** Whether a seller's offer still waits for its client. */
export async function isOfferOpen(db: Db, offerId: number): Promise<boolean> {
  const offer = await db
    .selectFrom('negotiation_offers')
    .select('id')
    .where('id', '=', offerId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return offer !== undefined;
}

/** Deletes old sent and dropped mails, with their addresses and devices. */
export const deleteOldMails = (db: Db) =>
  db
    .deleteFrom('mails')
    .where(sql<boolean>`coalesce(sent_at, dropped_at) < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})`)
    .execute();

export interface DemoMail {
  id: number;
  kind: string;
  to: string;
  sentAt: Date;
}

const demoMails = (db: Db) =>
  db
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.user_id')
    .select(['mails.id', 'mails.kind', 'users.email as to', 'mails.sent_at as sentAt'])
    .where('users.is_demo', '=', true)
    .where('mails.sent_at', 'is not', null)
    .$castTo<DemoMail>();

/** The newest mails to demonstration accounts. */
export const findDemoMails = (db: Db, limit: number) =>
  demoMails(db).orderBy('mails.sent_at', 'desc').orderBy('mails.id', 'desc').limit(limit).execute();

export const findDemoMail = (db: Db, id: number) => demoMails(db).where('mails.id', '=', id).executeTakeFirst();
