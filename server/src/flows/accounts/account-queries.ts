import { sql } from 'kysely';
import type { SignUpForm } from '../../auth/account/request-queries.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { LinkPurpose } from '../../platform/email-link.ts';
import type { MailKind } from '../../platform/mail-outbox.ts';

/** Deletes and returns the request; after a rollback it is there for the next attempt. */
export const takeAccountRequest = (tx: Tx, requestId: number) =>
  tx
    .deleteFrom('account_requests')
    .where('id', '=', requestId)
    .returning((eb) => [
      'kind',
      'email',
      'language',
      'password_hash',
      'created_at',
      eb.ref('form').$castTo<SignUpForm | null>().as('form'),
    ])
    .executeTakeFirst();
export type TakenRequest = NonNullable<Awaited<ReturnType<typeof takeAccountRequest>>>;

/** Locks the address until the end of the transaction, so that its requests run one after the other. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 12))`.execute(tx);
}

export const lockAccountOf = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'role_id', 'password_hash', 'email_verified_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();

/** Whether the account has a valid link of this purpose. */
export async function hasOpenLink(tx: Tx, userId: number, purpose: LinkPurpose): Promise<boolean> {
  const link = await tx
    .selectFrom('email_links')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/** The number of mails of this kind within the last hour, and the age of the newest in seconds, null for none. */
export const findRecentMails = (tx: Tx, userId: number, kind: MailKind) =>
  tx
    .selectFrom('mails')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number | null>`extract(epoch from clock_timestamp() - max(created_at))::float8`.as('newest_age_seconds'),
    ])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where(sql<boolean>`created_at > clock_timestamp() - interval '1 hour'`)
    .executeTakeFirstOrThrow();

interface FormRow {
  userId: number;
  form: SignUpForm;
  passwordHash: string | null;
  language: number;
  termsAcceptedAt: Date;
}

/** Overwrites the account of an unverified address with a newer form. */
export async function replaceForm(tx: Tx, { userId, form, ...row }: FormRow): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      full_name: form.fullName,
      referral_code: form.referralCode,
      mobile: form.mobile,
      country_id: form.country,
      city: form.city,
      language: row.language,
      password_hash: row.passwordHash,
      terms_accepted_at: row.termsAcceptedAt,
    })
    .where('id', '=', userId)
    .execute();
}

export async function forgetPassword(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
}
