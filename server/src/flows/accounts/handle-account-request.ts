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

/** Enough for a user who waits for the mail, too few to flood a stranger's mailbox. */
const MAX_MAILS_PER_HOUR = 5;

type Account = NonNullable<Awaited<ReturnType<typeof lockAccountOf>>>;
type LinkMail = 'verify_address' | 'reset_password';

/**
 * Processes one sign-up, repeated verification or reset. It runs after the reply, so the reply does not reveal whether the
 * address has an account. The transaction also deletes the request, so a second run does nothing.
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
  if (account) await mergeForm(tx, request, account);
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
 * Handles a second form for an unverified address. While a link is open, either form may come from a stranger, and the
 * owner's click on the link would confirm the stranger's password. With two different passwords, none is kept, and the
 * owner chooses one by mail after the click (docs/decisions/003).
 */
async function mergeForm(tx: Tx, request: TakenRequest, account: Account): Promise<void> {
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

/** Mails a link, unless one was just sent: that one still works. */
async function sendLink(tx: Tx, userId: number, kind: LinkMail, secretKey: string): Promise<void> {
  if (!(await mayMail(tx, userId, kind))) return;
  const purpose = kind === 'verify_address' ? 'verify' : 'reset';
  const linkId = await createEmailLink(tx, { userId, purpose, secretKey });
  await queueMail(tx, { kind, userId, linkId });
}

async function mayMail(tx: Tx, userId: number, kind: LinkMail | 'address_known'): Promise<boolean> {
  const { count, newest_age_seconds: age } = await findRecentMails(tx, userId, kind);
  return count < MAX_MAILS_PER_HOUR && (age === null || age >= MAIL_PAUSE_SECONDS);
}

function formOf({ form }: TakenRequest) {
  if (!form) throw new Error('a sign-up request has no form');
  return form;
}
