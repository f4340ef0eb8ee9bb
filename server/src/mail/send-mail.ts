import { setTimeout as wait } from 'node:timers/promises';
import { BID_STATUS } from '@seri/contract/bids/statuses.ts';
import { modeOf, OWN_MAIL } from '@seri/contract/channels/channels.ts';
import { readBrand } from '../platform/brand.ts';
import { isDemonstration, readSettings } from '../platform/company-settings.ts';
import type { Db } from '../platform/db/db.ts';
import { linkToken } from '../platform/email-link.ts';
import { awaitLease, type Mail, type OrderSheetMail } from '../platform/mail-outbox.ts';
import type { Log } from '../platform/process/log.ts';
import { composeMail, isAboutBids } from './compose-mail.ts';
import { findFinds } from './finds-queries.ts';
import { envelopeOf, type Sender } from './mail-envelope.ts';
import { findSheetFacts } from './order-sheet-queries.ts';
import {
  type ClaimedMail,
  claimMail,
  dropMail,
  findBidFacts,
  findReader,
  findValidLink,
  hasUnreadMessages,
  isOfferOpen,
  markSent,
  type Reader,
  releaseMail,
} from './queries.ts';
import { composeOrderSheet } from './templates/order-sheet-email.ts';
import { type MailTransport, Undelivered } from './transports.ts';

export interface Delivery extends Sender {
  db: Db;
  /** Null without SMTP_URL. */
  smtp: MailTransport | null;
  /** Used without a mail server, and always in a demonstration (business-rules.md#demonstration). */
  folder: MailTransport;
  log: Log;
}

export interface Attempt {
  mailId: number;
  /** The last attempt: a failure drops the mail. */
  isLast: boolean;
  signal: AbortSignal;
}

const MARK_TRIES = 5;

/**
 * Sends one mail of the outbox, unless it is no longer wanted or claimed by another worker: claims it, sends it outside
 * any transaction, and marks it. Throws when it should be retried.
 */
export async function sendMail(delivery: Delivery, { mailId, isLast, signal }: Attempt): Promise<void> {
  const { db, log } = delivery;
  const claimed = await claimMail(db, mailId);
  if (!claimed) return awaitLease(db, mailId);
  const { kind } = claimed.mail;
  const drop = async (reason: string) => {
    await dropMail(db, claimed, reason);
    log.info({ mailId, kind, reason }, 'a mail is not sent');
  };
  try {
    const prepared = await prepare(delivery, claimed);
    if ('reason' in prepared) return await drop(prepared.reason);
    await prepared.outlet.send(mailId, prepared.envelope, signal);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof Undelivered && error.addressRefused) return drop(`address refused: ${message}`);
    if (isLast) {
      log.error({ mailId, kind, reason: message }, 'a mail has finally failed');
      return drop(`given up: ${message}`);
    }
    await releaseMail(db, claimed, message);
    throw error;
  }
  await retryUpdate(() => markSent(db, claimed));
  log.info({ mailId, kind }, 'a mail is sent');
}

type Prepared = { reason: string } | { outlet: MailTransport; envelope: ReturnType<typeof envelopeOf> };

async function prepare(delivery: Delivery, claimed: ClaimedMail): Promise<Prepared> {
  const { id, createdAt, mail } = claimed;
  if (mail.kind === 'order_sheet') return prepareOrderSheet(delivery, id, mail);
  const { db, publicUrl, secretKey } = delivery;
  const reader = await findReader(db, mail.userId);
  const reason = whyNot(mail, reader);
  if (reason) return { reason };
  const living = 'linkId' in mail ? await findValidLink(db, mail.linkId) : undefined;
  if ('linkId' in mail && !living) return { reason: 'its link has expired' };
  if (mail.kind === 'negotiation_offer' && !(await isOfferOpen(db, mail.offerId)))
    return { reason: 'the offer has ended' };
  if (mail.kind === 'chat_message' && !(await hasUnreadMessages(db, mail.bidId))) return { reason: 'it has been read' };
  const bid = 'bidId' in mail ? ((await findBidFacts(db, mail.bidId)) ?? null) : null;
  if (mail.kind === 'bid_sold_price' && bid?.soldPriceYen !== mail.soldPriceYen)
    return { reason: 'the price has changed' };
  const finds = 'alertId' in mail ? await findFinds(db, mail.alertId) : [];
  if ('alertId' in mail && finds.length === 0) return { reason: 'all its lots are gone' };
  const brand = await readBrand(db, await readSettings(db));
  const message = composeMail({
    mail,
    createdAt,
    language: reader.language,
    fullName: reader.fullName,
    brand,
    publicUrl,
    link: 'linkId' in mail && living ? { token: linkToken(secretKey, mail.linkId), until: living.until } : null,
    bid,
    finds,
  });
  return {
    outlet: await outletOf(delivery),
    envelope: envelopeOf(delivery, { id, to: reader.email, company: brand.name }, message),
  };
}

async function prepareOrderSheet(delivery: Delivery, id: number, mail: OrderSheetMail): Promise<Prepared> {
  const sheet = await findSheetFacts(delivery.db, mail);
  if (!sheet) return { reason: 'a newer sheet replaces it' };
  const { companyName: company } = await readSettings(delivery.db);
  return {
    outlet: await outletOf(delivery),
    envelope: envelopeOf(delivery, { id, to: mail.to, company }, composeOrderSheet(sheet, company)),
  };
}

const outletOf = async ({ db, smtp, folder }: Delivery): Promise<MailTransport> =>
  smtp && !(await isDemonstration(db)) ? smtp : folder;

function whyNot(mail: Mail, reader: Reader): string | null {
  if (reader.isDisabled) return 'the account is disabled';
  const isOff = modeOf(reader.choices, eventOf(mail), 'mail') === 'off' && OWN_MAIL.includes(eventOf(mail));
  return isOff || (isAboutBids(mail.kind) && !reader.wantsBidMails) ? 'the reader has switched it off' : null;
}

/** The event of a mail in the reader's choices. */
function eventOf(mail: Mail): string {
  if (mail.kind === 'bid_sold_price') return 'bid_finished';
  if (mail.kind === 'bid_status' && mail.status === BID_STATUS.finished) return 'bid_finished';
  return mail.kind;
}

/** Repeats the update after the server accepted the mail: only a database outage of several seconds can cause a second mail. */
async function retryUpdate(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === MARK_TRIES) throw error;
      await wait(attempt * 500);
    }
  }
}
