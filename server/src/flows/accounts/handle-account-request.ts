import { ROLE } from '@seri/contract/auth/permissions.ts';
import { MAIL_PAUSE_SECONDS } from '@seri/contract/auth/routes.ts';
import { isDemonstration } from '../../platform/company-settings.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { createEmailLink } from '../../platform/email-link.ts';
import { queueMail } from '../../platform/mail-outbox.ts';
import { createUser } from '../../users/create-user.ts';
import {
  findRecentMails,
  forgetPassword,
  hasOpenLink,
  lockAccountOf,
  lockAddress,
  replaceForm,
  type TakenRequest,
  takeAccountRequest,
} from './account-queries.ts';

/** Enough for somebody who waits for his mail, too little to fill a stranger's mailbox. */
const MAILS_AN_HOUR = 5;

type Account = NonNullable<Awaited<ReturnType<typeof lockAccountOf>>>;
type LinkMail = 'verify_address' | 'reset_password';

/**
 * Deals with one sign-up, repeated verification or reset: only here, after the reply, it shows whether the address has
 * an account. One transaction, and the request is gone with it; a second time there is nothing left to do.
 */
export async function handleAccountRequest(
  db: Db,
  { requestId, secretKey }: { requestId: number; secretKey: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const request = await takeAccountRequest(tx, requestId);
    if (!request) return;
    await lockAddress(tx, request.email);
    const account = await lockAccountOf(tx, request.email);
    if (account?.role_id === ROLE.disabled) return;
    if (request.kind === 'sign_up') await signUp(tx, request, account, secretKey);
    else if (!account) return;
    else if (request.kind === 'reset') await sendLink(tx, account.id, 'reset_password', secretKey);
    else if (!account.email_verified_at) await sendLink(tx, account.id, 'verify_address', secretKey);
  });
}

async function signUp(tx: Tx, request: TakenRequest, account: Account | undefined, secretKey: string): Promise<void> {
  if (account?.email_verified_at) {
    if (await mayMail(tx, account.id, 'address_known'))
      await queueMail(tx, { kind: 'address_known', userId: account.id });
    return;
  }
  if (account) await keepForm(tx, request, account);
  const userId = account?.id ?? (await createAccount(tx, request));
  await sendLink(tx, userId, 'verify_address', secretKey);
}

async function createAccount(tx: Tx, request: TakenRequest): Promise<number> {
  const form = formOf(request);
  return createUser(tx, {
    email: request.email,
    fullName: form.fullName,
    roleId: ROLE.restricted,
    passwordHash: request.password_hash,
    language: request.language as 692 | 693,
    countryId: form.country,
    city: form.city,
    mobile: form.mobile,
    isDemo: await isDemonstration(tx),
    emailVerified: false,
    termsAcceptedAt: request.created_at,
    ...(form.referralCode === null ? {} : { referralCode: form.referralCode }),
  });
}

/**
 * A second form for an address nobody has proven. While a link is on its way, either form may be a stranger's, and the
 * click on the link would make his password the owner's: with two different ones there is none, and the owner chooses
 * one by mail after the click (docs/decisions/003).
 */
async function keepForm(tx: Tx, request: TakenRequest, account: Account): Promise<void> {
  const samePerson = account.password_hash !== null && account.password_hash === request.password_hash;
  if (!samePerson && (await hasOpenLink(tx, account.id, 'verify'))) {
    await forgetPassword(tx, account.id);
    return;
  }
  await replaceForm(tx, {
    userId: account.id,
    form: formOf(request),
    passwordHash: request.password_hash,
    language: request.language,
    termsAcceptedAt: request.created_at,
  });
}

/** A link that went out a moment ago goes on working instead. */
async function sendLink(tx: Tx, userId: number, kind: LinkMail, secretKey: string): Promise<void> {
  if (!(await mayMail(tx, userId, kind))) return;
  const purpose = kind === 'verify_address' ? 'verify' : 'reset';
  const linkId = await createEmailLink(tx, { userId, purpose, secretKey });
  await queueMail(tx, { kind, userId, linkId });
}

async function mayMail(tx: Tx, userId: number, kind: LinkMail | 'address_known'): Promise<boolean> {
  const { count, newest_age_seconds: age } = await findRecentMails(tx, userId, kind);
  return count < MAILS_AN_HOUR && (age === null || age >= MAIL_PAUSE_SECONDS);
}

function formOf({ form }: TakenRequest) {
  if (!form) throw new Error('a sign-up was written down without its form');
  return form;
}
